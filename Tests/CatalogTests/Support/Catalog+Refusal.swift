import Catalog
import GRDB

extension Catalog {
  /// The message with which the database refuses a statement.
  func refusal(_ sql: String) -> String? {
    do {
      try queue.write { try $0.execute(sql: sql) }
      return nil
    } catch {
      return (error as? DatabaseError)?.message
    }
  }
}
