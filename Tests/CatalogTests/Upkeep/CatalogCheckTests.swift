import Catalog
import GRDB
import Identity
import Notation
import StarBattle
import TestSupport
import Testing

@Suite("Checking the catalogue")
struct CatalogCheckTests {
  private let folder = TemporaryFolder()
  private let catalog: Catalog

  init() throws {
    catalog = try Catalog.open(at: folder.catalog)
    try catalog.definePack("intro", name: "Intro", free: true)
    for number in 0..<3 {
      _ = try catalog.assign(
        Samples.traced(number), to: .slot(pack: "intro", index: number))
    }
    try catalog.recordRelease(
      NewRelease(
        number: 1, manifest: [1], createdAt: "2026-11-21T03:00:00Z", packs: ["intro"], dates: []))
    try catalog.markPublished(1)
  }

  /// Changes the database behind the catalogue's back, past its keys and triggers.
  private func tamper(_ sql: String, _ arguments: StatementArguments = []) throws {
    try catalog.queue.writeWithoutTransaction { database in
      try database.execute(sql: "PRAGMA foreign_keys = OFF")
      let triggers = try Row.fetchAll(
        database, sql: "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'")
      for trigger in triggers {
        try database.execute(sql: "DROP TRIGGER \(trigger["name"] as String)")
      }
      try database.execute(sql: sql, arguments: arguments)
      for trigger in triggers { try database.execute(sql: trigger["sql"]) }
      try database.execute(sql: "PRAGMA foreign_keys = ON")
    }
  }

  @Test(
    "a catalogue that nobody has tampered with has no findings, and progress is told to the end")
  func whole() throws {
    var told: [Int] = []
    #expect(try catalog.check { done, total in told.append(done * 10 + total) } == [])
    #expect(told == [33])
    struct Stop: Error {}
    #expect(throws: Stop.self) { _ = try catalog.check { _, _ in throw Stop() } }
  }

  @Test("triggers that are gone or do nothing are found: they are what keeps the promises")
  func droppedTriggers() throws {
    try catalog.queue.write { database in
      try database.execute(
        sql: """
          DROP TRIGGER puzzles_is_kept;
          DROP TRIGGER releases_is_kept;
          CREATE TRIGGER releases_is_kept BEFORE DELETE ON releases BEGIN SELECT 1; END;
          DROP INDEX edits_by_before;
          """)
    }
    #expect(
      try catalog.check() == [
        "index edits_by_before is not there any more",
        "trigger puzzles_is_kept is not there any more", "trigger releases_is_kept is another one",
      ])
  }

  @Test("a trigger that somebody has added is found, by a name that a terminal can show")
  func addedTrigger() throws {
    try catalog.queue.write { database in
      try database.execute(
        sql: "CREATE TRIGGER \"new\n\u{1B}one\" AFTER INSERT ON ahead BEGIN SELECT 1; END")
    }
    #expect(try catalog.check() == ["trigger new??one is none of almanac's"])
  }

  @Test(
    "a table with other columns is damage, whoever reads it",
    arguments: ["puzzles RENAME score_hundredths", "edits RENAME reason"])
  func otherColumns(change: String) throws {
    try catalog.queue.write { try $0.execute(sql: "ALTER TABLE \(change) TO x") }
    let table = change.prefix { $0 != " " }
    #expect(try catalog.check() == ["table \(table) has other columns"])
  }

  @Test("what a statement does not find is damage, and a night says what to do")
  func droppedTable() throws {
    try catalog.queue.write { try $0.execute(sql: "DROP TABLE used") }
    do {
      try catalog.markPublished(try catalog.lastRelease()?.number ?? 1)
      _ = try catalog.add(Samples.puzzle(1))
      try catalog.recordRelease(
        NewRelease(
          number: 2, manifest: [2], createdAt: "2026-11-22T03:00:00Z", packs: [], dates: []))
      try catalog.markPublished(2)
      Issue.record("it was done")
    } catch {
      #expect("\(error)".contains("catalog rebuild"), "\(error)")
    }
  }

  @Test(
    "whatever is changed in a row is found",
    arguments: [
      ("UPDATE puzzles SET sbn = '8x1.AB' WHERE id = 2", "its text is not SBN"),
      (
        "UPDATE puzzles SET sbn = (SELECT sbn FROM puzzles WHERE id = 1) WHERE id = 2",
        "its canonical key is that of another puzzle"
      ),
      ("UPDATE puzzles SET side = 9 WHERE id = 2", "its text is of another grid"),
      ("UPDATE puzzles SET solution = '[0,9]' WHERE id = 2", "its solution does not solve it"),
      ("UPDATE puzzles SET solution = 'x' WHERE id = 2", "puzzle 2"),
      ("UPDATE puzzles SET rules = '{' WHERE id = 2", "puzzle 2"),
      ("UPDATE puzzles SET difficulty = 9 WHERE id = 2", "another seed or grade"),
      ("UPDATE traces SET bytes = x'28b52ffd00' WHERE puzzle = 2", "its trace cannot be read"),
      ("UPDATE traces SET dictionary = 7 WHERE puzzle = 2", "refers to a row of dictionaries"),
      ("DELETE FROM puzzles WHERE id = 2", "refers to a row of puzzles"),
      ("DELETE FROM slots WHERE position = 1", "a slot before the last is empty"),
      ("UPDATE pack_versions SET puzzles = '1,2,99'", "it names a puzzle that is not there"),
      ("UPDATE pack_versions SET puzzles = '1,x'", "it names a puzzle that is not there"),
      (
        """
        INSERT INTO pack_versions (pack, version, release, name, free, puzzles)
        VALUES ('intro', 3, 1, 'Intro', 1, '1')
        """, "version 3 follows version 1"
      ),
      (
        """
        INSERT INTO migrations (pack, from_version, map, reason, at)
        VALUES ('intro', 1, '[1,', '', '')
        """, "a migration map cannot be read"
      ),
    ])
  func tampered(_ sql: String, _ words: String) throws {
    try tamper(sql)
    let findings = try catalog.check()
    #expect(findings.contains { $0.contains(words) }, "\(findings)")
  }

  @Test("a solution and a trace that belong together, and to another puzzle, are found")
  func foreignTrace() throws {
    try tamper("UPDATE traces SET bytes = (SELECT bytes FROM traces WHERE puzzle = 1)")
    let findings = try catalog.check()
    #expect(findings.contains { $0.hasPrefix("puzzle 2: its trace") }, "\(findings)")
  }

  @Test("the file's pages are looked at before its rows")
  func pages() throws {
    for number in 100..<400 { _ = try catalog.add(Samples.puzzle(number)) }
    try catalog.close()
    var bytes = try #require(try folder.contents()["state/catalog.sqlite"])
    // The middle of the file: no header, and no empty page.
    for at in stride(from: bytes.count / 2, to: bytes.count / 2 + 8192, by: 7) { bytes[at] ^= 0x5A }
    try folder.write(bytes, to: "state/catalog.sqlite")
    do {
      let findings = try Catalog.open(at: folder.catalog).check()
      #expect(!findings.isEmpty)
    } catch let error as CatalogError {
      guard case .corrupted = error else {
        Issue.record("\(error)")
        return
      }
      #expect("\(error)".contains("almanac catalog rebuild"))
    }
  }
}
