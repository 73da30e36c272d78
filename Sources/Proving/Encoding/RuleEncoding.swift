package import StarBattle

/// The rules of a puzzle as a formula: its models are the solutions, one for one.
///
/// Variables `0..<cellCount` are the cells, row-major: true is a star. All others are counts (see
/// `Count`), so they have one value for each placement of stars. The clauses are, in this order:
///
/// 1. **Touching.** Of two cells that touch, at most one is a star.
/// 2. Then first for the rows and again for the columns, "line" standing for either:
///    - **Lines.** The stars among the first *i* cells of a line, and K in all.
///    - **Pairs of lines.** Two neighbouring lines, cut across into N dominoes. Two neighbouring
///      dominoes make a 2×2 tile, which holds at most one star; so the dominoes are counted like
///      the cells of a line, and 2K of them hold a star.
///    - **Regions.** The stars among the first *i* cells of a region, read line by line, and K in
///      all.
///    - **Sums.** The first *m* lines hold m·K stars. The counts of the regions at the end of line
///      *m* add up to that.
///
/// Touching, lines and regions in either direction are the rules; the rest follows from them and is
/// there for speed. Mean conflicts on real puzzles (14×14 hard, 17×17, 21×21) and on 40 generated
/// ones of 25×25 that need single assumptions followed far:
///
/// | | 14×14 | 17×17 | 21×21 | 25×25 |
/// |---|---|---|---|---|
/// | all of it | 214 | 795 | 5,700 | 206 |
/// | without pairs of lines | 464 | 3,980 | 29,200 | 2,580 |
/// | without sums | 901 | 1,660 | 11,300 | 333 |
/// | without the bounds on what fits into part of a region | 347 | 984 | 6,800 | 902 |
///
/// Tried and left out, because it gave nothing on top: counting a region tile by tile as well, and
/// bounding the stars of a region in any two neighbouring lines.
///
/// "At least *j* among the first *i*" has a variable only where it is in doubt: where *j* stars fit
/// into the first *i* places and the others have room for no more than K − *j*. How many fit is
/// taken from `PackingBound`.
package struct RuleEncoding {
  package private(set) var formula: Formula

  private let puzzle: Puzzle
  private var side: Int { puzzle.grid.side }
  private var quota: Int { puzzle.grid.stars }

  /// Writes the rules of a puzzle down.
  ///
  /// - Parameters:
  ///   - puzzle: The puzzle.
  ///   - isAnnotated: Whether to note what each variable means.
  /// - Complexity: O(cells × quota) clauses, and for the sums O(side² × quota²) at most.
  package init(_ puzzle: Puzzle, isAnnotated: Bool = false) {
    self.puzzle = puzzle
    formula = Formula(variableCount: puzzle.grid.cellCount, isAnnotated: isAnnotated)
    noteCells()
    keepStarsApart()
    for direction in [Direction.rows, .columns] {
      countLines(direction)
      countPairsOfLines(direction)
      countRegions(direction)
    }
  }

  /// A clause that one solution does not meet and all others do: not all of its stars again.
  package static func exclusion(of solution: Solution) -> [Literal] {
    solution.stars.map { Literal($0, isTrue: false) }
  }

  /// How a board is read: which way its lines run.
  private enum Direction {
    case rows, columns

    var noun: String { self == .rows ? "row" : "column" }
    var crossing: String { self == .rows ? "column" : "row" }
  }

  private func cell(line: Int, place: Int, _ direction: Direction) -> Int {
    direction == .rows ? line * side + place : place * side + line
  }

  private mutating func noteCells() {
    for row in 0..<side {
      let first = row * side + 1
      formula.note(
        "\(first) to \(first + side - 1) = a star in row \(row + 1), columns 1 to \(side)")
    }
  }

  private mutating func keepStarsApart() {
    for cell in 0..<puzzle.grid.cellCount {
      for other in puzzle.grid.neighbours(of: cell) where other > cell {
        formula.require(anyOf: [Literal(cell, isTrue: false), Literal(other, isTrue: false)])
      }
    }
  }

  /// The most stars among the first 0, 1, 2 … cells of a line, and among the others.
  private var lineBounds: (first: [Int], rest: [Int]) {
    ((0...side).map { ($0 + 1) / 2 }, (0...side).map { (side - $0 + 1) / 2 })
  }

  private mutating func countLines(_ direction: Direction) {
    for line in 0..<side {
      let cells = (0..<side).map { Literal(cell(line: line, place: $0, direction)) }
      _ = formula.countPrefixes(of: cells, total: quota, bounds: lineBounds, areApart: true) {
        "\(direction.noun) \(line + 1), \(direction.crossing)s 1 to \($0)"
      }
    }
  }

  private mutating func countPairsOfLines(_ direction: Direction) {
    for line in 0..<side - 1 {
      let lines = "\(direction.noun)s \(line + 1) and \(line + 2)"
      var dominoes: [Literal] = []
      for place in 0..<side {
        let upper = Term.literal(Literal(cell(line: line, place: place, direction)))
        let lower = Term.literal(Literal(cell(line: line + 1, place: place, direction)))
        let domino = Literal(formula.makeVariables(1))
        if formula.isAnnotated {
          formula.note("\(domino.dimacs) = a star in \(lines), \(direction.crossing) \(place + 1)")
        }
        formula.require(!upper, or: .literal(domino))
        formula.require(!lower, or: .literal(domino))
        formula.require(.literal(!domino), or: upper, or: lower)
        if let last = dominoes.last { formula.require(anyOf: [!last, !domino]) }
        dominoes.append(domino)
      }
      _ = formula.countPrefixes(
        of: dominoes, total: 2 * quota, bounds: lineBounds, areApart: true
      ) {
        "\(lines), \(direction.crossing)s 1 to \($0)"
      }
    }
  }

  private mutating func countRegions(_ direction: Direction) {
    // For each region, its count at the end of each line.
    var counts = [[Count]](repeating: [], count: side)
    for region in 0..<side {
      let name = RuleEncoding.letter(of: region)
      var cells: [Int] = []
      var ends: [Int] = []
      for line in 0..<side {
        for place in 0..<side {
          let cell = cell(line: line, place: place, direction)
          if puzzle.region(of: cell) == region { cells.append(cell) }
        }
        ends.append(cells.count)
      }
      let places = cells.map { cell in
        direction == .rows ? (cell / side, cell % side) : (cell % side, cell / side)
      }
      let bounds = PackingBound.bounds(alongsidePrefixesOf: places)
      let prefixes = formula.countPrefixes(
        of: cells.map { Literal($0) }, total: quota, bounds: bounds, areApart: false
      ) {
        "region \(name) as far as \(direction.noun) "
          + "\(places[$0 - 1].0 + 1), \(direction.crossing) \(places[$0 - 1].1 + 1)"
      }
      counts[region] = ends.map { prefixes[$0] }
    }
    for line in 0..<side - 1 { addUpRegions(counts.map { $0[line] }, through: line, direction) }
  }

  /// The stars of all regions in the lines up to one of them are the stars of these lines.
  private mutating func addUpRegions(
    _ counts: [Count], through line: Int, _ direction: Direction
  ) {
    let open = counts.indices.filter { counts[$0].least < counts[$0].most }
    let fixed = counts.reduce(0) { $0 + ($1.least == $1.most ? $1.most : 0) }
    formula.require(open.map { counts[$0] }, addUpTo: quota * (line + 1) - fixed) { length in
      let regions = open.prefix(length).map { RuleEncoding.letter(of: $0) }
      return "\(direction.noun)s 1 to \(line + 1) of regions \(regions.joined(separator: " "))"
    }
  }

  /// Regions are lettered in order of their first cell.
  private static func letter(of region: Int) -> String {
    String(UnicodeScalar(UInt8(65 + region)))
  }
}
