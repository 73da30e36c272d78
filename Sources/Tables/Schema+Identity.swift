package import GRDB

extension Schema {
  /// What the header of the file says of whose it is: “ALMN”.
  package static let applicationID = 0x414C_4D4E

  /// Whether a database is a catalogue from before there were such marks.
  package static func isOfEarlierProgram(_ database: Database) throws -> Bool {
    guard let first = migrator.migrations.first, try database.tableExists("grdb_migrations") else {
      return false
    }
    return try Bool.fetchOne(
      database, sql: "SELECT EXISTS (SELECT 1 FROM grdb_migrations WHERE identifier = ?)",
      arguments: [first]) ?? false
  }

  /// What should be in the schema of a catalogue and is not there, or is another: a line each.
  ///
  /// The promises to players are kept by triggers, keys and unique indexes, so one that is gone is
  /// damage although every row is as it should be.
  package static func faults(_ database: Database) throws -> [String] {
    let wanted = try whole.get()
    let found = try Contents(of: database)
    let changed: [String] = wanted.parts.sorted { $0.key < $1.key }.compactMap { name, text in
      guard let own = found.parts[name] else { return "\(name) is not there any more" }
      if wanted.columns[name] != found.columns[name] { return "\(name) has other columns" }
      // The migrator keeps its own table as it likes.
      return own != text && !name.hasPrefix("table grdb_") ? "\(name) is another one" : nil
    }
    // What others have added may do anything to rows whenever one is written.
    let added = found.parts.keys.filter { $0.hasPrefix("trigger ") && wanted.parts[$0] == nil }
      .sorted()
    return changed + added.map { "\(plain($0)) is none of almanac's" }
  }

  /// What is in the schema of a new catalogue.
  private static let whole = Result {
    let model = try DatabaseQueue()
    try migrator.migrate(model)
    return try model.read(Contents.init(of:))
  }

  /// What is in the schema of a database.
  private struct Contents {
    /// Tables, indexes and triggers with their texts.
    let parts: [String: String]
    /// The names of the columns of tables, by the tables.
    let columns: [String: [String]]

    init(of database: Database) throws {
      parts = try Schema.parts(database)
      columns = try Schema.columns(database, of: parts)
    }
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
