import Catalog
import Dates
import Foundation
import Identity
import Notation
import StarBattle
import TestSupport
import Testing

@Suite("Copies and listings of the catalogue")
struct CatalogBackupTests {
  private let folder = TemporaryFolder()
  private let catalog: Catalog

  init() throws {
    catalog = try Catalog.open(at: folder.catalog)
    for number in 0..<5 { _ = try catalog.add(Samples.traced(number)) }
  }

  @Test("a copy is one file with everything in it, also while somebody writes")
  func copy() throws {
    let file = folder.path + "/copy.sqlite"
    let size = try catalog.backUp(to: file)
    #expect(folder.files.filter { $0.hasPrefix("copy") } == ["copy.sqlite"])
    #expect(try folder.contents()["copy.sqlite"]?.count == size)
    _ = try catalog.add(Samples.puzzle(9))
    let copy = try Catalog.open(at: file)
    #expect(try copy.counts().puzzles == 5)
    #expect(try copy.check() == [])
    #expect(try copy.trace(of: 3) == catalog.trace(of: 3))
  }

  @Test("a file that is there is replaced only on demand, and a failed copy leaves nothing")
  func overwriting() throws {
    let file = folder.path + "/copy.sqlite"
    try folder.write("somebody else's", to: "copy.sqlite")
    #expect(throws: CatalogError.exists(path: file)) { try catalog.backUp(to: file) }
    #expect(folder.text("copy.sqlite") == "somebody else's")
    try catalog.backUp(to: file, overwriting: true)
    #expect(try Catalog.open(at: file).counts().puzzles == 5)
    #expect(throws: CatalogError.self) {
      try catalog.backUp(to: folder.path + "/none/copy.sqlite")
    }
    #expect(!folder.files.contains { $0.contains(".part") })
  }

  @Test("every puzzle is listed once, in order, with its places and the time of its release")
  func listing() throws {
    try catalog.definePack("intro", name: "Intro", free: true)
    _ = try catalog.assign(Samples.puzzle(1), to: .slot(pack: "intro", index: 0))
    try catalog.recordRelease(
      NewRelease(
        number: 4, manifest: [1], createdAt: "2026-11-21T03:00:00Z", packs: ["intro"], dates: []))
    try catalog.markPublished(4)
    var rows: [PuzzleRecord] = []
    try catalog.forEachPuzzle { rows.append($0) }
    #expect(rows.map(\.puzzle.id) == [1, 2, 3, 4, 5])
    #expect(rows.map { $0.places.map(\.description) } == [[], ["intro:0"], [], [], []])
    #expect(rows[1].firstPublished == "2026-11-21T03:00:00Z" && rows[1].puzzle.firstRelease == 4)
    #expect(rows[0].firstPublished == nil)
    struct Stop: Error {}
    #expect(throws: Stop.self) { try catalog.forEachPuzzle { _ in throw Stop() } }
    #expect(try catalog.puzzles(after: 0, limit: 2).map(\.id) == [1, 2])
    #expect(try catalog.puzzles(after: 3, limit: 9).map(\.id) == [4, 5])
    #expect(try catalog.puzzles(after: 5, limit: 9) == [])
  }

  @Test("what a tree tells comes back: versions, dates, maps, withdrawals, slots put aside")
  func restore() throws {
    let file = folder.path + "/new/catalog.sqlite"
    let restored = try Catalog.open(at: file)
    var tree = Restoration()
    tree.releases = (1...3).map { number in
      NewRelease(
        number: number, manifest: [UInt8(number)], createdAt: "2026-11-2\(number)T03:00:00Z",
        packs: [], dates: [])
    }
    tree.puzzles = (0..<6).map { (Samples.puzzle($0), $0 < 4 ? 1 : 2) }
    func version(_ number: Int, _ puzzles: [Int]) -> Restoration.PackVersion {
      .init(
        pack: "intro", version: number, release: number, name: "Intro", isFree: true,
        puzzles: puzzles)
    }
    tree.versions = [version(1, [0, 1, 2]), version(2, [0, 4, 2]), version(3, [0, 1, 2])]
    tree.slots = ["intro": [0, 4, 2]]
    tree.dates = [(Samples.daily("2026-11-22"), 5, 2)]
    let known = NotedMigration(
      SlotMigration(pack: "intro", fromVersion: 1, map: [0, nil, 2], reason: "x"), release: 2)
    // A tree can tell of a pack of which it has nothing any more.
    let forgotten = NotedMigration(
      SlotMigration(pack: "gone", fromVersion: 1, map: [1, 0], reason: "x"), release: 2)
    tree.migrations = [forgotten, known]
    tree.withdrawals = [
      (Withdrawal(id: "daily:2026-11-21", reason: "y"), at: "2026-11-22T03:00:00Z", puzzle: 3)
    ]
    try restored.restore(tree, at: "2026-12-01T00:00:00Z")
    #expect(try restored.check() == [])
    #expect(try restored.slots(of: "intro").map(\.puzzle.id) == [1, 5, 3])
    #expect(try restored.packVersion("intro") == 4)
    #expect(try restored.lastRelease()?.number == 3)
    #expect(try restored.publishedRelease(2)?.manifest == [2])
    #expect(try restored.calendarEntries(.daily).map(\.release) == [2])
    #expect(try restored.migrations() == [known])
    #expect(try restored.withdrawals() == tree.withdrawals.map(\.withdrawal))
    #expect(try restored.reserve(of: Samples.puzzle(0).sbn.puzzle.grid) == [])
    let twin = try #require(
      try restored.twin(of: Samples.turned(Samples.puzzle(3), .transposed).form))
    #expect(!twin.isUnused)
    #expect(throws: CatalogError.self) { try restored.restore(tree, at: "again") }
    #expect(try restored.check() == [])

    let other = try Catalog.open(at: folder.path + "/other/catalog.sqlite")
    tree.puzzles[5] = (Samples.turned(Samples.puzzle(0), .rotated90), 2)
    #expect(throws: CatalogError.self) { try other.restore(tree, at: "") }
    #expect(try other.counts().puzzles == 0)
    #expect(try other.lastRelease() == nil)
  }
}
