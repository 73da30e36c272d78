import GRDB
import Tables
import Testing

@Suite("The tables")
struct SchemaTests {
  /// What a database is made of, without what came into it.
  private func shape(_ queue: DatabaseQueue) throws -> [String] {
    try queue.read { database in
      try String.fetchAll(
        database,
        sql: """
          SELECT type || ' ' || name || ': ' || ifnull(sql, '') FROM sqlite_master
          WHERE name NOT LIKE 'sqlite_%' ORDER BY 1
          """)
    }
  }

  /// What adds a puzzle, whose form is so many bytes of zero.
  private static func puzzle(_ form: Int) -> String {
    """
    INSERT INTO puzzles (canonical, sbn, side, stars, generator_version, grader_version,
      score_hundredths, rules, solution) VALUES (zeroblob(\(form)), 'x', 5, 1, 1, 1, 0, '', '')
    """
  }

  private func isRefused(_ statement: String, by queue: DatabaseQueue) {
    let error = #expect(throws: DatabaseError.self) {
      try queue.write { try $0.execute(sql: statement) }
    }
    #expect(error?.resultCode == .SQLITE_CONSTRAINT)
  }

  /// A catalogue with a published puzzle, date, pack and release, and one puzzle that is not.
  private func published() throws -> DatabaseQueue {
    let queue = try DatabaseQueue()
    try Schema.migrator.migrate(queue)
    try queue.write { database in
      for number in 1...3 { try database.execute(sql: SchemaTests.puzzle(number)) }
      try database.execute(
        sql: """
          INSERT INTO releases VALUES (1, 'pending', '2026-11-21T03:00:00Z', x'00');
          INSERT INTO packs VALUES ('intro', 'Intro', 1);
          INSERT INTO slots (pack, position, puzzle) VALUES ('intro', 0, 1);
          INSERT INTO pack_versions VALUES ('intro', 1, 1, 'Intro', 1, '1');
          INSERT INTO calendar (cadence, key, puzzle, release) VALUES ('daily', '2026-11-21', 2, 1);
          UPDATE puzzles SET first_release = 1 WHERE id < 3;
          UPDATE releases SET state = 'published';
          """)
    }
    return queue
  }

  @Test("a database of any earlier shape becomes the one that a new one has")
  func upgrades() throws {
    let new = try DatabaseQueue()
    try Schema.migrator.migrate(new)
    let shape = try shape(new)
    #expect(shape.count > 30)
    let names = Schema.migrator.migrations
    #expect(names.count >= 12)
    for name in names {
      let old = try DatabaseQueue()
      try Schema.migrator.migrate(old, upTo: name)
      #expect(try old.read { try Schema.migrator.appliedMigrations($0).last } == name)
      try Schema.migrator.migrate(old)
      #expect(try self.shape(old) == shape, "from “\(name)”")
    }
  }

  @Test(
    "what is published the database itself keeps from change",
    arguments: [
      "UPDATE calendar SET puzzle = 3", "DELETE FROM calendar",
      "UPDATE releases SET manifest = x'01'", "DELETE FROM releases",
      "UPDATE pack_versions SET puzzles = '3'", "DELETE FROM pack_versions",
      "UPDATE puzzles SET sbn = 'y' WHERE id = 1",
      "UPDATE puzzles SET first_release = NULL WHERE id = 1", "DELETE FROM puzzles WHERE id = 2",
    ])
  func kept(statement: String) throws {
    isRefused(statement, by: try published())
  }

  @Test(
    "a puzzle is there once, and in one place",
    arguments: [
      puzzle(3),
      "INSERT INTO slots (pack, position, puzzle) VALUES ('intro', 1, 1)",
      "INSERT INTO slots (pack, position, puzzle) VALUES ('intro', 1, 2)",
      "INSERT INTO calendar (cadence, key, puzzle) VALUES ('daily', '2026-11-22', 1)",
      "INSERT INTO calendar (cadence, key, puzzle) VALUES ('daily', '2026-11-21', 3)",
    ])
  func once(statement: String) throws {
    let queue = try published()
    isRefused(statement, by: queue)
    // What is not published may go where it likes.
    try queue.write { database in
      try database.execute(
        sql: "INSERT INTO slots (pack, position, puzzle) VALUES ('intro', 1, 3)")
    }
  }

  @Test(
    "a place that takes another puzzle takes none that is used elsewhere or refused",
    arguments: [
      "UPDATE slots SET puzzle = 5 WHERE position = 1",
      "UPDATE calendar SET puzzle = 5 WHERE release IS NULL",
      "UPDATE fillers SET puzzle = 1", "UPDATE fillers SET puzzle = 2",
      "UPDATE ahead SET puzzle = 3", "UPDATE ahead SET puzzle = 5",
      "INSERT INTO ahead (cadence, key, puzzle, aim) VALUES ('daily', '2026-11-24', 5, '')",
      "UPDATE slots SET puzzle = 7 WHERE position = 1",
      "UPDATE calendar SET puzzle = 7 WHERE release IS NULL",
      "UPDATE ahead SET puzzle = 7", "UPDATE fillers SET puzzle = 7",
    ])
  func changed(statement: String) throws {
    let queue = try published()
    try queue.write { database in
      for number in 4...8 { try database.execute(sql: SchemaTests.puzzle(number)) }
      try database.execute(
        sql: """
          INSERT INTO slots (pack, position, puzzle) VALUES ('intro', 1, 3);
          INSERT INTO calendar (cadence, key, puzzle) VALUES ('daily', '2026-11-22', 4);
          INSERT INTO fillers (cadence, key, puzzle) VALUES ('daily', '2026-11-20', 5);
          INSERT INTO ahead (cadence, key, puzzle, aim) VALUES ('daily', '2026-11-23', 6, '');
          INSERT INTO refused (puzzle, at, reason) VALUES (7, '', 'dull');
          """)
    }
    isRefused(statement, by: queue)
    // What waits is used, and waits no more.
    for statement in [
      "UPDATE slots SET puzzle = 6 WHERE position = 1", "UPDATE fillers SET puzzle = 6",
    ] {
      let waiting = try queue.inDatabase { database in
        try database.inSavepoint {
          try database.execute(sql: statement)
          #expect(try Int.fetchOne(database, sql: "SELECT count(*) FROM ahead") == 0)
          return .rollback
        }
        return try Int.fetchOne(database, sql: "SELECT count(*) FROM ahead")
      }
      #expect(waiting == 1)
    }
  }

  @Test(
    "a promise of the schema that is gone, or another, is told",
    arguments: [
      "DROP TRIGGER slots_once": "trigger slots_once is not there any more",
      "DROP INDEX releases_pending; CREATE INDEX releases_pending ON releases (number)":
        "index releases_pending is another one",
      "DROP TABLE tags; CREATE TABLE tags (puzzle INTEGER, tag TEXT)":
        "table tags is another one",
    ])
  func faults(change: (key: String, value: String)) throws {
    let queue = try DatabaseQueue()
    try Schema.migrator.migrate(queue)
    #expect(try queue.read(Schema.faults) == [])
    try queue.write { try $0.execute(sql: change.key) }
    #expect(try queue.read(Schema.faults).contains(change.value))
  }

  @Test("a puzzle that is nowhere may be used once")
  func free() throws {
    let queue = try published()
    try queue.write { database in
      try database.execute(
        sql: "INSERT INTO slots (pack, position, puzzle) VALUES ('intro', 1, 3)")
    }
  }
}
