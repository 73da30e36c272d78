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
      "UPDATE puzzles SET sbn = 'y' WHERE id = 1", "DELETE FROM puzzles WHERE id = 2",
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
}
