import GRDB

extension Schema {
  /// What the header of the file says of whose it is: “ALMN”.
  static let applicationID = 0x414C_4D4E

  /// Makes sure that a file is ours, or is new and becomes so, before anything else is written.
  ///
  /// A file of no pages is one that SQLite has just made, or was killed in the making of: nothing
  /// can be lost with it. Catalogues from before there were such marks are known by their first
  /// migration, and get one with their next. Any other database is somebody else's.
  ///
  /// - Throws: `CatalogError.foreign`; database errors.
  static func claim(_ database: Database, _ path: String, isNew: Bool) throws {
    func number(_ name: String) throws -> Int {
      try Int.fetchOne(database, sql: "PRAGMA \(name)") ?? 0
    }
    let mark = try number("application_id")
    if mark == applicationID { return }
    if try number("page_count") == 0 {
      guard isNew else { return }
      return try database.execute(sql: "PRAGMA application_id = \(applicationID)")
    }
    guard mark == 0, try isOfEarlierProgram(database) else {
      throw CatalogError.foreign(path: path)
    }
  }

  private static func isOfEarlierProgram(_ database: Database) throws -> Bool {
    guard let first = migrator.migrations.first, try database.tableExists("grdb_migrations") else {
      return false
    }
    return try Bool.fetchOne(
      database, sql: "SELECT EXISTS (SELECT 1 FROM grdb_migrations WHERE identifier = ?)",
      arguments: [first]) ?? false
  }

  /// What should be in the schema of a catalogue and is not there, or is another: a line each.
  ///
  /// The promises to players are kept by triggers, so one that is gone is damage although every row
  /// is as it should be.
  static func faults(_ database: Database) throws -> [String] {
    let model = try DatabaseQueue()
    try migrator.migrate(model)
    let wanted = try model.read(parts)
    let found = try parts(database)
    let columns = try model.read { try Schema.columns($0, of: wanted) }
    let ownColumns = try Schema.columns(database, of: found)
    let changed: [String] = wanted.sorted { $0.key < $1.key }.compactMap { name, text in
      guard let own = found[name] else { return "\(name) is not there any more" }
      if columns[name] != ownColumns[name] { return "\(name) has other columns" }
      return name.hasPrefix("trigger ") && own != text ? "\(name) is another one" : nil
    }
    // What others have added may do anything to rows whenever one is written.
    let added = found.keys.filter { $0.hasPrefix("trigger ") && wanted[$0] == nil }.sorted()
    return changed + added.map { "\(plain($0)) is none of almanac's" }
  }

  /// A name that somebody else has chosen, for messages.
  private static func plain(_ name: String) -> String {
    let plain = name.prefix(60).map { letter -> Character in
      letter.isASCII && letter.isLetter || "_ 0123456789".contains(letter) ? letter : "?"
    }
    return String(plain)
  }

  /// The names of the columns of tables, by the tables.
  private static func columns(
    _ database: Database, of parts: [String: String]
  ) throws -> [String: [String]] {
    var columns: [String: [String]] = [:]
    for part in parts.keys where part.hasPrefix("table ") {
      columns[part] = try database.columns(in: String(part.dropFirst(6))).map(\.name)
    }
    return columns
  }

  /// Tables, indexes and triggers with their texts, but for blanks and comments, which say nothing.
  private static func parts(_ database: Database) throws -> [String: String] {
    let rows = try Row.fetchAll(
      database, sql: "SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL")
    var parts: [String: String] = [:]
    for row in rows {
      let (type, name, text): (String, String, String) = (row["type"], row["name"], row["sql"])
      var words: [Substring] = []
      for line in text.split(separator: "\n") {
        let end = line.firstRange(of: "--")?.lowerBound ?? line.endIndex
        words += line[..<end].split(separator: " ")
      }
      parts["\(type) \(name)"] = words.joined(separator: " ")
    }
    return parts
  }
}
