import Catalog
import Files

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A file that gets its name when it is whole; until then it is `NAME.part`, and goes when nobody commits it.
final class DraftFile {
  private let path: String
  private let draft: String
  private var descriptor: CInt

  /// Begins a file.
  ///
  /// - Throws: `CatalogError.cannotOpen`, `.full`.
  init(for path: String) throws(CatalogError) {
    self.path = path
    draft = path + ".part"
    descriptor = open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else {
      let code = errno
      throw code == ENOSPC
        ? .full(path: path) : .cannotOpen(path: path, detail: SmallFile.reason(code))
    }
  }

  deinit {
    if descriptor >= 0 {
      close(descriptor)
      unlink(draft)
    }
  }

  /// Writes bytes behind those before.
  ///
  /// - Throws: `CatalogError.full`, `.inputOutput`.
  func write(_ bytes: [UInt8]) throws(CatalogError) {
    var done = 0
    while done < bytes.count {
      let count = bytes[done...].withUnsafeBytes { rest in
        #if canImport(Glibc)
          Glibc.write(descriptor, rest.baseAddress, rest.count)
        #elseif canImport(Musl)
          Musl.write(descriptor, rest.baseAddress, rest.count)
        #else
          Darwin.write(descriptor, rest.baseAddress, rest.count)
        #endif
      }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw failure() }
      done += count
    }
  }

  /// Gives the file its name, with all of it on disk.
  ///
  /// - Throws: `CatalogError.full`, `.inputOutput`.
  func commit() throws(CatalogError) {
    guard fsync(descriptor) == 0, rename(draft, path) == 0 else { throw failure() }
    close(descriptor)
    descriptor = -1
  }

  private func failure() -> CatalogError {
    let code = errno
    return code == ENOSPC || code == EDQUOT
      ? .full(path: path) : .inputOutput(path: path, detail: SmallFile.reason(code))
  }
}
