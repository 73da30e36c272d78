import Grading
package import StarBattle

/// How puzzles of a grid keep to the bounds that recipes can set: to arguments of so many parts at
/// most, and to solves without assumptions.
///
/// A sample like `Reach`, measured with it and as little a bound: the shares are those of puzzles
/// as they are drawn, the difficulties those of puzzles that were steered there as well.
package struct ReachWithin: Hashable, Sendable {
  /// What a recipe may bound.
  package struct Bounds: Hashable, Sendable {
    /// The most parts that an argument may have; any number without it.
    package var arguments: Int?
    /// Whether solves may do without assuming a star.
    package var isWithoutAssumptions: Bool

    package init(arguments: Int?, isWithoutAssumptions: Bool) {
      self.arguments = arguments
      self.isWithoutAssumptions = isWithoutAssumptions
    }

    /// Whether anything is bounded.
    package var isAny: Bool { arguments != nil || isWithoutAssumptions }

    /// As a recipe says it: `arguments: 9` and `assumptions: none`.
    package var words: String {
      let words = [
        arguments.map { "`arguments: \($0)`" }, isWithoutAssumptions ? "`assumptions: none`" : nil,
      ]
      return words.compactMap(\.self).joined(separator: " and ")
    }
  }

  /// The drawn puzzles by the parts of their longest arguments: those that are solved without
  /// assumptions, and all others.
  private let plain: [Int: Int]
  private let others: [Int: Int]
  /// For each difficulty from 1 the shortest of the longest arguments that were found: of all
  /// puzzles, and of those that are solved without assumptions.
  private let least: [Int?]
  private let leastOfPlain: [Int?]

  /// How many puzzles were drawn.
  package var drawn: Int { plain.values.reduce(0, +) + others.values.reduce(0, +) }

  /// How many of them keep to bounds.
  package func count(within bounds: Bounds) -> Int {
    let most = bounds.arguments ?? .max
    let kept = bounds.isWithoutAssumptions ? [plain] : [plain, others]
    return kept.joined().reduce(0) { $0 + ($1.key <= most ? $1.value : 0) }
  }

  /// The difficulties of puzzles that were found to keep to bounds, ascending.
  package func difficulties(within bounds: Bounds) -> [Int] {
    let most = bounds.arguments ?? .max
    let least = bounds.isWithoutAssumptions ? leastOfPlain : least
    return least.indices.filter { (least[$0] ?? .max) <= most && least[$0] != nil }.map { $0 + 1 }
  }

  /// The share of drawn puzzles that keep to bounds: `31 of 100 drawn puzzles keep`, `no drawn
  /// puzzle keeps`.
  package func share(within bounds: Bounds) -> String {
    let count = count(within: bounds)
    if count == 0 { return "no drawn puzzle keeps" }
    let share = 100 * count < drawn ? "fewer than 1 of 100" : "\(100 * count / drawn) of 100"
    return "\(share) drawn puzzles keep"
  }

  /// What was measured of a grid; `nil` where nothing was, or with another program.
  package static func of(_ grid: Grid) -> ReachWithin? {
    versions == (Grade.version, GeneratorVersion.current) ? all[grid] : nil
  }

  // MARK: - The table

  private static let versions: (grader: Int, generator: Int) = {
    let words = table.prefix { $0 != "\n" }.split(separator: " ").compactMap { Int($0) }
    return words.count == 2 ? (words[0], words[1]) : (0, 0)
  }()

  private static let all: [Grid: ReachWithin] = {
    var lines = table.split(separator: "\n").dropFirst()
    var all: [Grid: ReachWithin] = [:]
    while lines.count >= 5 {
      let sides = lines.removeFirst().split(separator: "x").compactMap { Int($0) }
      let rows = lines.prefix(4).map { $0.split(separator: " ") }
      lines = lines.dropFirst(4)
      guard sides.count == 2, let grid = try? Grid(side: sides[0], stars: sides[1]) else {
        continue
      }
      all[grid] = ReachWithin(
        plain: counts(rows[0]), others: counts(rows[1]), least: rows[2].map { Int($0) },
        leastOfPlain: rows[3].map { Int($0) })
    }
    return all
  }()

  private static func counts(_ words: [Substring]) -> [Int: Int] {
    var counts: [Int: Int] = [:]
    for word in words {
      let pair = word.split(separator: ":").compactMap { Int($0) }
      if pair.count == 2 { counts[pair[0]] = pair[1] }
    }
    return counts
  }
}
