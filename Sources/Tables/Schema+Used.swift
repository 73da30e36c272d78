import Foundation
package import GRDB
package import Identity

extension Schema {
  /// Digests of everything that was ever published, also of what is known by nothing else any more.
  static let used = """
    CREATE TABLE used (
      digest BLOB NOT NULL PRIMARY KEY CHECK (length(digest) = 16),
      -- The release whose list in the tree has it; nothing while none has.
      listed INTEGER
    ) STRICT, WITHOUT ROWID;

    CREATE TRIGGER used_is_kept_from_change BEFORE UPDATE ON used WHEN OLD.listed IS NOT NULL
    BEGIN SELECT RAISE(ABORT, 'what was published never changes'); END;

    CREATE TRIGGER used_is_kept BEFORE DELETE ON used
    BEGIN SELECT RAISE(ABORT, 'what was published is never forgotten'); END;
    """

  /// Notes puzzles that are published and not listed yet, unless they are noted already.
  package static func noteUsed(
    _ database: Database, _ condition: String, _ arguments: StatementArguments = []
  ) throws {
    let keys = try Data.fetchAll(
      database, sql: "SELECT canonical FROM puzzles WHERE \(condition)", arguments: arguments)
    for key in keys {
      try note(database, UsedPuzzle(PuzzleDigest(ofKey: Array(key)), listed: nil))
    }
  }

  package static func note(_ database: Database, _ used: UsedPuzzle) throws {
    let insertion = try database.cachedStatement(
      sql: "INSERT INTO used (digest, listed) VALUES (?, ?) ON CONFLICT DO NOTHING")
    try insertion.execute(arguments: [Data(used.digest.bytes), used.listed])
  }
}
