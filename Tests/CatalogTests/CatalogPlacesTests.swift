import Catalog
import Dates
import Foundation
import Identity
import Notation
import StarBattle
import TestSupport
import Testing

@Suite("Places in the catalogue")
struct CatalogPlacesTests {
  private let folder = TemporaryFolder()
  private let catalog: Catalog

  init() throws {
    catalog = try Catalog.open(at: folder.catalog)
    try catalog.definePack("intro", name: "Intro", free: true)
  }

  private func daily(_ key: String) -> PuzzleID { .date(Samples.daily(key)) }

  @Test("slots and dates come back in their order, whatever order they were filled in")
  func order() throws {
    for index in [2, 0, 10, 1] {
      _ = try catalog.assign(Samples.puzzle(index), to: .slot(pack: "intro", index: index))
    }
    for key in ["2026-12-01", "2026-11-30", "2027-01-01"] {
      let number = Int(key.filter(\.isNumber)) ?? 0
      _ = try catalog.assign(Samples.puzzle(number), to: daily(key))
    }
    #expect(try catalog.slots(of: "intro").map(\.index) == [0, 1, 2, 10])
    #expect(try catalog.slots(of: "intro").map(\.puzzle.seed) == [0, 1, 2, 10])
    let entries = try catalog.calendarEntries(.daily)
    #expect(entries.map(\.period.key) == ["2026-11-30", "2026-12-01", "2027-01-01"])
    #expect(entries.map(\.puzzle.seed) == [20_261_130, 20_261_201, 20_270_101])
    #expect(try catalog.calendarEntries(.weekly) == [])
    #expect(try catalog.slots(of: "other") == [])
  }

  @Test("giving the same puzzle the same place again does nothing")
  func idempotence() throws {
    #expect(try catalog.assign(Samples.puzzle(1), to: daily("2026-11-21")) == .assigned(1))
    #expect(try catalog.assign(Samples.puzzle(1), to: daily("2026-11-21")) == .alreadyThere(1))
    #expect(try catalog.counts().dates == 1)
  }

  @Test("the same puzzle turned does not take its own place again: the text would change")
  func turned() throws {
    _ = try catalog.assign(Samples.puzzle(1), to: daily("2026-11-21"))
    let turned = Samples.turned(Samples.puzzle(1), .rotated90)
    guard case .twin = try catalog.assign(turned, to: daily("2026-11-21")) else {
      Issue.record("it got in")
      return
    }
  }

  @Test("a place keeps its puzzle")
  func taken() throws {
    _ = try catalog.assign(Samples.puzzle(1), to: daily("2026-11-21"))
    _ = try catalog.assign(Samples.puzzle(2), to: .slot(pack: "intro", index: 0))
    for (place, holder) in [(daily("2026-11-21"), 1), (.slot(pack: "intro", index: 0), 2)] {
      let text = Samples.puzzle(holder).sbn.description
      #expect(throws: CatalogError.placeTaken(place, by: text)) {
        try catalog.assign(Samples.puzzle(3), to: place)
      }
    }
    #expect(try catalog.counts().puzzles == 2)
  }

  @Test("a slot of a pack that is not defined is refused")
  func unknownPack() {
    #expect(throws: CatalogError.unknownPack("other")) {
      try catalog.assign(Samples.puzzle(1), to: .slot(pack: "other", index: 0))
    }
  }

  @Test("a batch is done as a whole; twins in it are refused one by one")
  func batch() throws {
    let outcomes = try catalog.assign([
      (Samples.puzzle(1), .slot(pack: "intro", index: 0)),
      (Samples.turned(Samples.puzzle(1), .transposed), .slot(pack: "intro", index: 1)),
      (Samples.puzzle(2), .slot(pack: "intro", index: 2)),
    ])
    #expect(outcomes.count == 3)
    #expect(outcomes[0] == .assigned(1))
    guard case .twin(let twin) = outcomes[1] else {
      Issue.record("\(outcomes[1])")
      return
    }
    #expect(twin.places == [.slot(pack: "intro", index: 0)])
    #expect(outcomes[2] == .assigned(2))
    #expect(throws: CatalogError.unknownPack("other")) {
      try catalog.assign([
        (Samples.puzzle(3), .slot(pack: "intro", index: 3)),
        (Samples.puzzle(4), .slot(pack: "other", index: 0)),
      ])
    }
    #expect(try catalog.slots(of: "intro").map(\.index) == [0, 2])
    #expect(try catalog.counts().puzzles == 2)
  }

  @Test("the database itself lets no puzzle have two places")
  func onePlace() throws {
    _ = try catalog.assign(Samples.puzzle(1), to: daily("2026-11-21"))
    _ = try catalog.assign(Samples.puzzle(2), to: .slot(pack: "intro", index: 0))
    let inSlots = "INSERT INTO slots (pack, position, puzzle) VALUES ('intro', 1, "
    let inCalendar = "INSERT INTO calendar (cadence, key, puzzle) VALUES ('daily', 'x', "
    #expect(catalog.refusal(inSlots + "1)") == "the puzzle is in the calendar")
    #expect(catalog.refusal(inCalendar + "2)") == "the puzzle is in a pack")
    #expect(catalog.refusal(inSlots + "2)")?.contains("UNIQUE") == true)
    #expect(catalog.refusal(inCalendar + "1)")?.contains("UNIQUE") == true)
    #expect(catalog.refusal(inCalendar + "99)")?.contains("FOREIGN KEY") == true)
    #expect(
      catalog.refusal("UPDATE slots SET puzzle = 1") == "the puzzle is in the calendar")
    #expect(catalog.refusal("UPDATE calendar SET puzzle = 2") == "the puzzle is in a pack")
    #expect(catalog.refusal("UPDATE calendar SET release = 'x'")?.contains("TEXT") == true)
  }
}
