import Answering
import Generating
import JSONText
import Notation
package import Pressing
import Recipes
import Solving
import StarBattle
import Wording

/// Prints the puzzles of a series.
package struct GeneratePuzzles: Command {
  let count: Int
  package let series: PuzzleSeries
  /// The seed that was asked for, where one was.
  let seed: Int?

  /// The seed where none is given.
  package static let defaultSeed = PuzzleSeries.defaultSeed

  /// The difficulties that can be asked for.
  package static let difficulties = GradeRange.difficulties

  /// The levels that can be asked for.
  package static let levels = GradeRange.levels

  /// The bounds that arguments can be given.
  package static let argumentSizes = GradeRange.argumentSizes

  /// The rules that can be asked for: those of `levels`.
  package static let rules = Rule.ladder.filter { levels.contains($0.level) }.map(\.id)

  /// What to tell somebody who has named a rule that there is not.
  package static func advice(forRule id: String) -> String {
    Spelling.advice(for: id, among: rules)
  }

  /// The level of a rule; 0 where there is none of that id.
  package static func level(ofRule id: String) -> Int { Rule(id: id)?.level ?? 0 }

  /// Looks whether puzzles can have a rule whose hardest one is of some levels.
  ///
  /// - Parameters:
  ///   - id: The id of the rule.
  ///   - levels: The levels.
  ///   - isHardest: Whether it is to be the hardest one itself.
  /// - Returns: Whether there can be such a puzzle.
  package static func isRule(
    _ id: String, among levels: ClosedRange<Int>, asHardest isHardest: Bool
  ) -> Bool {
    let level = level(ofRule: id)
    return isHardest ? levels.contains(level) : level <= levels.upperBound
  }

  /// Whether a rule comes after another one on the ladder.
  package static func stands(_ id: String, behind other: String) -> Bool {
    guard let rule = Rule(id: id), let last = Rule(id: other) else { return false }
    return rule.row > last.row
  }

  /// The seeds that can be given.
  package static let seeds = PuzzleSeries.seeds

  /// The styles that can be asked for, by name.
  package static let styles = RegionStyle.allCases.map(\.name)

  /// A series.
  ///
  /// - Parameters:
  ///   - size: Rows, columns and regions.
  ///   - stars: The star quota; without it, the usual one of the size.
  ///   - count: The number of puzzles, 1 or more.
  ///   - difficulty: The difficulties that are kept; `nil` keeps all.
  ///   - level: The hardest rule levels that are kept; `nil` keeps all.
  ///   - rule: The id of the rule that the hardest step has to be; `nil` keeps all.
  ///   - need: The id of a rule that the puzzle cannot do without; `nil` keeps all.
  ///   - arguments: The most parts that an argument may have, one of `argumentSizes`; `nil` keeps
  ///     all.
  ///   - style: The name of what the regions are to look like, one of `styles`; without it, that of
  ///     the seed for the first puzzle and `natural` for the others.
  ///   - budget: The layouts that may be evaluated for all puzzles together; `nil` sets no bound.
  ///   - seed: The seed of the first puzzle, one of `seeds`; any other number is brought among
  ///     them. `nil` takes `defaultSeed`, and nobody is told where that leads to no such puzzle.
  /// - Throws: `GridError` for a grid that cannot be filled; `TooFewPuzzles` where the grid has
  ///   fewer puzzles than are asked for.
  package init(
    size: Int, stars: Int?, count: Int, difficulty: ClosedRange<Int>? = nil,
    level: ClosedRange<Int>? = nil, rule: String? = nil, need: String? = nil, arguments: Int? = nil,
    style: String? = nil, budget: Int? = nil, seed: Int? = nil
  ) throws {
    self.count = count
    self.seed = seed
    let grade = GradeRange(
      difficulty: difficulty, level: level,
      rule: rule.flatMap { Rule(id: $0) }, need: need.flatMap { Rule(id: $0) },
      arguments: arguments)
    series = try PuzzleSeries(
      try Grid(side: size, stars: stars ?? Grid.usualStars(ofSide: size)), grade: grade,
      style: style.flatMap { RegionStyle(name: $0) }, count: count, within: budget,
      seed: seed ?? GeneratePuzzles.defaultSeed)
  }

  /// Makes the puzzles.
  ///
  /// - Returns: `done`.
  /// - Throws: `SeriesError` when one puzzle takes too many candidates, or all take too many
  ///   evaluations; what `emit` throws.
  package func run(
    in house: House, _ context: RunContext, emit: (Message) throws -> Void
  ) async throws -> ExitStatus {
    let tally = try await series.make(0..<count, on: context.workers) {
      index, pressed, candidates in
      let missed = index == 0 ? missedSeed(pressed) : nil
      if let missed { try emit(.problem(words(forMissed: missed, pressed))) }
      try emit(
        .answer(
          GeneratedPuzzle(
            pressed: pressed, index: index, candidates: candidates, insteadOf: missed)))
      context.progress(
        RunProgress(stage: "generating \(series.ask.grid)", done: index + 1, total: count))
    }
    let candidates = "\(tally.tried, of: "candidate")"
    try emit(.note("accepted \(count) of \(candidates)\(tally.rate(of: count))"))
    return .done
  }

  /// The seed that was asked for, where the first puzzle is not its.
  private func missedSeed(_ pressed: Pressed) -> Int? {
    seed.flatMap { seed in pressed.seed.map { Int($0.value) } == seed ? nil : seed }
  }

  /// Says that a seed leads to no puzzle that was asked for.
  private func words(forMissed seed: Int, _ pressed: Pressed) -> String {
    let grid = series.ask.grid
    let isAsked = series.ask.grade != GradeRange() || series.isRestyled
    let what = isAsked ? "no puzzle of \(grid) as asked for" : "no puzzle of \(grid)"
    let other = pressed.seed.map { "that of seed \($0.value)" } ?? "another"
    return "seed \(seed) leads to \(what); the first puzzle is \(other)"
  }
}

/// A puzzle of a series.
private struct GeneratedPuzzle: WrittenAnswer {
  let pressed: Pressed
  let index: Int
  /// The candidates that it took.
  let candidates: Int
  /// The seed that was asked for, where it is another.
  let insteadOf: Int?

  var text: [String] { [pressed.sbn.description] }

  func writeJSON(to writer: inout JSONWriter) {
    writer.object { object in
      PuzzleJSON.write(pressed.grade, sbn: pressed.sbn, index: index, to: &object)
      object.member("seed", pressed.seed.map { Int($0.value) })
      object.member("generatorVersion", GeneratorVersion.current)
      object.member("candidates", candidates)
      object.member("insteadOfSeed", insteadOf)
    }
  }
}
