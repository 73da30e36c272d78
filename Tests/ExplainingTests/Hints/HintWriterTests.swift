import Answering
import Drawing
import Explaining
import Grading
import HouseSupport
import JSONText
import Notation
import Pipeline
import Solving
import StarBattle
import TestSupport
import Testing

@Suite("Hint writer")
struct HintWriterTests {
  @Test("what a player reads, coordinates from 1 and what a row has counted from earlier steps")
  func sentences() throws {
    let puzzle = try TraceSamples.puzzle(
      "AAABBBCC/AAABBBCC/DDDDBBCC/EEEDDDCC/EEEEDDCC/FFFFFFCC/GGGGGFFF/HHHHHHHH", stars: 2)
    let complete = Step(
      rule: "direct.complete", level: 3, cycle: 2, containers: [.row(2)], cells: [],
      marks: [16, 17, 20, 21, 23])
    let placed = Step(
      rule: "direct.forced", level: 2, cycle: 0, containers: [.row(2)], cells: [18, 22],
      stars: [18, 22])
    let given = Step(
      rule: "given", level: 1, cycle: 0, containers: [], cells: [], marks: [16, 17, 19, 20, 21, 23])
    let trace = Trace(
      puzzle: puzzle,
      steps: [
        given, placed,
        Step(
          rule: "direct.neighbours", level: 1, cycle: 1, containers: [], cells: [18],
          marks: [9, 10, 11, 25, 26, 27]),
      ])
    let english = HintWriter().hintSteps(ToldTrace(trace))
    #expect(
      english.dropFirst().map(\.sentence) == [
        "Row 3 needs two stars and has only two open cells left, so both are stars: "
          + "row 3, columns 3 and 7.",
        "Stars never touch, so the six open cells around the star in row 3, column 3 stay empty.",
      ])
    var board = KnownBoard(puzzle)
    board.apply(placed)
    // One cell is marked already, as an earlier step may have done.
    board.apply(
      Step(rule: "given", level: 1, cycle: 0, containers: [], cells: [], marks: [19]))
    #expect(
      HintWriter().sentence(for: complete, on: board)
        == "Row 3 already has both its stars, so its other cells stay empty.")
    #expect(
      HintWriter(language: .spanish).sentence(for: complete, on: board)
        == "La fila 3 ya tiene sus dos estrellas, así que sus demás casillas quedan vacías.")
  }

  @Test("a sum says what its multipliers belong to, without a pair of parentheses behind another")
  func multipliers() throws {
    let puzzle = try TraceSamples.puzzle(
      "AAAAAAAA/BBBBBBBB/CCCCCCCC/DDDDDDDD/EEEEEEEE/FFFFFFFF/GGGGGGGG/HHHHHHHH", stars: 2)
    func sentence(
      given: [Int] = [], without marks: [Int], _ sum: [Addend], stars: [Int] = [],
      marks new: [Int] = []
    ) -> String {
      let step = Step(
        rule: "sum.few", level: 8, cycle: 0, containers: sum.compactMap(\.container), cells: [],
        stars: stars, marks: new, sum: sum)
      return HintWriter().sentence(
        for: step, on: TraceSamples.board(puzzle, stars: given, marks: marks))
    }
    // Rows 1 and 8 have three open cells each, of which a tile has two; three times over.
    let three = sentence(
      without: [2, 3, 4, 6, 7, 58, 59, 60, 62, 63],
      [
        Addend(.container(.row(0)), times: 3), Addend(.container(.row(7)), times: 3),
        Addend(.tile(0), times: -3), Addend(.tile(48), times: -3),
      ], stars: [5, 61])
    #expect(three.contains("To be filled: (rows 1 and 8) ×3 (12 stars)."), "\(three)")
    #expect(three.contains("(two 2×2 blocks (top left: column 1, rows 1 and 7)) ×3"))
    #expect(three.contains("(two cells (column 6, rows 1 and 8)) ×3"), "\(three)")
    // Row 1 twice, and one of three tiles: each cell lies in two of them.
    let twice = sentence(
      without: [3, 4, 5, 6, 7],
      [
        Addend(.container(.row(0)), times: 2), Addend(.tile(0), times: -2),
        Addend(.tile(1), times: -1), Addend(.tile(2), times: -2),
      ], marks: [8, 9])
    #expect(twice.contains("2×2 blocks (top left: row 1, columns 1 to 3; "), "\(twice)")
    #expect(twice.contains(" counted twice)") && !twice.contains(") ("), "\(twice)")
    // Of a tile that covered cells of a row and a column nothing is open any more.
    let bare = sentence(
      without: [1, 3, 4, 5, 6, 7, 8, 16, 24, 32, 40, 48, 53, 54, 61, 62],
      [
        Addend(.container(.row(0)), times: 1), Addend(.container(.column(0)), times: 1),
        Addend(.tile(53), times: -1),
      ], stars: [0, 2, 56])
    #expect(
      bare.hasSuffix(
        "To be filled: row 1 and column 1 (four stars). Room for them: two cells (row 1, column 3; "
          + "row 8, column 1) and (the cell at row 1, column 1) ×2 (four stars)."), "\(bare)")
    // What is open of a tile touches a star: it is no room, though nobody has marked it yet.
    let beside = sentence(
      given: [0], without: [2, 3, 6, 7, 10],
      [
        Addend(.container(.row(0)), times: 1), Addend(.tile(1), times: -1),
        Addend(.tile(4), times: -1),
      ], marks: [12, 13])
    #expect(
      beside.hasSuffix("Room for them: the 2×2 block (top left: row 1, column 5) (one star)."),
      "\(beside)")
  }

  @Test("what needs more stars than another can take says so only where it has no other room")
  func clashes() throws {
    let puzzle = try TraceSamples.puzzle(
      "AAABBBCC/AAABBBCC/DDDDBBCC/EEEDDDCC/EEEEDDCC/FFFFFFCC/GGGGGFFF/HHHHHHHH", stars: 2)
    // Region C has columns 7 and 8 of the first six rows.
    let eighth = [7, 15, 23, 31, 39, 47]
    let failure = Failure(rule: "direct.forced", containers: [.column(6), .region(2), .column(6)])
    func clause(stars: [Int], without marks: [Int]) -> String {
      HintWriter().clause(
        for: failure, on: TraceSamples.board(puzzle, stars: stars, marks: marks))
    }
    #expect(
      clause(stars: [62], without: eighth)
        == "region C would have to put at least two stars in column 7, where only one star can go")
    #expect(
      clause(stars: [62, 6], without: eighth)
        == "region C would need a star where column 7 can take no more")
    #expect(
      clause(stars: [62, 54], without: Array(eighth.dropFirst()))
        == "region C would have to put at least one star in column 7, where no more can go")
    #expect(
      clause(stars: [62], without: Array(eighth.dropLast()))
        == "there would be no way to complete column 7 and region C")
  }

  @Test("the app's list has its members in their order and cells from 0")
  func json() throws {
    let puzzle = try TraceSamples.puzzle("AABBB/AABBC/ADDCC/ADDCE/DDDEE")
    let trace = Trace(
      puzzle: puzzle,
      steps: [
        Step(
          rule: "direct.neighbours", level: 1, cycle: 0, containers: [], cells: [7],
          marks: [13])
      ])
    #expect(
      String(decoding: HintWriter().json(ToldTrace(trace)).text, as: UTF8.self)
        == #"[{"rule":"Stars never touch, so row 3, column 4, next to the star in row 2, "#
        + #"column 3, stays empty.","level":1,"placements":[],"marks":[[2,3]]}]"#)
  }

  @Test(
    "hints of generated puzzles solve the board, and every sentence is whole",
    arguments: TraceSamples.grids.map(\.0))
  func generated(side: Int) throws {
    let traces = try TraceSamples.traces(side: side)
    for (grade, trace) in traces where grade.isSolved {
      let told = ToldTrace(trace)
      for language in HintLanguage.all {
        let hints = HintWriter(language: language).hintSteps(told)
        #expect(hints.count == trace.steps.count)
        for (hint, step) in zip(hints, told.steps) {
          check(hint, step, side: side, in: language)
        }
        let placed = hints.flatMap(\.placements).map { $0[0] * side + $0[1] }
        let marked = hints.flatMap(\.marks).map { $0[0] * side + $0[1] }
        #expect(Solution(stars: placed).solves(trace.puzzle))
        #expect(Set(placed).isDisjoint(with: marked))
      }
    }
  }

  private func check(_ hint: HintStep, _ step: Step, side: Int, in language: HintLanguage) {
    let text = hint.sentence
    // A sentence may begin with a figure: 12 cells stay empty.
    #expect(text.first?.isLowercase == false, "\(text)")
    #expect(text.hasSuffix(language.code == "ja" ? "。" : "."), "\(text)")
    for flaw in ["{", "}", "[", "]", "|", "  ", "。。", "..", ":.", " ,", ": .", "; ."] {
      #expect(!text.contains(flaw), "\(text)")
    }
    #expect(hint.level == step.level)
    if step.stars.count == 1, step.marks.isEmpty {
      let place = Phrases(language: language).place(step.stars[0], side: side)
      #expect(text.contains(place), "\(text)")
    }
  }

  @Test("boards that have no solution, or several, are told as far as they go")
  func randomBoards() throws {
    var random = ReplaySeed(77).generator
    var grader = Grader()
    for _ in 0..<200 {
      let puzzle = RandomBoards.puzzle(sides: 4...14, using: &random)
      let (grade, trace) = grader.trace(puzzle, highestLevel: 13)
      for language in HintLanguage.all {
        let lines = TraceText(language: language).lines(trace, grade: grade)
        #expect(!lines.contains { $0.contains("{") }, "\(SBN(puzzle: puzzle))")
        let hints = HintWriter(language: language).hintSteps(ToldTrace(trace))
        #expect(hints.count == trace.steps.count)
      }
    }
  }

  @Test("a chain that leads to a cell marked since ends there")
  func chainsOnLaterBoards() throws {
    let puzzle = try TraceSamples.puzzle("AABBB/AABBC/ADDCC/ADDCE/DDDEE")
    let forced = Step(
      rule: "direct.forced", level: 2, cycle: 0, containers: [.row(2)], cells: [10], stars: [10])
    let step = Step(
      rule: "hypothetical.propagated", level: 11, cycle: 0, containers: [.row(4)], cells: [2],
      marks: [2],
      assumption: Assumption(
        cell: 2, chain: [forced], failure: Failure(rule: "direct.forced", containers: [.row(4)])))
    let earlier = TraceSamples.board(puzzle, stars: [], marks: [11, 12, 13, 14] + Array(20...24))
    #expect(
      HintWriter().sentence(for: step, on: earlier)
        == "A star in row 1, column 3 would force another in row 3, column 1, and then row 5 would "
        + "have no open cell left for its star. So row 1, column 3 stays empty.")
    let later = TraceSamples.board(puzzle, stars: [], marks: [10, 11, 12, 13, 14])
    #expect(
      HintWriter().sentence(for: step, on: later)
        == "With a star in row 1, column 3, row 3 would have no open cell left for its star, so "
        + "that cell stays empty.")
  }

  @Test("the steps of every rule look as their sentences expect")
  func noGeneralities() throws {
    var rules: Set<String> = []
    for (side, _) in TraceSamples.grids {
      for (_, trace) in try TraceSamples.traces(side: side) {
        var board = KnownBoard(trace.puzzle)
        for step in trace.steps {
          let probed = HintPosition(board: board, step: step).situations
          #expect(
            probed.first != .generalContainers && probed.first != .generalPlain,
            "\(SBN(puzzle: trace.puzzle)) \(step)")
          rules.insert(step.rule)
          board.apply(step)
        }
      }
    }
    // All but the rarest have been met.
    let ladder = Rule.ladder.filter { $0.level <= 11 }.map(\.id)
    #expect(ladder.allSatisfy(rules.contains), "\(rules.sorted())")
  }
}
