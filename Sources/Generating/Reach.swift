import Grading
package import StarBattle

/// Which difficulties were reached by puzzles of a grid that were made to find that out.
///
/// It is a sample, not a bound: another seed may reach what none of these did. `make reach`
/// measures it and writes the table, which belongs to one grader and one generator.
package struct Reach: Sendable {
  /// How a difficulty is reached.
  package enum Way: Hashable, Sendable {
    /// Drawn puzzles have it: so many of a hundred.
    case drawn(percent: Int)
    /// Puzzles get there by steering.
    case steered
    /// None of those that were tried has it.
    case notFound
  }

  package let grid: Grid
  private let ways: [Way]

  /// How a difficulty, 1…10, is reached.
  package func way(to difficulty: Int) -> Way {
    ways.indices.contains(difficulty - 1) ? ways[difficulty - 1] : .notFound
  }

  /// The difficulties that were reached.
  package var difficulties: [Int] { (1...10).filter { way(to: $0) != .notFound } }

  /// The difficulties in words: `1…4, 9 and 10`; `none` where there are none.
  package var words: String { Reach.words(for: difficulties) }

  /// Ascending numbers in words, as above.
  package static func words(for difficulties: [Int]) -> String {
    var runs: [ClosedRange<Int>] = []
    for difficulty in difficulties {
      if let last = runs.last, last.upperBound == difficulty - 1 {
        runs[runs.count - 1] = last.lowerBound...difficulty
      } else {
        runs.append(difficulty...difficulty)
      }
    }
    let texts = runs.map { run in
      run.count == 1 ? "\(run.lowerBound)" : "\(run.lowerBound)…\(run.upperBound)"
    }
    guard let last = texts.last else { return "none" }
    return texts.count == 1 ? last : texts.dropLast().joined(separator: ", ") + " and " + last
  }

  /// How many puzzles of the grid were drawn at most.
  package static var drawn: Int { head["drawn"] ?? 0 }

  /// How many layouts of the grid were evaluated on the way to a difficulty that hardly any of the
  /// drawn puzzles has.
  package var steered: Int { (Reach.head["steered"] ?? 0) * grid.side }

  /// The grader and the generator that it was measured with.
  private static let versions = (grader: head["grader"] ?? 0, generator: head["generator"] ?? 0)

  /// The first line of the table: words with their numbers.
  private static let head: [Substring: Int] = {
    var head: [Substring: Int] = [:]
    let words = table.prefix { $0 != "\n" }.split(separator: " ")
    for (word, number) in zip(words, words.dropFirst()) { head[word] = Int(number) }
    return head
  }()

  /// Whether the table is of this program's grader and generator: with others it says nothing.
  package static var isMeasured: Bool {
    versions == (Grade.version, GeneratorVersion.current)
  }

  /// What was measured of a grid; `nil` where nothing was, or with another program.
  package static func of(_ grid: Grid) -> Reach? { isMeasured ? all[grid] : nil }

  private static let all: [Grid: Reach] = {
    var all: [Grid: Reach] = [:]
    for line in table.split(separator: "\n").dropFirst() {
      let words = line.split(separator: " ")
      let numbers = words.first?.split(separator: "x").compactMap { Int($0) } ?? []
      guard words.count == 11, numbers.count == 2,
        let grid = try? Grid(side: numbers[0], stars: numbers[1])
      else { continue }
      all[grid] = Reach(
        grid: grid,
        ways: words.dropFirst().map { word in
          if word == "-" { return .notFound }
          return Int(word).map { .drawn(percent: $0) } ?? .steered
        })
    }
    return all
  }()
}
