import Catalog
import Foundation
import GRDB
import Identity
import Tables
import TestSupport
import Testing

@Suite("Opening the catalogue")
struct CatalogOpeningTests {
  private let folder = TemporaryFolder()

  @Test("makes the file and its folder, and finds everything again")
  func reopening() throws {
    do {
      let catalog = try Catalog.open(at: folder.catalog)
      _ = try catalog.add(Samples.puzzle(1))
    }
    let catalog = try Catalog.open(at: folder.catalog)
    #expect(try catalog.counts().puzzles == 1)
    #expect(try catalog.check() == [])
  }

  @Test("every commit is on the disk when it returns, references are checked, tables are strict")
  func durability() throws {
    let catalog = try Catalog.open(at: folder.catalog)
    try catalog.queue.inDatabase { database in
      #expect(try String.fetchOne(database, sql: "PRAGMA journal_mode") == "wal")
      #expect(try Int.fetchOne(database, sql: "PRAGMA synchronous") == 2)
      #expect(try Int.fetchOne(database, sql: "PRAGMA foreign_keys") == 1)
      let loose = try String.fetchAll(
        database,
        sql: """
          SELECT name FROM pragma_table_list
          WHERE schema = 'main' AND type = 'table' AND strict = 0
          AND name NOT LIKE 'sqlite_%' AND name NOT LIKE 'grdb_%'
          """)
      #expect(loose == [])
    }
  }

  @Test(
    "links in its place are refused, and what they lead to is left alone",
    arguments: ["", "-wal", "-shm", "-journal"])
  func linkInPlace(suffix: String) throws {
    try Catalog.open(at: folder.catalog).close()
    let place = folder.catalog + suffix
    try? FileManager.default.removeItem(atPath: place)
    try folder.write("IMPORTANT", to: "victim")
    try FileManager.default.createSymbolicLink(
      atPath: place, withDestinationPath: "\(folder.path)/victim")
    let refusal = CatalogError.cannotOpen(
      path: place, detail: "it is a link, or not the plain file or folder that belongs there")
    #expect(throws: refusal) { try Catalog.open(at: folder.catalog) }
    #expect(throws: refusal) { try Catalog.read(at: folder.catalog) }
    #expect(throws: refusal) { try Catalog.copy(of: folder.catalog) }
    #expect(folder.text("victim") == "IMPORTANT")
  }

  @Test("reading writes nothing, makes nothing and brings nothing up to date")
  func reading() throws {
    #expect(throws: CatalogError.self) { _ = try Catalog.read(at: folder.catalog) }
    #expect(folder.files == [])
    do {
      let catalog = try Catalog.open(at: folder.catalog)
      _ = try catalog.add(Samples.puzzle(1))
    }
    let before = try folder.contents()
    #expect(try Catalog.read(at: folder.catalog).counts().puzzles == 1)
    #expect(try Catalog.copy(of: folder.catalog).counts().puzzles == 1)
    #expect(try folder.contents() == before)
    // One of an earlier program is read as it would be.
    let old = try DatabaseQueue(path: folder.catalog)
    try old.write { database in
      try database.execute(
        sql: """
          DELETE FROM grdb_migrations WHERE identifier LIKE '4:%';
          DROP INDEX puzzles_unpublished_by_grader
          """)
    }
    try old.close()
    let earlier = try folder.contents()
    #expect(try Catalog.read(at: folder.catalog).counts().puzzles == 1)
    #expect(try folder.contents() == earlier)
  }

  @Test("a copy can be changed while others work, and neither sees the other")
  func copying() throws {
    let catalog = try Catalog.open(at: folder.catalog)
    _ = try catalog.add(Samples.puzzle(1))
    let copy = try Catalog.copy(of: folder.catalog)
    _ = try copy.add(Samples.puzzle(2))
    _ = try catalog.add(Samples.puzzle(3))
    #expect(try copy.counts().puzzles == 2 && catalog.counts().puzzles == 2)
    #expect(try copy.check() == [] && catalog.check() == [])
  }

  @Test("two may have it open, and see what the other wrote")
  func twoOpeners() throws {
    let one = try Catalog.open(at: folder.catalog)
    let other = try Catalog.open(at: folder.catalog)
    for number in 0..<10 {
      _ = try (number % 2 == 0 ? one : other).add(Samples.puzzle(number))
    }
    #expect(try one.counts().puzzles == 10)
    #expect(try other.counts().puzzles == 10)
    guard case .twin(let twin) = try other.add(Samples.puzzle(4)) else {
      Issue.record("the other opener does not know the puzzle")
      return
    }
    #expect(twin.puzzle?.id == 5)
  }

  @Test("many may open a new one at the same moment, and read it as soon as it is there")
  func manyOpeners() async throws {
    let paths = (0..<20).map { "\(folder.path)/\($0)/catalog.sqlite" }
    let failures = await withTaskGroup(of: String?.self) { group in
      for path in paths {
        for number in 0..<12 {
          group.addTask {
            do {
              if number % 2 == 0 {
                _ = try Catalog.open(at: path).counts()
              } else if await isThere(path) {
                _ = try Catalog.read(at: path).counts()
              }
              return nil
            } catch {
              return "\(error)"
            }
          }
        }
      }
      return await group.reduce(into: [String]()) { if let line = $1 { $0.append(line) } }
    }
    #expect(failures == [])
  }

  /// Waits for a file that somebody is making, but not for long.
  private func isThere(_ path: String) async -> Bool {
    for _ in 0..<5000 {
      if access(path, F_OK) == 0 { return true }
      await Task.yield()
    }
    return access(path, F_OK) == 0
  }

  private func expectCorrupted(_ body: () throws -> Void) {
    #expect {
      try body()
    } throws: { error in
      guard case .corrupted(let path, _)? = error as? CatalogError else { return false }
      return path == folder.catalog && "\(error)".contains("put a backup in its place")
    }
  }

  @Test("a file that is no database is refused, and left as it is")
  func notADatabase() throws {
    try FileManager.default.createDirectory(
      atPath: folder.path + "/state", withIntermediateDirectories: true)
    let bytes = Data(String(repeating: "not a database. ", count: 1000).utf8)
    try bytes.write(to: URL(fileURLWithPath: folder.catalog))
    expectCorrupted { _ = try Catalog.open(at: folder.catalog) }
    #expect(try Data(contentsOf: URL(fileURLWithPath: folder.catalog)) == bytes)
  }

  /// Fills a catalogue, closes it, and gives the bytes of its file.
  private func filled() throws -> Data {
    do {
      let catalog = try Catalog.open(at: folder.catalog)
      for number in 0..<200 { _ = try catalog.add(Samples.puzzle(number)) }
      try catalog.queue.close()
    }
    return try Data(contentsOf: URL(fileURLWithPath: folder.catalog))
  }

  @Test("a file that was cut off is refused")
  func cutOff() throws {
    let bytes = try filled()
    try bytes.prefix(bytes.count / 2).write(to: URL(fileURLWithPath: folder.catalog))
    expectCorrupted { _ = try Catalog.open(at: folder.catalog).counts() }
  }

  @Test("a file with overwritten pages is refused, or found by the check")
  func overwritten() throws {
    var bytes = try filled()
    bytes.replaceSubrange(8192..<bytes.count, with: Data(count: bytes.count - 8192))
    try bytes.write(to: URL(fileURLWithPath: folder.catalog))
    expectCorrupted {
      let catalog = try Catalog.open(at: folder.catalog)
      let problems = try catalog.check()
      if !problems.isEmpty {
        throw CatalogError.corrupted(path: folder.catalog, detail: problems[0])
      }
    }
  }

  @Test("a file of a later program is left to it")
  func newerSchema() throws {
    do {
      let catalog = try Catalog.open(at: folder.catalog)
      try catalog.queue.write { database in
        try database.execute(
          sql: "INSERT INTO grdb_migrations (identifier) VALUES ('99: of a later program')")
      }
    }
    #expect(throws: CatalogError.newerSchema(path: folder.catalog)) {
      _ = try Catalog.open(at: folder.catalog)
    }
  }

  /// A database of another program, or of nobody.
  private func write(_ statements: String...) throws -> Data {
    try FileManager.default.createDirectory(
      atPath: folder.path + "/state", withIntermediateDirectories: true)
    let queue = try DatabaseQueue(path: folder.catalog)
    try queue.write { database in
      for sql in statements { try database.execute(sql: sql) }
    }
    try queue.close()
    return try Data(contentsOf: URL(fileURLWithPath: folder.catalog))
  }

  @Test(
    "a database of another program is refused, whatever is in it, and left as it is",
    arguments: [
      "CREATE TABLE puzzles (id INTEGER)", "CREATE TABLE notes (text TEXT)",
      "CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)",
      // An empty one.
      "PRAGMA user_version = 1",
      // One that says whose it is.
      "PRAGMA application_id = 252006673",
    ])
  func foreign(sql: String) throws {
    let bytes = try write(sql)
    #expect(throws: CatalogError.foreign(path: folder.catalog)) {
      _ = try Catalog.open(at: folder.catalog)
    }
    #expect("\(CatalogError.foreign(path: "x"))".contains("almanac catalog rebuild"))
    #expect(try Data(contentsOf: URL(fileURLWithPath: folder.catalog)) == bytes)
    #expect(!FileManager.default.fileExists(atPath: folder.catalog + "-wal"))
  }

  @Test("a catalogue from before files said whose they are goes on, and says so from then on")
  func unmarked() throws {
    // The change that marks a file is the fifth.
    _ = try write("PRAGMA user_version = 0")
    let old = try DatabaseQueue(path: folder.catalog)
    try Schema.migrator.migrate(old, upTo: "4: unpublished puzzles by grader")
    try old.close()
    try Catalog.open(at: folder.catalog).close()
    let queue = try DatabaseQueue(path: folder.catalog)
    let mark = try queue.read { try Int.fetchOne($0, sql: "PRAGMA application_id") }
    #expect(mark == 0x414C_4D4E)
  }

  @Test("a file of no bytes is one that was never finished, and becomes a catalogue")
  func unfinished() throws {
    try folder.write("", to: "state/catalog.sqlite")
    #expect(try Catalog.open(at: folder.catalog).check() == [])
  }

  @Test("where nothing can be written, the error says where and what to do")
  func unwritable() {
    #expect {
      _ = try Catalog.open(at: "/proc/almanac/catalog.sqlite")
    } throws: { error in
      guard case .cannotOpen? = error as? CatalogError else { return false }
      return "\(error)".contains("/proc/almanac") && "\(error)".contains("name another one")
    }
    #expect {
      _ = try Catalog.open(at: folder.path)
    } throws: { error in
      guard case .cannotOpen? = error as? CatalogError else { return false }
      return true
    }
  }

  @Test(
    "a read-only folder is an error that names the file",
    .disabled(if: getuid() == 0, "permissions do not bind the superuser"))
  func readOnly() throws {
    try FileManager.default.setAttributes([.posixPermissions: 0o500], ofItemAtPath: folder.path)
    #expect(throws: CatalogError.self) { _ = try Catalog.open(at: folder.path + "/c.sqlite") }
  }

  @Test(
    "reading a catalogue that cannot be written leaves nothing that cannot be written either",
    .disabled(if: getuid() == 0, "permissions do not bind the superuser"))
  func readOnlyCatalog() throws {
    let folder = TemporaryFolder()
    let path = folder.catalog
    try Catalog.open(at: path).close()
    func allow(_ permissions: Int, _ path: String) throws {
      try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: path)
    }
    try allow(0o444, path)
    let catalog = try Catalog.read(at: path)
    #expect(try catalog.counts().slots == 0)
    try catalog.close()
    #expect(throws: CatalogError.readOnly(path: path)) { try Catalog.open(at: path) }
    #expect(Catalog.unwritableFile(of: path) == path)
    #expect(!FileManager.default.fileExists(atPath: path + "-shm"))
    // What an earlier program has left is named: SQLite gives what it makes the same permissions.
    var configuration = Configuration()
    configuration.readonly = true
    let reader = try DatabaseQueue(path: path, configuration: configuration)
    _ = try reader.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM packs") }
    try reader.close()
    try allow(0o644, path)
    #expect(throws: CatalogError.readOnly(path: path + "-shm")) {
      try Catalog.open(at: path).definePack("intro", name: "Intro", free: true)
    }
  }

  @Test("without room nothing is half done, and with room again nothing is lost")
  func full() throws {
    let folder = TemporaryFolder()
    let catalog = try Catalog.open(at: folder.catalog)
    try catalog.definePack("intro", name: "Intro", free: true)
    _ = try catalog.assign(Samples.traced(0), to: .slot(pack: "intro", index: 0))
    try catalog.queue.writeWithoutTransaction { database in
      let pages = try Int.fetchOne(database, sql: "PRAGMA page_count") ?? 0
      try database.execute(sql: "PRAGMA max_page_count = \(pages + 1)")
    }
    let batch = (1..<200).map { (Samples.traced($0), PuzzleID.slot(pack: "intro", index: $0)) }
    #expect(throws: CatalogError.full(path: folder.catalog)) { _ = try catalog.assign(batch) }
    #expect("\(CatalogError.full(path: "x"))".contains("make room"))
    #expect(try catalog.counts().slots == 1)
    #expect(try catalog.check() == [])
    try catalog.queue.writeWithoutTransaction {
      try $0.execute(sql: "PRAGMA max_page_count = 1000000")
    }
    _ = try catalog.assign(batch)
    #expect(try catalog.counts().slots == 200)
    #expect(try catalog.check() == [])
  }

  @Test("a table of ours that is another's, in a file with our mark, is damage")
  func foreignTable() throws {
    try folder.write([], to: "state/catalog.sqlite")
    let queue = try DatabaseQueue(path: folder.catalog)
    try queue.write { database in
      try database.execute(
        sql: "PRAGMA application_id = 0x414C4D4E; CREATE TABLE puzzles (x)")
    }
    try queue.close()
    let path = folder.catalog
    for number in 0..<3 {
      #expect {
        switch number {
        case 0: _ = try Catalog.open(at: path)
        case 1: _ = try Catalog.read(at: path)
        default: _ = try Catalog.copy(of: path)
        }
      } throws: { error in
        if case .corrupted? = error as? CatalogError { true } else { false }
      }
    }
  }

  @Test(
    "what is no plain file is named itself", arguments: ["", "-wal", "-shm", "-journal"])
  func noPlainFile(suffix: String) throws {
    do { _ = try Catalog.open(at: folder.catalog) }
    try? FileManager.default.removeItem(atPath: folder.catalog + suffix)
    try FileManager.default.createDirectory(
      atPath: folder.catalog + suffix, withIntermediateDirectories: false)
    let path = folder.catalog
    for isReading in [false, true] {
      #expect {
        _ = try isReading ? Catalog.read(at: path) : Catalog.open(at: path)
      } throws: { "\($0)".hasPrefix("\(path)\(suffix): ") }
    }
  }
}
