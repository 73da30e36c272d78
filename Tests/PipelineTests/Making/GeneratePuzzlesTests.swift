import Foundation
import Generating
import HouseSupport
import JSONText
import Notation
import Pipeline
import Pressing
import StarBattle
import Synchronization
import TestSupport
import Testing

@Suite("Generating on demand")
struct GenerateTests {
  /// What a job prints, and what it ends with.
  private func run(
    _ job: GeneratePuzzles, jobs: Int = 1, form: AnswerForm = .text,
    interruption: @escaping @Sendable () -> Int32? = { nil }
  ) async throws -> (lines: [String], notes: [String], error: (any Error)?) {
    var lines: [String] = []
    var notes: [String] = []
    do {
      _ = try await job.run(
        in: .usual, .at("2026-11-21", jobs: jobs, interruption: interruption)
      ) { message in
        for line in message.lines(as: form) {
          if case .result(let text) = line { lines.append(text) } else { notes.append(line.text) }
        }
      }
      return (lines, notes, nil)
    } catch {
      return (lines, notes, error)
    }
  }

  // MARK: - Budgets

  @Test("a spent budget ends with what there is, the same for any number of jobs")
  func budget() async throws {
    let whole = try await run(GeneratePuzzles(size: 8, stars: 1, count: 60))
    #expect(whole.error == nil)
    #expect(whole.lines.count == 60)
    #expect(whole.notes.last?.hasPrefix("accepted 60 of ") == true)
    var counts: [Int] = []
    for budget in [1, 500, 2000] {
      let parts = try await [1, 3].asyncMap { jobs in
        try await run(GeneratePuzzles(size: 8, stars: 1, count: 60, budget: budget), jobs: jobs)
      }
      #expect(parts[0].lines == parts[1].lines)
      #expect(parts[0].lines == Array(whole.lines.prefix(parts[0].lines.count)))
      for part in parts {
        let error = try #require(part.error)
        guard case SeriesError.budgetSpent(budget, let found, 60) = error else {
          Issue.record("\(error)")
          continue
        }
        #expect(found == part.lines.count)
        #expect(Pipeline.ExitStatus(for: error) == .partial)
        let evaluations = "\(budget) evaluation\(budget == 1 ? "" : "s")"
        #expect("\(error)".contains("the budget of \(evaluations) is spent with \(found) of 60"))
      }
      counts.append(parts[0].lines.count)
    }
    #expect(counts[0] == 0 && 0 < counts[1] && counts[1] < counts[2] && counts[2] < 60, "\(counts)")
    let ample = try await run(GeneratePuzzles(size: 8, stars: 1, count: 60, budget: 1_000_000))
    #expect(ample.error == nil)
    #expect(ample.lines == whole.lines)
  }

  @Test(
    "what cannot be had is given up after a counted amount of work, and the message says what to do"
  )
  func gaveUp() async throws {
    let never = try await run(
      GeneratePuzzles(size: 6, stars: 1, count: 3, difficulty: 10...10, level: 1...1))
    guard case SeriesError.tooFew(0, 3, let tally, _)? = never.error, let error = never.error else {
      Issue.record("\(String(describing: never.error))")
      return
    }
    #expect(never.lines.isEmpty)
    #expect(Pipeline.ExitStatus(for: error) == .partial)
    #expect("\(error)".hasPrefix("gave up after \(tally.tried) candidates with 0 of 3 puzzles"))
    #expect("\(error)".hasSuffix("ask for a wider --difficulty, or a wider --level"))
  }

  @Test(
    "a grid that is rare beyond hope is given up as well, and the message names one that is not")
  func rareGrid() async throws {
    let ended = try await run(GeneratePuzzles(size: 25, stars: 4, count: 1, budget: 20_000))
    guard case SeriesError.budgetSpent(20_000, 0, 1)? = ended.error else {
      Issue.record("\(String(describing: ended.error))")
      return
    }
    let series = try GeneratePuzzles(size: 25, stars: 4, count: 2).series
    #expect(series.advice(wanted: 2).contains("25×25 with 4 stars are rare"))
    #expect(
      series.advice(wanted: 2).hasSuffix(": ask for fewer, or for --stars 6, the most that fit"))
    #expect(series.advice(wanted: 1).hasSuffix(": ask for --stars 6, the most that fit"))
  }

  @Test("more than a small world holds is refused at once, with the number that it holds")
  func smallWorld() throws {
    let most = try #require(try Grid(side: 4, stars: 1).puzzleCount)
    #expect(throws: TooFewPuzzles.self) {
      _ = try GeneratePuzzles(size: 4, stars: 1, count: most + 1)
    }
    #expect(
      "\(TooFewPuzzles(asked: 5, of: try Grid(side: 4, stars: 1), most: most))".contains("\(most)")
    )
  }

  // MARK: - Seeds

  @Test("the first puzzle is that of the seed, unless another style is asked for")
  func restyled() async throws {
    func seed(_ job: GeneratePuzzles) async throws -> Seed {
      let line = try #require(try await run(job).lines.first)
      let number = try #require(try SBN(line).metadata.seed)
      return try #require(Seed(Int(number)))
    }
    let natural = SeedSettings(style: .natural).written(into: try #require(Seed(777_000)))
    let winding = SeedSettings(style: .winding).written(into: natural)
    for (given, asked, isRestyled) in [
      (natural, nil, false), (natural, "natural", false), (natural, "winding", true),
      (winding, nil, false), (winding, "winding", false), (winding, "compact", true),
    ] {
      let job = try GeneratePuzzles(
        size: 6, stars: 1, count: 1, style: asked, seed: Int(given.value))
      let made = try await seed(job)
      #expect((made != given) == isRestyled)
      if let asked { #expect(SeedSettings(of: made).style.name == asked) }
      // The seed that is printed rebuilds the puzzle, whatever options led to it.
      let printed = try #require(try await run(job).lines.first)
      let again = try await run(GeneratePuzzles(size: 6, stars: 1, count: 1, seed: Int(made.value)))
      #expect(again.lines == [printed])
    }
  }

  // MARK: - Jobs and interruption

  @Test(
    "the number of jobs never changes a byte, not even where puzzles repeat and are made anew",
    arguments: [(4, 1, 120, nil), (10, 2, 12, nil), (10, 2, 6, 7...7), (14, 3, 5, nil)]
      as [(Int, Int, Int, ClosedRange<Int>?)])
  func jobs(size: Int, stars: Int, count: Int, difficulty: ClosedRange<Int>?) async throws {
    let job = try GeneratePuzzles(
      size: size, stars: stars, count: count, difficulty: difficulty)
    let one = try await run(job, form: .json)
    #expect(one.error == nil)
    #expect(one.lines.count == count)
    for jobs in [2, 5] {
      let several = try await run(job, jobs: jobs, form: .json)
      #expect(several.lines == one.lines)
      #expect(several.notes == one.notes)
    }
    #expect(try forms(in: one.lines).count == count, "some puzzles are equal, turned or mirrored")
  }

  /// The puzzles of JSON lines, those that are turned or mirrored once.
  private func forms(in lines: [String]) throws -> Set<CanonicalForm> {
    var forms: Set<CanonicalForm> = []
    for line in lines {
      let value = try JSONValue(reading: Array(line.utf8))
      guard case .string(let text)? = value["sbn"] else { continue }
      forms.insert(try SBN(text).puzzle.canonicalForm)
    }
    return forms
  }

  @Test("an interruption between any two puzzles leaves those before it", arguments: [0, 1, 7])
  func interrupted(after lines: Int) async throws {
    let whole = try await run(GeneratePuzzles(size: 6, stars: 1, count: 12)).lines
    var taken: [String] = []
    let stop = Flag()
    if lines == 0 { stop.raise() }
    await #expect(throws: PipelineError.self) {
      _ = try await GeneratePuzzles(size: 6, stars: 1, count: 12).run(
        in: .usual, .at("2026-11-21", jobs: 2, interruption: { stop.isRaised ? 2 : nil })
      ) { message in
        for case .result(let text) in message.lines() { taken.append(text) }
        if taken.count == lines { stop.raise() }
      }
    }
    #expect(taken == Array(whole.prefix(lines)))
  }
}

extension Array {
  /// The results of some asynchronous work on each element, one after the other.
  fileprivate func asyncMap<Made>(_ work: (Element) async throws -> Made) async rethrows
    -> [Made]
  {
    var results: [Made] = []
    for element in self { results.append(try await work(element)) }
    return results
  }
}

/// Something that is raised once, and seen by all threads.
private final class Flag: Sendable {
  private let value = Atomic(false)
  var isRaised: Bool { value.load(ordering: .sequentiallyConsistent) }
  func raise() { value.store(true, ordering: .sequentiallyConsistent) }
}
