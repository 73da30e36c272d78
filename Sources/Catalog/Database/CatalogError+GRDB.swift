import Files
import GRDB

extension CatalogError {
  /// Runs what talks to the database, its errors made errors of the catalogue.
  static func translating<Value>(
    _ path: String, _ body: () throws -> Value
  ) throws(CatalogError) -> Value {
    do {
      return try body()
    } catch let error as CatalogError {
      throw error
    } catch let error as DatabaseError {
      throw CatalogError(error, path: path)
    } catch {
      throw .database(path: path, detail: "\(error)")
    }
  }

  init(_ error: DatabaseError, path: String) {
    let detail = error.message ?? error.resultCode.description
    switch error.resultCode {
    case .SQLITE_CORRUPT, .SQLITE_NOTADB:
      // SQLite calls it damage, too, when the disk does not give a page.
      if let fault = CatalogFile(path).readFault() {
        self = .inputOutput(path: path, detail: fault.reason)
      } else {
        self = .corrupted(path: path, detail: detail)
      }
    // All statements are our own, so what one of them does not find is missing from the file: a
    // table, a column; or is there already although no migration has made it.
    case .SQLITE_ERROR: self = .corrupted(path: path, detail: detail)
    case .SQLITE_CANTOPEN: self = .cannotOpen(path: path, detail: detail)
    // What file systems without working locks give, after a good many tries.
    case .SQLITE_PROTOCOL:
      self = .cannotOpen(path: path, detail: "\(detail): its disk may have no locks")
    case .SQLITE_READONLY, .SQLITE_PERM:
      self = .readOnly(path: Catalog.unwritableFile(of: path) ?? path)
    case .SQLITE_BUSY, .SQLITE_LOCKED: self = .busy(path: path)
    case .SQLITE_FULL: self = .full(path: path)
    case .SQLITE_IOERR: self = .inputOutput(path: path, detail: detail)
    default: self = .database(path: path, detail: detail)
    }
  }
}
