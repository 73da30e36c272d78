package import StarBattle

/// What a step of a trace may rest on, as a formula: a part of the board and a few of its quotas.
///
/// Variables are the open cells of some containers and of the claim. The clauses are those of
/// `RuleEncoding` as far as they speak of these containers: touching, lines, pairs of neighbouring
/// lines, regions, and the sum of what the regions have in the lines. No other quota is in it, so
/// what follows from the formula follows from these containers.
package struct ClaimFormula {
  package private(set) var formula = Formula(variableCount: 0)

  private let known: KnownCells
  private var side: Int { known.puzzle.grid.side }
  private var quota: Int { known.puzzle.grid.stars }

  /// The variable of each cell that is open and matters.
  private var variables: [Int?]

  /// Writes down what is known.
  ///
  /// - Parameters:
  ///   - known: The stars and marks so far.
  ///   - containers: The containers whose quotas are used.
  ///   - claimed: Cells that a claim speaks of, wherever they are.
  package init(_ known: KnownCells, containers: [Container], claimed: [Int]) {
    self.known = known
    let puzzle = known.puzzle
    variables = Array(repeating: nil, count: puzzle.grid.cellCount)
    if known.isContradictory { formula.require(anyOf: []) }
    for cell in (containers.flatMap { $0.cells(in: puzzle) } + claimed).sorted()
    where variables[cell] == nil && known.isOpen(cell) {
      variables[cell] = formula.makeVariables(1)
    }
    keepStarsApart()
    var rows: [Int] = []
    var columns: [Int] = []
    var regions: [Int] = []
    for container in Set(containers).sorted() {
      switch container {
      case .row(let row): rows.append(row)
      case .column(let column): columns.append(column)
      case .region(let region): regions.append(region)
      }
    }
    for (lines, areRows) in [(rows, true), (columns, false)] {
      for line in lines { countLine(line, areRows) }
      for line in lines where lines.contains(line + 1) { countPair(line, areRows) }
    }
    let areRows = rows.count >= columns.count
    countRegions(regions, in: areRows ? rows : columns, areRows)
  }

  /// Adds that a claim is wrong: one of its stars is none, or one of its marks is a star.
  package mutating func deny(stars: [Int], marks: [Int]) {
    var clause: [Literal] = []
    for (cells, isStar) in [(stars, true), (marks, false)] {
      for cell in cells {
        if let variable = variables[cell] {
          clause.append(Literal(variable, isTrue: !isStar))
        } else if isStar != (known[cell] ?? false) {
          // What is known denies it already.
          return
        }
      }
    }
    formula.require(anyOf: clause)
  }

  private func cell(_ line: Int, _ place: Int, _ areRows: Bool) -> Int {
    areRows ? line * side + place : place * side + line
  }

  private mutating func keepStarsApart() {
    for (cell, variable) in variables.enumerated() {
      guard let variable else { continue }
      for other in known.puzzle.grid.neighbours(of: cell) where other > cell {
        guard let touching = variables[other] else { continue }
        formula.require(
          anyOf: [Literal(variable, isTrue: false), Literal(touching, isTrue: false)])
      }
    }
  }

  /// The stars that are still to come where `total` are needed among some cells.
  ///
  /// When there are too many already, that cannot be, and the formula says so.
  private mutating func missing(of total: Int, among cells: [Int]) -> Int {
    let number = total - cells.count { known[$0] == true }
    if number < 0 { formula.require(anyOf: []) }
    return max(0, number)
  }

  /// States how many of some items along a line are true; items at neighbouring places are apart.
  private mutating func count(_ items: [(literal: Literal, place: Int)], total: Int) {
    let bounds = PackingBound.bounds(alongsidePrefixesOf: items.map { (0, $0.place) })
    let apart = items.indices.map { $0 > 0 && items[$0 - 1].place + 1 == items[$0].place }
    _ = formula.countPrefixes(
      of: items.map(\.literal), total: total...total, bounds: bounds, apart: apart
    ) { _ in "" }
  }

  private mutating func countLine(_ line: Int, _ areRows: Bool) {
    let cells = (0..<side).map { cell(line, $0, areRows) }
    var items: [(literal: Literal, place: Int)] = []
    for (place, cell) in cells.enumerated() {
      if let variable = variables[cell] { items.append((Literal(variable), place)) }
    }
    count(items, total: missing(of: quota, among: cells))
  }

  /// Two neighbouring lines, cut across into dominoes, which are counted like the cells of a line.
  private mutating func countPair(_ line: Int, _ areRows: Bool) {
    let cells = [line, line + 1].map { line in (0..<side).map { cell(line, $0, areRows) } }
    var items: [(literal: Literal, place: Int)] = []
    for place in 0..<side {
      let halves = cells.compactMap { variables[$0[place]].map { Literal($0) } }
      if halves.isEmpty { continue }
      let domino = Literal(formula.makeVariables(1))
      for half in halves { formula.require(anyOf: [!half, domino]) }
      formula.require(anyOf: [!domino] + halves)
      if let last = items.last, last.place + 1 == place {
        formula.require(anyOf: [!last.literal, !domino])
      }
      items.append((domino, place))
    }
    count(items, total: missing(of: 2 * quota, among: cells[0] + cells[1]))
  }

  /// Counts the regions, with what each has in the lines first; these parts fill the lines.
  private mutating func countRegions(_ named: [Int], in lines: [Int], _ areRows: Bool) {
    if named.isEmpty { return }
    var parts: [Count] = []
    for region in 0..<side {
      var (inside, outside): ([(Int, Int)], [(Int, Int)]) = ([], [])
      var cells: [Int] = []
      for line in 0..<side {
        for place in 0..<side where known.puzzle.region(of: cell(line, place, areRows)) == region {
          cells.append(cell(line, place, areRows))
          if variables[cell(line, place, areRows)] == nil { continue }
          if lines.contains(line) {
            inside.append((line, place))
          } else {
            outside.append((line, place))
          }
        }
      }
      let isNamed = named.contains(region)
      // Of a region whose quota is not used, only what lies in the lines counts.
      if !isNamed { outside = [] }
      let first = PackingBound.bounds(alongsidePrefixesOf: inside)
      let second = PackingBound.bounds(alongsidePrefixesOf: outside)
      let most = (first.first[inside.count], second.first[outside.count])
      let need = isNamed ? missing(of: quota, among: cells) : 0
      let counts = formula.countPrefixes(
        of: (inside + outside).compactMap { variables[cell($0, $1, areRows)].map { Literal($0) } },
        total: need...(isNamed ? need : most.0),
        bounds: (
          first: first.first + second.first.dropFirst().map { $0 + most.0 },
          rest: first.rest.map { $0 + most.1 } + second.rest.dropFirst()
        ), apart: Array(repeating: false, count: inside.count + outside.count)
      ) { _ in "" }
      parts.append(counts[inside.count])
    }
    if lines.isEmpty { return }
    let cells = lines.flatMap { line in (0..<side).map { cell(line, $0, areRows) } }
    let fixed = parts.reduce(0) { $0 + ($1.least == $1.most ? $1.most : 0) }
    let total = missing(of: quota * lines.count, among: cells)
    formula.require(
      parts.filter { $0.least < $0.most }, addUpTo: total - fixed
    ) { _ in "" }
  }
}
