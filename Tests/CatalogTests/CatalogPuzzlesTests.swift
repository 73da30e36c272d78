import Catalog
import Identity
import Notation
import StarBattle
import TestSupport
import Testing

@Suite("Puzzles in the catalogue")
struct CatalogPuzzlesTests {
  private let folder = TemporaryFolder()
  private let catalog: Catalog

  init() throws { catalog = try Catalog.open(at: folder.catalog) }

  @Test("a puzzle comes back with everything that was known about it")
  func roundTrip() throws {
    let puzzle = Samples.puzzle(7, side: 12, difficulty: 8)
    guard case .added(let id) = try catalog.add(puzzle) else {
      Issue.record("it was refused")
      return
    }
    let row = try #require(try catalog.reserve(of: puzzle.sbn.puzzle.grid).first)
    #expect(row.id == id)
    #expect(row.sbn == puzzle.sbn.description)
    #expect(row.grid == puzzle.sbn.puzzle.grid)
    #expect(row.seed == 7)
    #expect((row.generatorVersion, row.graderVersion) == (1, 2))
    #expect(row.scoreInHundredths == 800)
    #expect((row.difficulty, row.level, row.cycles) == (8, 2, 17))
    #expect(row.rules == ["row.full": 7, "cell.last": 2])
    #expect(row.solution == puzzle.solution)
    #expect(row.firstRelease == nil)
  }

  @Test("metadata that is not there stays away")
  func bareMetadata() throws {
    var puzzle = Samples.puzzle(7)
    puzzle.sbn = SBN(puzzle: puzzle.sbn.puzzle)
    _ = try catalog.add(puzzle)
    let row = try #require(try catalog.reserve(of: puzzle.sbn.puzzle.grid).first)
    #expect(row.seed == nil && row.difficulty == nil && row.level == nil && row.cycles == nil)
  }

  @Test("no twin gets in, in any orientation", arguments: Symmetry.allCases)
  func twins(symmetry: Symmetry) throws {
    try catalog.definePack("intro", name: "Intro", free: true)
    let puzzle = Samples.puzzle(7)
    let place = PuzzleID.slot(pack: "intro", index: 3)
    guard case .assigned(let id) = try catalog.assign(puzzle, to: place) else {
      Issue.record("it was refused")
      return
    }
    let turned = Samples.turned(puzzle, symmetry)
    for outcome in [
      try catalog.assign(turned, to: .date(Samples.daily("2026-11-21"))),
      try catalog.assign(turned, to: .slot(pack: "intro", index: 4)),
    ] {
      guard case .twin(let twin) = outcome else {
        Issue.record("\(outcome)")
        return
      }
      #expect(twin.puzzle?.id == id)
      #expect(twin.places == [place])
      #expect("\(twin)" == "a twin of puzzle \(id), used as intro:3")
    }
    #expect(try catalog.twin(of: turned.form)?.places == [place])
    guard case .twin = try catalog.add(turned) else {
      Issue.record("the reserve took a twin")
      return
    }
    #expect(try catalog.counts().puzzles == 1)
  }

  @Test("letters do not make another puzzle")
  func letters() throws {
    _ = try catalog.add(Samples.puzzle(7))
    var twin = Samples.puzzle(7)
    let text = twin.sbn.description.dropFirst(4)
    twin.sbn = try SBN("8x1." + text.prefix(64).lowercased())
    guard case .twin(let found) = try catalog.add(twin) else {
      Issue.record("it got in")
      return
    }
    #expect(found.places == [])
    #expect("\(found)" == "a twin of puzzle 1, in reserve")
  }

  @Test("puzzles that are no twins all get in")
  func others() throws {
    var generator = ReplaySeed(3).generator
    var forms: Set<CanonicalForm> = []
    for side in [5, 8, 11] {
      for _ in 0..<60 {
        let puzzle = Samples.puzzle(generator.below(1 << 30), side: side)
        let isNew = forms.insert(puzzle.form).inserted
        switch try catalog.add(puzzle) {
        case .added: #expect(isNew)
        case .twin: #expect(!isNew)
        }
      }
    }
    #expect(try catalog.counts().puzzles == forms.count)
  }

  @Test("stars that do not solve the puzzle are refused")
  func notASolution() throws {
    var puzzle = Samples.puzzle(7)
    puzzle.solution = Samples.puzzle(8).solution
    let error = CatalogError.notASolution(sbn: puzzle.sbn.description)
    #expect(throws: error) { try catalog.add(puzzle) }
    #expect(throws: error) {
      try catalog.assign(puzzle, to: .date(Samples.daily("2026-11-21")))
    }
    #expect(try catalog.counts().puzzles == 0)
  }

  @Test("the reserve is what has no place, by grid, oldest first")
  func reserve() throws {
    for number in [5, 3, 9] { _ = try catalog.add(Samples.puzzle(number)) }
    _ = try catalog.add(Samples.puzzle(1, side: 6))
    let grid = try Grid(side: 8, stars: 1)
    #expect(try catalog.reserve(of: grid).map(\.seed) == [5, 3, 9])
    let place = PuzzleID.date(Samples.daily("2026-11-21"))
    #expect(try catalog.assign(Samples.puzzle(3), to: place) == .assigned(2))
    #expect(try catalog.reserve(of: grid).map(\.seed) == [5, 9])
    let counts = try catalog.counts()
    #expect((counts.puzzles, counts.reserve, counts.dates, counts.slots) == (4, 3, 1, 0))
  }

  @Test("refusals are counted by reason")
  func refusals() throws {
    try catalog.countCandidates(1, refusedFor: "twin")
    try catalog.countCandidates(3, refusedFor: "not unique")
    try catalog.countCandidates(2, refusedFor: "twin")
    #expect(try catalog.refusedCandidates() == ["twin": 3, "not unique": 3])
  }
}
