import Explaining
import Grading
import HouseSupport
import Notation
import Proving
import Solving
import StarBattle
import TestSupport
import Testing

@Suite("Traces as they are told")
struct ToldTraceTests {
  private let checker = TraceChecker(scopes: Rule.scopes)

  @Test(
    "every step holds on the board before it, and none is told by a harder rule than it has",
    arguments: TraceSamples.grids.map(\.0))
  func truth(side: Int) throws {
    for (grade, trace) in try TraceSamples.traces(side: side) where grade.isSolved {
      check(trace)
    }
  }

  /// Whole files in `make soak`.
  @Test(
    "every step of real puzzles holds on the board before it",
    .enabled(if: Corpus.isPresent, Comment(rawValue: Corpus.absence)),
    arguments: ["10x10-2-hard", "14x14-3-medium", "14x14-3-hard"])
  func realTruth(file: String) throws {
    var grader = Grader()
    let lines = try #require(Corpus.lines(of: "\(file).sbn", limit: Effort.isSoak ? .max : 30))
    for line in lines {
      let (grade, trace) = grader.trace(try SBN(line).puzzle)
      if grade.isSolved { check(trace) }
    }
  }

  /// Checks what is told of a trace that solves its puzzle.
  private func check(_ trace: Trace) {
    let told = ToldTrace(trace)
    #expect(told.steps.count == trace.steps.count)
    var board = PlayerBoard(trace.puzzle.grid)
    for (step, own) in zip(told.steps, trace.steps) {
      #expect(step.stars == own.stars && step.marks == own.marks && step.cycle == own.cycle)
      #expect(step.level <= own.level)
      #expect(step == own || own.assumption != nil || step.rule == Rule.neighbours.id)
      // Steps of a cycle are found at its start: only what is told anew rests on the others.
      if step != own {
        do throws(TraceFault) {
          try checker.check(step, on: board, of: trace.puzzle)
        } catch {
          Issue.record("\(SBN(puzzle: trace.puzzle)): \(error): \(step)")
        }
      }
      board.apply(step)
    }
  }

  @Test("what took a long chain at the start of its cycle is told shortly by its end")
  func shorter() throws {
    var (before, after, easier) = (0, 0, 0)
    for (grade, trace) in try TraceSamples.traces(side: 10, stars: 2, count: 60)
    where grade.isSolved {
      for (step, own) in zip(ToldTrace(trace).steps, trace.steps) {
        before += own.assumption?.chain.count ?? 0
        after += step.assumption?.chain.count ?? 0
        if step.level < own.level { easier += 1 }
      }
    }
    #expect(easier > 20 && after < before, "\(easier) steps, \(before) to \(after) links")
  }

  @Test("a trace that comes to no solution is told as it is")
  func stuck() throws {
    var random = ReplaySeed(78).generator
    var grader = Grader()
    var count = 0
    for _ in 0..<60 {
      let puzzle = RandomBoards.puzzle(sides: 5...10, using: &random)
      let (grade, trace) = grader.trace(puzzle)
      guard !grade.isSolved else { continue }
      count += 1
      #expect(ToldTrace(trace).steps == trace.steps, "\(SBN(puzzle: puzzle))")
    }
    #expect(count > 20)
  }

  @Test(
    "kissing Ls, a T and an M are told by their names in real puzzles",
    .enabled(if: Corpus.isPresent, Comment(rawValue: Corpus.absence)))
  func names() throws {
    var seen: Set<Situation> = []
    var grader = Grader()
    for line in try #require(Corpus.lines(of: "10x10-2-hard.sbn", limit: 300)) {
      let puzzle = try SBN(line).puzzle
      let told = ToldTrace(grader.trace(puzzle).trace)
      var board = KnownBoard(puzzle)
      for step in told.steps {
        if step.assumption?.failure.rule == "tiling.pairs" {
          seen.formUnion(HintPosition(board: board, step: step).situations)
        }
        board.apply(step)
      }
    }
    #expect(seen.isSuperset(of: [.kissingLs, .pressuredT, .pressuredM]))
  }

  @Test(
    "marks beside a star of their own cycle are told as that, whatever rule the cycle has",
    .enabled(if: Corpus.isPresent, Comment(rawValue: Corpus.absence)))
  func besideStars() throws {
    var retold = 0
    var grader = Grader()
    for line in try #require(Corpus.lines(of: "10x10-2-hard.sbn", limit: 300)) {
      let trace = grader.trace(try SBN(line).puzzle).trace
      var board = KnownBoard(trace.puzzle)
      for (step, own) in zip(ToldTrace(trace).steps, trace.steps) {
        if step.stars.isEmpty, areBesideStar(step.marks, board) {
          #expect(step.rule == Rule.neighbours.id, "\(SBN(puzzle: trace.puzzle)): \(step)")
          if own.rule != step.rule { retold += 1 }
        }
        board.apply(step)
      }
    }
    #expect(retold > 0)
  }

  @Test(
    "what is said to have no room to spare has none",
    .enabled(if: Corpus.isPresent, Comment(rawValue: Corpus.absence)))
  func roomToSpare() throws {
    let spent = /region (?<region>[A-Z]) (?:must have|has) (?<stars>\w+) stars? (?<place>\w+), with/
    var seen = 0
    var grader = Grader()
    for line in try #require(Corpus.lines(of: "10x10-2-hard.sbn", limit: 100)) {
      let told = ToldTrace(grader.trace(try SBN(line).puzzle).trace)
      var board = KnownBoard(told.puzzle)
      for step in told.steps {
        let sentence = HintWriter().sentence(for: step, on: board)
        if let match = try spent.firstMatch(in: sentence) {
          let region = Container.region(Int(match.region.utf8.first! - UInt8(ascii: "A")))
          let lines = step.containers.filter { if case .region = $0 { false } else { true } }
          let cells = board.open(in: region).filter { cell in
            lines.contains { $0.cells(in: told.puzzle).contains(cell) } == (match.place == "there")
          }
          let stars = match.stars == "one" ? 1 : match.stars == "two" ? 2 : 0
          #expect(Room.bound(cells, side: board.side) == stars, "\(sentence)")
          seen += 1
        }
        board.apply(step)
      }
    }
    #expect(seen > 50)
  }

  private func areBesideStar(_ cells: [Int], _ board: KnownBoard) -> Bool {
    board.cells.indices.contains { star in
      board.cells[star] == .star
        && cells.allSatisfy { board.puzzle.grid.areNeighbours($0, star) }
    }
  }
}
