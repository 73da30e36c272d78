import Answering
import Grading
import JSONText
import Pipeline
import Solving
import StarBattle
import Wording

/// What `grade --stats` keeps of one puzzle.
struct GradedPuzzle: Sendable {
  let grid: Grid
  /// Its line in the input, from 1.
  let line: Int
  let verdict: GradeVerdict
  /// The time that grading took, the counting of solutions not included.
  let time: Duration
  /// What of it went into each rule.
  let ruleTimes: [Duration]
  /// The rules that it needs, where that was asked for.
  let needed: [Rule]
  /// What a checker says of its steps, where it is solved with sums.
  let proof: SumProof?
}

/// What came of all puzzles of an input: how hard they are, and by which rules they are solved.
///
/// All of it is the same in every run but the time, which is kept apart.
struct GradeStatistics: Answer {
  /// How often a rule was needed.
  private struct Usage {
    /// Applications over all puzzles.
    var times = 0
    /// Puzzles with at least one.
    var puzzles = 0
    /// Puzzles that need it.
    var needed = 0
    /// The time spent in looking for it.
    var time = Duration.zero
  }

  private let highestLevel: Int
  /// Whether it says which rules puzzles need.
  private let countsNeeds: Bool
  private let reasoning: Reasoning
  /// The rules that puzzles are solved by, easiest first.
  private let rules: [Rule]
  private var puzzles = 0
  private var solved = 0
  private var verdicts: [GradeVerdict.Solutions: Int] = [:]
  private var grids: [Grid: Int] = [:]
  private var difficulties = [Int](repeating: 0, count: 11)
  private var levels = [Int](repeating: 0, count: Rule.levels.upperBound + 1)
  private var usage: [Usage]
  /// The puzzles that are solved with sums, their steps, and those of which some fail the check.
  private var (summed, checked, failed) = (0, 0, 0)
  private var unsolved: [GradedPuzzle] = []
  private var time = Duration.zero

  /// Nothing counted yet.
  init(highestLevel: Int, countsNeeds: Bool = false, reasoning: Reasoning = .usual) {
    self.highestLevel = highestLevel
    self.countsNeeds = countsNeeds
    self.reasoning = reasoning
    rules = Array(reasoning.allRules)
    usage = Array(repeating: Usage(), count: rules.count)
  }

  mutating func add(_ puzzle: GradedPuzzle) {
    let grade = puzzle.verdict.grade
    puzzles += 1
    grids[puzzle.grid, default: 0] += 1
    verdicts[puzzle.verdict.solutions, default: 0] += 1
    time += puzzle.time
    for (row, time) in puzzle.ruleTimes.enumerated() { usage[row].time += time }
    for count in grade.rules {
      guard let row = rules.firstIndex(of: count.rule) else { continue }
      usage[row].times += count.count
      usage[row].puzzles += 1
    }
    for rule in puzzle.needed {
      if let row = rules.firstIndex(of: rule) { usage[row].needed += 1 }
    }
    if let proof = puzzle.proof {
      summed += 1
      checked += proof.steps
      if proof.fault != nil { failed += 1 }
    }
    guard grade.isSolved else {
      unsolved.append(puzzle)
      return
    }
    solved += 1
    difficulties[grade.difficulty] += 1
    levels[grade.level] += 1
  }

  /// The grids with their puzzles, the smallest first.
  private var sortedGrids: [(grid: Grid, count: Int)] {
    grids.map { (grid: $0.key, count: $0.value) }
      .sorted { ($0.grid.side, $0.grid.stars) < ($1.grid.side, $1.grid.stars) }
  }

  // MARK: - Text

  /// The tables for people.
  var text: [String] {
    let rest = puzzles - solved
    var lines = [
      "\(puzzles, of: "puzzle"): \(solved) solved by the rules to level "
        + "\(highestLevel)\(reasoning.added), \(rest) not"
    ]
    if summed > 0 {
      lines.append(
        "\(summed) of them with sums, \(checked, of: "step") checked"
          + (failed > 0 ? "; steps of \(failed) fail the check" : ""))
    }
    lines += sortedGrids.map { "  \($0.grid): \($0.count)" }
    if solved > 0 {
      lines += histogram("difficulty", difficulties, 1...10)
      lines += histogram("level", levels, 0...Rule.levels.upperBound)
    }
    lines += [
      "",
      "rule                      level     times   puzzles     share"
        + (countsNeeds ? "   need it     share" : ""),
    ]
    for (rule, usage) in zip(rules, usage) {
      lines.append(
        GradeStatistics.left(rule.id, 26) + GradeStatistics.right("\(rule.level)", 5)
          + GradeStatistics.right("\(usage.times)", 10)
          + GradeStatistics.right("\(usage.puzzles)", 10)
          + GradeStatistics.right(share(usage.puzzles), 10)
          + (countsNeeds
            ? GradeStatistics.right("\(usage.needed)", 10)
              + GradeStatistics.right(share(usage.needed), 10) : ""))
    }
    if !unsolved.isEmpty { lines += ["", "not solved by the rules"] }
    for puzzle in unsolved {
      let text = puzzle.verdict.text(on: puzzle.grid, highestLevel: nil)
      lines.append("  line \(puzzle.line): \(puzzle.grid): \(text)")
    }
    return lines
  }

  /// Counts as bars, from the first value that occurs to the last.
  private func histogram(
    _ title: String, _ counts: [Int], _ values: ClosedRange<Int>
  ) -> [String] {
    guard let first = values.first(where: { counts[$0] > 0 }),
      let last = values.last(where: { counts[$0] > 0 })
    else { return [] }
    let longest = max(1, counts.max() ?? 1)
    return ["", GradeStatistics.left(title, 12) + "puzzles     share"]
      + (first...last).map { value in
        // A puzzle shows, however many there are of another kind.
        let bar = (counts[value] * 40 + longest - 1) / longest
        return GradeStatistics.right("\(value)", 10)
          + GradeStatistics.right("\(counts[value])", 9)
          + GradeStatistics.right(share(counts[value]), 10)
          + (bar > 0 ? "  " + String(repeating: "█", count: bar) : "")
      }
  }

  /// A part of all puzzles.
  private func share(_ count: Int) -> String { GradeStatistics.share(count, of: puzzles) }

  /// A part of a whole, in tenths of a percent: `12.5 %`.
  private static func share(_ part: Int, of whole: Int) -> String {
    let tenths = (part * 1000 + whole / 2) / max(1, whole)
    return "\(tenths / 10).\(tenths % 10) %"
  }

  private static func right(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }

  private static func left(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  /// The time that grading took and the rules in which it went, which no two runs share.
  func timing() -> [String] {
    let whole = GradeStatistics.nanoseconds(time)
    let mean = whole / max(1, puzzles) / 10
    var lines = [
      "Grading took \(whole / 1000) µs in all, "
        + "\(ScoreText.decimal(hundredths: mean)) µs a puzzle (differs from run to run):"
    ]
    for (rule, usage) in zip(rules, usage) {
      let spent = GradeStatistics.nanoseconds(usage.time)
      lines.append(
        GradeStatistics.left(rule.id, 26) + GradeStatistics.right("\(spent / 1000) µs", 15)
          + GradeStatistics.right(GradeStatistics.share(spent, of: whole), 10))
    }
    return lines
  }

  private static func nanoseconds(_ time: Duration) -> Int {
    let (seconds, attoseconds) = time.components
    return Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000)
  }

  // MARK: - JSON

  /// What a checker says of those that are solved with sums, where there may be some.
  private var proofs: [JSONMember] {
    guard reasoning == .thorough else { return [] }
    return [
      JSONMember(
        "withSums",
        .object([
          JSONMember("puzzles", summed), JSONMember("steps", checked),
          JSONMember("failed", failed),
        ]))
    ]
  }

  /// The same as one object.
  var json: JSONValue {
    let all: [GradeVerdict.Solutions] = [.unique, .several, .none, .undecided]
    return .object(
      [
        AnswerJSON.schema,
        JSONMember("puzzles", puzzles),
        JSONMember("solved", solved),
        JSONMember("highestLevel", highestLevel),
      ] + proofs + [
        JSONMember(
          "grids",
          .array(
            sortedGrids.map {
              .object([
                JSONMember("size", $0.grid.side),
                JSONMember("stars", $0.grid.stars),
                JSONMember("puzzles", $0.count),
              ])
            })),
        JSONMember(
          "verdicts",
          .object(all.map { JSONMember($0.rawValue, verdicts[$0] ?? 0) })),
        JSONMember(
          "difficulties", .object((1...10).map { JSONMember("\($0)", difficulties[$0]) })),
        JSONMember("levels", .object(levels.enumerated().map { JSONMember("\($0)", $1) })),
        JSONMember(
          "rules",
          .object(
            zip(rules, usage).map { rule, usage in
              JSONMember(
                rule.id,
                .object(
                  [
                    JSONMember("level", rule.level),
                    JSONMember("times", usage.times),
                    JSONMember("puzzles", usage.puzzles),
                  ] + (countsNeeds ? [JSONMember("needed", usage.needed)] : [])))
            })),
        JSONMember(
          "unsolved",
          .array(
            unsolved.map { puzzle in
              .object(
                [
                  JSONMember("line", puzzle.line),
                  JSONMember("size", puzzle.grid.side),
                  JSONMember("stars", puzzle.grid.stars),
                ] + puzzle.verdict.members(side: puzzle.grid.side))
            })),
        JSONMember("graderVersion", Grade.version),
      ])
  }
}
