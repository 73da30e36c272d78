import Composing
import Generating
import Printable
import Solving
import StarBattle
import Yams

extension CompositionRecipe {
  static let keys = [
    "grid", "seed", "regions", "complete", "together", "apart", "masks", "symmetry", "pairs",
    "pentominoes", "stars", "rule", "needs", "difficulty", "assumptions", "arguments", "first",
    "grids",
  ]

  /// Reads a composition; what is wrong is noted in the reader, and then there is none.
  init?(_ root: Node, reader: RecipeReader) {
    guard
      let fields = reader.fields(of: root, "a composition", allowed: CompositionRecipe.keys),
      let node = fields.required("grid"), let grid = Grid(node, reader: reader)
    else { return nil }
    var reading = CompositionReading(grid: grid, fields: fields)
    reading.readRegions()
    reading.readLists()
    reading.readMasks()
    reading.readSymmetry()
    reading.readPentominoes()
    reading.readStars()
    reading.readGoal()
    guard reader.problems.isEmpty else { return nil }
    self.init(
      file: reader.file.name, composition: reading.composition, places: reading.places)
  }

  /// The symmetries by the words that recipes have for them.
  static let symmetries: [(word: String, symmetry: Symmetry)] = [
    ("half-turn", .rotated180), ("quarter-turn", .rotated90), ("diagonal", .transposed),
    ("antidiagonal", .antitransposed), ("left-right", .flippedColumns),
    ("top-bottom", .flippedRows),
  ]
}

/// A composition that is being read, key by key.
private struct CompositionReading {
  let grid: Grid
  let fields: RecipeFields
  var composition: Composition
  var places: [CompositionRecipe.WishPlace] = []

  init(grid: Grid, fields: RecipeFields) {
    self.grid = grid
    self.fields = fields
    composition = Composition(grid: grid)
  }

  private var reader: RecipeReader { fields.reader }

  private mutating func wish(
    at place: RecipeLocation, cells: [Int: RecipeLocation] = [:]
  ) -> Int {
    places.append(CompositionRecipe.WishPlace(place: place, cells: cells))
    return places.count - 1
  }

  // MARK: - Drawings

  /// A drawn row, without blanks.
  private struct DrawnRow {
    let line: Int
    let text: [Character]
    /// The column of each character in the file.
    let columns: [Int]

    /// The row as it stands in a line of the file, from some column on.
    init(_ text: some StringProtocol, line: Int, column: Int = 1) {
      let signs = text.enumerated().filter { !$1.isWhitespace }
      self.line = line
      self.text = signs.map(\.element)
      columns = signs.map { $0.offset + column }
    }

    /// Where a character is, or would be.
    func place(of index: Int) -> RecipeLocation {
      let last = columns.last ?? 0
      return RecipeLocation(
        line: line, column: index < columns.count ? columns[index] : last + 1)
    }
  }

  /// The rows of a drawing: a block behind `|`, or a list of texts.
  private func rows(_ node: Node, _ name: String) -> [DrawnRow]? {
    switch node {
    case .scalar(let scalar) where scalar.style == .literal:
      let mark = RecipeLocation(node.mark)
      let lines = reader.file.lines
      var rows = scalar.string.split(separator: "\n", omittingEmptySubsequences: false)
      while let last = rows.last, last.allSatisfy(\.isWhitespace) { rows.removeLast() }
      return rows.enumerated().map { index, row in
        let line = mark.line + 1 + index
        return DrawnRow(line <= lines.count ? lines[line - 1] : row, line: line)
      }
    case .sequence(let nodes):
      var rows: [DrawnRow] = []
      for node in nodes {
        guard let text = reader.text(node, "a row of `\(name)`") else { return nil }
        let place = RecipeLocation(node.mark)
        let isQuoted = node.scalar.map { $0.style != .plain } ?? false
        rows.append(
          DrawnRow(text, line: place.line, column: place.column + (isQuoted ? 1 : 0)))
      }
      return rows
    default:
      reader.note(
        RecipeLocation(node.mark),
        "`\(name)` is \(RecipeReader.described(node)) — draw it in lines below `\(name): |`")
      return nil
    }
  }

  /// The rows of a drawing of the whole board.
  private func board(_ node: Node, _ name: String) -> [DrawnRow]? {
    guard let rows = rows(node, name) else { return nil }
    guard rows.count == grid.side else {
      reader.note(
        RecipeLocation(node.mark),
        "`\(name)` has \(rows.count) \(rows.count == 1 ? "row" : "rows") — this board has "
          + "\(grid.side)")
      return nil
    }
    var isWhole = true
    for row in rows where row.text.count != grid.side {
      isWhole = false
      reader.note(
        row.place(of: min(row.text.count, grid.side)),
        "this row of `\(name)` has \(row.text.count) cells — this board has \(grid.side)")
    }
    return isWhole ? rows : nil
  }

  // MARK: - Regions

  mutating func readRegions() {
    var letters: [Character: [(cell: Int, place: RecipeLocation)]] = [:]
    if let node = fields.values["regions"], let rows = board(node, "regions") {
      for (row, drawn) in rows.enumerated() {
        for (column, character) in drawn.text.enumerated() where character != "." {
          guard character.isASCII, character.isLetter else {
            reader.note(
              drawn.place(of: column),
              "“\(Printable.excerpt(String(character)))” is no region — write a letter, or . for a "
                + "cell that is free")
            continue
          }
          let cell = row * grid.side + column
          letters[Character(character.uppercased()), default: []].append(
            (cell, drawn.place(of: column)))
        }
      }
    }
    let wholes = completeLetters(of: letters.keys.sorted())
    for letter in letters.keys.sorted() {
      let cells = letters[letter] ?? []
      guard let first = cells.first else { continue }
      let wish = wish(
        at: first.place, cells: Dictionary(uniqueKeysWithValues: cells.map { ($0.cell, $0.place) }))
      composition.parts.append(
        .init(cells: cells.map(\.cell), isWhole: wholes.contains(letter), wish: wish))
    }
  }

  /// `complete: [A, C]`, or `complete: all`: regions that get no further cells.
  private func completeLetters(of letters: [Character]) -> Set<Character> {
    guard let node = fields.values["complete"] else { return [] }
    if case .scalar(let scalar) = node, scalar.string == "all" {
      // Where the drawing itself is wrong, that is told already.
      if letters.isEmpty && reader.problems.isEmpty {
        reader.note(
          RecipeLocation(node.mark),
          "`complete` says which regions get no further cells, and `regions` has none — draw some, "
            + "or leave it out")
      }
      return Set(letters)
    }
    guard case .sequence(let nodes) = node else {
      reader.note(
        RecipeLocation(node.mark),
        "`complete` is \(RecipeReader.described(node)) — it must be a list of letters, such as "
          + "[A, B], or all")
      return []
    }
    var found: Set<Character> = []
    for node in nodes {
      // `y`, `n` and the like are letters here, whatever else YAML takes them for.
      let text = node.scalar?.string.uppercased() ?? ""
      if let letter = text.first, text.count == 1, letters.contains(letter) {
        found.insert(letter)
      } else {
        reader.note(
          RecipeLocation(node.mark),
          "\(RecipeReader.described(node)) is no region of `regions` — "
            + (letters.isEmpty
              ? "draw some" : "there are \(letters.map(String.init).joined(separator: ", "))"))
      }
    }
    return found
  }

  // MARK: - Cells

  private func cell(_ node: Node) -> Int? {
    let text = node.scalar?.string.lowercased() ?? ""
    if text.hasPrefix("r"), let middle = text.firstIndex(of: "c"),
      let row = Int(text[text.index(after: text.startIndex)..<middle]),
      let column = Int(text[text.index(after: middle)...]),
      (1...grid.side).contains(row), (1...grid.side).contains(column)
    {
      return (row - 1) * grid.side + column - 1
    }
    reader.note(
      RecipeLocation(node.mark),
      "\(RecipeReader.described(node)) is no cell of this board — it must be one such as r1c1 … "
        + "r\(grid.side)c\(grid.side)")
    return nil
  }

  private func cells(_ node: Node, _ name: String, least: Int) -> [(Int, RecipeLocation)]? {
    guard case .sequence(let nodes) = node, nodes.count >= least else {
      reader.note(
        RecipeLocation(node.mark),
        "\(name) is \(RecipeReader.described(node)) — it must be a list of "
          + "\(least > 1 ? "\(least) cells or more" : "cells"), such as [r1c1, r2c3]")
      return nil
    }
    let cells = nodes.map { node in cell(node).map { ($0, RecipeLocation(node.mark)) } }
    let whole = cells.compactMap(\.self)
    return whole.count == cells.count ? whole : nil
  }

  mutating func readLists() {
    for key in ["together", "apart"] {
      guard let node = fields.values[key] else { continue }
      guard case .sequence(let lists) = node else {
        reader.note(
          RecipeLocation(node.mark),
          "`\(key)` is \(RecipeReader.described(node)) — it must be a list of lists of cells, such "
            + "as [[r1c1, r2c3]]")
        continue
      }
      for list in lists {
        guard let cells = cells(list, "a list of `\(key)`", least: 2) else { continue }
        let wish = wish(
          at: RecipeLocation(list.mark), cells: Dictionary(cells, uniquingKeysWith: { $1 }))
        if key == "together" {
          composition.parts.append(.init(cells: cells.map(\.0), isWhole: false, wish: wish))
        } else {
          composition.apart.append(.init(cells: cells.map(\.0), wish: wish))
        }
      }
    }
  }

  // MARK: - Shapes

  mutating func readMasks() {
    guard let node = fields.values["masks"] else { return }
    guard case .sequence(let nodes) = node else {
      reader.note(
        RecipeLocation(node.mark),
        "`masks` is \(RecipeReader.described(node)) — it must be a list of masks with shape")
      return
    }
    for node in nodes { readMask(node) }
  }

  private mutating func readMask(_ node: Node) {
    let allowed = ["shape", "at", "region", "turned"]
    guard let mask = reader.fields(of: node, "a mask", allowed: allowed),
      let shapeNode = mask.required("shape"), let rows = rows(shapeNode, "shape")
    else { return }
    var places: [FreeShape.Place] = []
    for (row, drawn) in rows.enumerated() {
      for (column, character) in drawn.text.enumerated() where character != "." {
        places.append(.init(row: row, column: column))
      }
    }
    guard !places.isEmpty else {
      reader.note(
        RecipeLocation(shapeNode.mark),
        "the shape has no cells — draw them with any sign but ., which is for others")
      return
    }
    let region = mask.values["region"].map { reader.text($0, "region") } ?? "exactly"
    if let region, region != "exactly" && region != "contains" {
      reader.note(
        mask.place(of: "region"),
        "`region` is `\(Printable.excerpt(region))` — it can be exactly (the region has this "
          + "shape) or contains (and may have other cells)")
    }
    let isTurned = mask.values["turned"].map { reader.flag($0, "turned") } ?? false
    guard let region, let isTurned else { return }
    let shape = FreeShape(places)
    let place = rows.first?.place(of: 0) ?? RecipeLocation(shapeNode.mark)
    guard let at = mask.values["at"] else {
      let wish = wish(at: place)
      composition.masks.append(
        .init(shape: shape, isWhole: region == "exactly", isTurned: isTurned, wish: wish))
      return
    }
    guard let corner = cell(at) else { return }
    guard
      let cells = shape.placed(
        row: corner / grid.side, column: corner % grid.side, side: grid.side)
    else {
      reader.note(
        RecipeLocation(at.mark),
        "the shape is \(shape.height)×\(shape.width) and does not fit there — name its upper left "
          + "corner, on the board")
      return
    }
    let wish = wish(at: place)
    composition.parts.append(.init(cells: cells, isWhole: region == "exactly", wish: wish))
  }

  mutating func readSymmetry() {
    let isPaired = fields.values["pairs"].map { reader.flag($0, "pairs") } ?? false
    guard let node = fields.values["symmetry"] else {
      if fields.values["pairs"] != nil {
        reader.note(
          fields.place(of: "pairs"),
          "`pairs` says how regions go to others by a symmetry — give `symmetry`, too")
      }
      return
    }
    guard let text = reader.text(node, "symmetry") else { return }
    let words = CompositionRecipe.symmetries.map(\.word)
    guard let found = CompositionRecipe.symmetries.first(where: { $0.word == text }) else {
      let advice =
        Spelling.guess(for: text, among: words).map { "did you mean `\($0)`?" }
        ?? "it can be \(words.joined(separator: ", "))"
      reader.note(
        RecipeLocation(node.mark), "`symmetry` is `\(Printable.excerpt(text))` — \(advice)")
      return
    }
    let wish = wish(at: RecipeLocation(node.mark))
    composition.symmetry = .init(found.symmetry, isPaired: isPaired ?? false, wish: wish)
  }

  mutating func readPentominoes() {
    guard let node = fields.values["pentominoes"] else { return }
    var count: Int?
    if case .scalar(let scalar) = node, scalar.string == "all" {
      count = 12
    } else {
      count = reader.integer(node, "pentominoes", in: 1...12)
    }
    guard let count else { return }
    composition.pentominoes = .init(count: count, wish: wish(at: RecipeLocation(node.mark)))
  }

  // MARK: - Stars

  mutating func readStars() {
    guard let node = fields.values["stars"], let rows = board(node, "stars") else { return }
    var cells: [Int: RecipeLocation] = [:]
    var found: [(cell: Int, isStar: Bool)] = []
    for (row, drawn) in rows.enumerated() {
      for (column, character) in drawn.text.enumerated() where character != "." {
        let cell = row * grid.side + column
        cells[cell] = drawn.place(of: column)
        switch character {
        case "*", "★": found.append((cell, true))
        case "x", "X", "×", "-": found.append((cell, false))
        default:
          reader.note(
            drawn.place(of: column),
            "“\(Printable.excerpt(String(character)))” says nothing of a star — write * for one, x "
              + "for none, or . for a cell that is free")
        }
      }
    }
    let wish = wish(at: RecipeLocation(node.mark), cells: cells)
    for (cell, isStar) in found {
      if isStar {
        composition.stars.append(.init(cell: cell, wish: wish))
      } else {
        composition.empty.append(.init(cell: cell, wish: wish))
      }
    }
  }

  // MARK: - Goal

  private func rule(_ fields: RecipeFields, _ key: String) -> Rule? {
    guard let node = fields.values[key], let text = reader.text(node, key) else { return nil }
    let rules = Rule.ladder.filter { GradeRange.levels.contains($0.level) }
    if let rule = rules.first(where: { $0.id == text }) { return rule }
    let ids = rules.map(\.id)
    let advice =
      Spelling.guess(for: text, among: ids).map { "did you mean `\($0)`?" }
      ?? "it can be \(ids.joined(separator: ", "))"
    reader.note(
      RecipeLocation(node.mark), "`\(key)` is `\(Printable.excerpt(text))` — \(advice)")
    return nil
  }

  mutating func readGoal() {
    composition.seed = UInt64(
      fields.values["seed"].map { reader.integer($0, "seed", in: RecipeName.seeds) ?? 0 } ?? 0)
    composition.grids =
      fields.values["grids"].map { reader.integer($0, "grids", in: 1...4) ?? 1 } ?? 1
    composition.grade.rule = rule(fields, "rule")
    composition.grade.need = rule(fields, "needs")
    if let node = fields.values["difficulty"],
      let ramp = DifficultyRamp(node, reader: reader)
    {
      composition.grade.difficulty = ramp.first...ramp.last
    }
    readFirst()
    let rules = [composition.grade.rule, composition.grade.need, composition.opening?.rule]
    if Assumptions(fields, rules: rules.compactMap(\.self)) == Assumptions.none {
      composition.grade.level = GradeRange.levelsWithoutAssumptions
    }
    if let arguments = fields.arguments() { composition.grade.arguments = arguments }
    if let need = composition.grade.need {
      checkHardest(need, "`needs`", at: fields.place(of: "needs"))
    }
  }

  private mutating func readFirst() {
    guard let node = fields.values["first"],
      let first = reader.fields(of: node, "`first`", allowed: ["rule", "cells"]),
      first.required("rule") != nil, let rule = rule(first, "rule")
    else { return }
    let named = first.values["cells"].flatMap { cells($0, "`cells`", least: 1) } ?? []
    composition.opening = .init(rule: rule, cells: named.map(\.0))
    let place = first.place(of: "rule")
    if ["direct.neighbours", "direct.complete"].contains(rule.id) {
      reader.note(
        place,
        "`\(rule.id)` goes on from stars, and there are none at the first step — name another rule")
    } else {
      checkHardest(rule, "the rule of `first`", at: place)
    }
  }

  /// Notes a rule above the one that the hardest step has to be.
  private func checkHardest(_ rule: Rule, _ name: String, at place: RecipeLocation) {
    let ladder = Rule.ladder.map(\.id)
    guard let hardest = composition.grade.rule, let top = ladder.firstIndex(of: hardest.id),
      let row = ladder.firstIndex(of: rule.id), row > top
    else { return }
    let other = fields.place(of: "rule")
    reader.note(
      place,
      "\(name) is `\(rule.id)`, which comes after `\(hardest.id)` on the ladder, and that is to be "
        + "the hardest step (`rule`, line \(other.line), column \(other.column)) — change one of "
        + "the two, or leave it out")
  }
}
