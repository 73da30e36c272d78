import JSONText

/// Step graphs as a reader takes them apart.
enum TreeSteps {
  /// Reads the graphs of an object, one a puzzle; gives `nil` when it has none.
  static func graphs(_ value: JSONValue) -> [[PuzzleClaim.Link]]? {
    guard case .array(let names)? = value["rules"], case .array(let lists)? = value["steps"] else {
      return nil
    }
    var rules: [String] = []
    for name in names {
      guard case .string(let rule) = name else { return nil }
      rules.append(rule)
    }
    var graphs: [[PuzzleClaim.Link]] = []
    for list in lists {
      guard case .array(let steps) = list else { return nil }
      var links: [PuzzleClaim.Link] = []
      for step in steps {
        guard case .array(let parts) = step, parts.count == 4, case .integer(let rule) = parts[0],
          rules.indices.contains(rule), let stars = numbers(parts[1]),
          let marks = numbers(parts[2]), let rests = numbers(parts[3])
        else { return nil }
        links.append(
          PuzzleClaim.Link(rule: rules[rule], stars: stars, marks: marks, rests: rests))
      }
      graphs.append(links)
    }
    return graphs
  }

  /// What no solver is needed to see: steps that rest on later ones, cells off the board or decided
  /// twice.
  static func fault(in links: [PuzzleClaim.Link], cells: Int) -> String? {
    var decided: Set<Int> = []
    for (index, link) in links.enumerated() {
      guard link.rests.allSatisfy((0..<index).contains) else {
        return "step \(index + 1) rests on one that does not come before it"
      }
      for cell in link.stars + link.marks {
        guard (0..<cells).contains(cell) else {
          return "step \(index + 1) has a cell beyond the board"
        }
        guard decided.insert(cell).inserted else {
          return "step \(index + 1) decides a cell that an earlier one has decided"
        }
      }
    }
    return decided.count == cells ? nil : "its steps leave cells open: \(cells - decided.count)"
  }

  private static func numbers(_ value: JSONValue) -> [Int]? {
    guard case .array(let elements) = value else { return nil }
    var numbers: [Int] = []
    for element in elements {
      guard case .integer(let number) = element else { return nil }
      numbers.append(number)
    }
    return numbers
  }
}
