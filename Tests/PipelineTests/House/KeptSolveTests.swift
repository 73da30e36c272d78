import Catalog
import Explaining
import Grading
import HouseSupport
import Identity
import Notation
import Pipeline
import Pressing
import Publishing
import StarBattle
import Testing

@Suite("What is kept of a solve")
struct KeptSolveTests {
  @Test("the catalogue gives the very grade and steps that solving again would")
  func same() async throws {
    let house = try NightlyHouse()
    _ = try await house.run()
    let catalog = try Catalog.open(at: "\(house.state)/catalog.sqlite")
    var grader = Grader()
    var count = 0
    for puzzle in try catalog.puzzles(after: 0, limit: 1000) {
      let kept = try #require(try catalog.solve(of: puzzle.text))
      let (grade, trace) = grader.trace(try puzzle.text.puzzle)
      #expect(kept.grade == grade)
      #expect(kept.trace == trace)
      count += 1
    }
    #expect(count > 10)
  }

  @Test("profiles are the same from what is kept as from solving again")
  func profiles() async throws {
    let house = try NightlyHouse()
    _ = try await house.run()
    let catalog = try Catalog.open(at: "\(house.state)/catalog.sqlite")
    let texts = try catalog.slots(of: "first").map(\.puzzle.sbn)
    let pack = ReleaseContent.Pack(
      id: "first", name: "First", version: 1, free: true, puzzles: texts)
    for language in [HintLanguage.english, .spanish] {
      let anew = ProfileWriter(language: language)
      let kept = ProfileWriter(language: language, catalog: catalog)
      #expect(try kept.app(pack) == anew.app(pack))
      #expect(try kept.hints(texts) == anew.hints(texts))
      #expect(try kept.steps(texts) == anew.steps(texts))
    }
  }

  @Test("steps of another grader, of another text or of no puzzle at all are not taken")
  func strangers() async throws {
    let house = try NightlyHouse()
    let catalog = try Catalog.open(at: "\(house.state)/catalog.sqlite")
    var press = Press(grid: try Grid(side: 6, stars: 1), isTracing: true)
    var tally = Tally()
    var made: Pressed?
    for number in 0..<20 where made == nil {
      made = Seed(number).flatMap { press.press($0, &tally) }
    }
    let pressed = try #require(made)
    #expect(try catalog.solve(of: pressed.sbn) == nil)
    var row = NewPuzzle(pressed)
    #expect(row.trace == pressed.trace)
    let other = try #require(GraderVersion.allCases.first { $0 != .current })
    row.graderVersion = other.rawValue
    _ = try catalog.add(row)
    #expect(try catalog.solve(of: pressed.sbn) == nil)
    #expect(try catalog.solve(of: pressed.sbn, by: other) != nil)
    // What a grader found that this program has stands; hints are written by that of today.
    #expect(row.solve?.grade.scoreInHundredths == row.scoreInHundredths)
    row.graderVersion = 0
    #expect(row.solve == nil)
    let turned = SBN(puzzle: pressed.puzzle.applying(.rotated90), metadata: SBN.Metadata())
    #expect(try catalog.solve(of: turned) == nil)
  }
}
