package import StarBattle

/// Which difficulties the puzzles of a grid reach, as far as that was measured.
///
/// `make reach` measures it and writes the table, which belongs to one grader and one generator:
/// with others it says nothing.
package struct Reach: Sendable {
  /// How a difficulty is reached.
  package enum Way: Hashable, Sendable {
    /// Drawn puzzles have it: so many of a hundred.
    case drawn(percent: Int)
    /// Puzzles get there by steering.
    case steered
    /// None of those that were tried.
    case never
  }

  package let grid: Grid
  private let ways: [Way]

  /// How a difficulty, 1…10, is reached.
  package func way(to difficulty: Int) -> Way {
    ways.indices.contains(difficulty - 1) ? ways[difficulty - 1] : .never
  }

  /// The difficulties that are reached.
  package var difficulties: [Int] { (1...10).filter { way(to: $0) != .never } }

  /// The difficulties in words: `1…4, 9 and 10`; `none` where there are none.
  package var words: String {
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

  /// The grader and the generator that it was measured with.
  package static let versions: (grader: Int, generator: Int) = {
    let words = table.split(separator: "\n").first?.split(separator: " ").map { Int($0) } ?? []
    return words.count == 4 ? (words[1] ?? 0, words[3] ?? 0) : (0, 0)
  }()

  /// What was measured of a grid; `nil` where nothing was.
  package static func of(_ grid: Grid) -> Reach? { all[grid] }

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
          if word == "-" { return .never }
          return Int(word).map { .drawn(percent: $0) } ?? .steered
        })
    }
    return all
  }()
}
