import JSONText

/// A pack in the mobile app's shape, or the hints beside it, as a reader takes them apart.
struct TreeAppPack {
  /// A puzzle as the app has it.
  struct Puzzle {
    var sbn: String
    var solution: [[Int]]
    var difficulty: Int
    var band: String
  }

  var id: String
  var name: String
  var version: Int
  var free: Bool
  var size: Int
  var stars: Int
  var puzzles: [Puzzle] = []

  /// Reads a pack, whatever else is in it and in whatever order; gives `nil` when it is none.
  init?(_ value: JSONValue) {
    guard case .string(let id) = value["id"],
      case .string(let name) = value["name"], case .integer(let version) = value["version"],
      case .bool(let free) = value["free"], case .integer(let size) = value["gridSize"],
      case .integer(let stars) = value["stars"], case .array(let elements) = value["puzzles"]
    else { return nil }
    (self.id, self.name, self.version, self.free) = (id, name, version, free)
    (self.size, self.stars) = (size, stars)
    for element in elements {
      guard case .string(let sbn) = element["sbn"], let solution = element["solution"],
        let cells = TreeAppPack.pairs(solution),
        case .integer(let difficulty) = element["difficulty"],
        case .string(let band) = element["band"]
      else { return nil }
      puzzles.append(Puzzle(sbn: sbn, solution: cells, difficulty: difficulty, band: band))
    }
  }

  /// What the app takes for a band.
  static let bands = ["easy", "medium", "hard"]

  /// Two whole numbers each, or `nil` when it is something else.
  static func pairs(_ value: JSONValue) -> [[Int]]? {
    guard case .array(let elements) = value else { return nil }
    var pairs: [[Int]] = []
    for element in elements {
      guard case .array(let numbers) = element, numbers.count == 2,
        case .integer(let row) = numbers[0], case .integer(let column) = numbers[1]
      else { return nil }
      pairs.append([row, column])
    }
    return pairs
  }

  /// Rows and columns as cells, row-major; `nil` when one is beyond a board of a side.
  static func cells(_ pairs: [[Int]], side: Int) -> [Int]? {
    let isInside = pairs.allSatisfy { pair in pair.allSatisfy { (0..<side).contains($0) } }
    return isInside ? pairs.map { $0[0] * side + $0[1] } : nil
  }
}

/// Hints as a reader takes them apart: for each puzzle a list of steps.
enum TreeHints {
  /// A step with rows and columns as they are written.
  struct Step {
    var level: Int
    var stars: [[Int]]
    var marks: [[Int]]
    var detail: Detail?
  }

  /// What a step says of its rule, apart from the sentence.
  struct Detail: Hashable {
    var rule: String
    var containers: [String]
    var cells: [[Int]]
    var assumption: [[Int]]
  }

  /// Reads the list of lists of `{rule,level,placements,marks}`; gives `nil` when it is none.
  static func steps(_ value: JSONValue?) -> [[Step]]? {
    guard case .array(let lists)? = value else { return nil }
    var all: [[Step]] = []
    for list in lists {
      guard case .array(let elements) = list else { return nil }
      var steps: [Step] = []
      for element in elements {
        guard case .string(let rule) = element["rule"], !rule.isEmpty,
          case .integer(let level) = element["level"],
          let stars = element["placements"].flatMap(TreeAppPack.pairs),
          let marks = element["marks"].flatMap(TreeAppPack.pairs)
        else { return nil }
        steps.append(Step(level: level, stars: stars, marks: marks))
      }
      all.append(steps)
    }
    return all
  }

  /// Reads the list of lists of
  /// `{rule,level,containers,cells,placements,marks,text}`; gives `nil` when it is none.
  static func structured(_ value: JSONValue?) -> [[Step]]? {
    guard case .array(let lists)? = value, var all = steps(value) else { return nil }
    for (index, list) in lists.enumerated() {
      guard case .array(let elements) = list else { return nil }
      for (number, element) in elements.enumerated() {
        guard case .string(let text)? = element["text"], !text.isEmpty,
          case .string(let rule)? = element["rule"],
          case .array(let names)? = element["containers"],
          let cells = element["cells"].flatMap(TreeAppPack.pairs),
          let assumption = TreeAppPack.pairs(.array(element["assumption"].map { [$0] } ?? []))
        else { return nil }
        var containers: [String] = []
        for name in names {
          guard case .string(let container) = name else { return nil }
          containers.append(container)
        }
        all[index][number].detail = Detail(
          rule: rule, containers: containers, cells: cells, assumption: assumption)
      }
    }
    return all
  }

  /// The steps of one puzzle with cells in place of rows and columns; `nil` when one is beyond the
  /// board.
  static func claims(_ steps: [Step], side: Int) -> [PuzzleClaim.Step]? {
    var claims: [PuzzleClaim.Step] = []
    for step in steps {
      guard let stars = TreeAppPack.cells(step.stars, side: side),
        let marks = TreeAppPack.cells(step.marks, side: side)
      else { return nil }
      var claim = PuzzleClaim.Step(level: step.level, stars: stars, marks: marks)
      if let detail = step.detail {
        guard let cells = TreeAppPack.cells(detail.cells, side: side),
          let assumption = TreeAppPack.cells(detail.assumption, side: side)
        else { return nil }
        claim.grounds = PuzzleClaim.Grounds(
          rule: detail.rule, containers: detail.containers, cells: cells,
          assumption: assumption.first)
      }
      claims.append(claim)
    }
    return claims
  }
}
