import GRDB
import Tables

extension Schema {
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
    // The pages first: they come with the mark, so whoever sees the pages that another opener has
    // just written sees its mark too. Asked the other way round, there could be pages and no mark.
    if try number("page_count") == 0 {
      guard isNew else { return }
      return try database.execute(sql: "PRAGMA application_id = \(applicationID)")
    }
    let mark = try number("application_id")
    if mark == applicationID { return }
    guard mark == 0, try isOfEarlierProgram(database) else {
      throw CatalogError.foreign(path: path)
    }
  }
}
