import Generating
import Grading
import Notation
import Pressing
import Solving
import StarBattle
import Testing

/// What becomes of a search where steering leads nowhere.
@Suite("Drawing where steering leads nowhere")
struct DrawingTests {
  private func search(
    _ side: Int, _ stars: Int, _ grade: GradeRange, _ patience: Patience? = nil,
    steering: CandidateSearch.Steering = .mostly, item: Int = 0
  ) throws -> CandidateSearch {
    let grid = try Grid(side: side, stars: stars)
    return CandidateSearch(
      Ask(grid, grade: grade, patience: patience), item: "test:\(item)", campaign: 11,
      steering: steering)
  }

  @Test("a series finds by drawing what steering does not reach")
  func series() throws {
    // Hardly any puzzle of 11×11 with 1 star is solved by tiles, and the first two that are steered
    // to them fail.
    var patience = Patience.series(within: nil)
    patience.vain = 2
    let search = try search(
      11, 1, GradeRange(level: 4...4), patience, steering: .always(turn: 0, first: nil))
    var press = Press(grid: search.grid)
    let pick = search.pick(with: &press, isUsed: { _ in false })
    let pressed = try #require(pick.pressed)
    #expect(pressed.grade.level == 4)
    #expect(pick.tally.tried > patience.vain)
    #expect(SeedSettings(of: search.seed(0)).rule != nil)
    #expect(SeedSettings(of: try #require(pressed.seed)).rule == nil)
    // The same again, as on any machine.
    #expect(search.pick(with: &press, isUsed: { _ in false }) == pick)
  }

  @Test(
    "asking for what some puzzles have takes no more work than waiting for it",
    arguments: [(10, 1), (11, 1), (12, 1), (12, 2), (15, 3), (17, 4), (21, 5)], 1...2)
  func asking(grid: (side: Int, stars: Int), difficulty: Int) throws {
    var press = Press(grid: try Grid(side: grid.side, stars: grid.stars))
    var (asked, drawn) = (0, 0)
    for item in 0..<3 {
      let search = try search(
        grid.side, grid.stars, GradeRange(difficulty: difficulty...difficulty),
        .series(within: nil), steering: .always(turn: 0, first: nil), item: item)
      let pick = search.pick(with: &press, isUsed: { _ in false })
      #expect(pick.pressed?.grade.difficulty == difficulty)
      asked += pick.tally.evaluations
    }
    var found = 0
    for item in 0..<2000 where found < 3 {
      let search = try search(
        grid.side, grid.stars, GradeRange(), .series(within: nil),
        steering: .always(turn: 0, first: nil), item: item)
      let pick = search.pick(with: &press, isUsed: { _ in false })
      if pick.pressed?.grade.difficulty == difficulty { found += 1 }
      drawn += pick.tally.evaluations
    }
    #expect(asked <= drawn, "asked for after \(asked) evaluations, drawn after \(drawn)")
  }

  @Test("what was made by drawing can be made again")
  func remaking() throws {
    var search = try search(8, 2, GradeRange(difficulty: 7...8))
    var press = Press(grid: search.grid)
    let pressed = try #require(search.pick(with: &press, isUsed: { _ in false }).pressed)
    #expect((6...9).contains(pressed.grade.difficulty))
    var ask = search.ask
    ask.patience = .remaking(on: search.grid)
    search = CandidateSearch(ask, item: "test:0", campaign: 11)
    let text = search.text(with: &press, where: { $0 == pressed.sbn.description }, check: {})
    #expect(text == pressed.sbn.description)
  }

  @Test("a rule that has to be needed is, and one that has to be the hardest is")
  func rules() throws {
    var grader = Grader()
    for id in ["tiling.pairs", "counting.marks", "direct.neighbours", "direct.complete"] {
      let rule = try #require(Rule(id: id))
      let search = try search(
        10, 2, GradeRange(need: rule), .series(within: nil),
        steering: .always(turn: 0, first: nil))
      var press = Press(grid: search.grid)
      let pressed = try #require(search.pick(with: &press, isUsed: { _ in false }).pressed)
      let need = grader.needs(of: pressed.puzzle).first { $0.rule == rule }
      #expect(need?.isNeeded == true, "\(id)")
    }
    let wanted = try #require(Rule(id: "counting.tiles"))
    let hardest = try search(10, 2, GradeRange(rule: wanted))
    var press = Press(grid: hardest.grid)
    let pressed = try #require(hardest.pick(with: &press, isUsed: { _ in false }).pressed)
    #expect(pressed.grade.rules.last?.rule == wanted)
  }
}
