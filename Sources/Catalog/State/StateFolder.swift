#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Makes the folder that the state is kept in.
package enum StateFolder {
  /// Makes a folder and those it is in, unless they are there.
  ///
  /// - Returns: The system's error number and the path that failed, or nothing when all is well.
  static func make(_ path: String) -> (path: String, code: CInt)? {
    if path.isEmpty { return nil }
    var made = path.hasPrefix("/") ? "/" : ""
    for name in path.split(separator: "/") {
      made += made.isEmpty || made.hasSuffix("/") ? "\(name)" : "/\(name)"
      if mkdir(made, 0o755) != 0 && errno != EEXIST {
        let code = errno
        // On a read-only disk even folders that are there cannot be “made”.
        var status = stat()
        guard stat(made, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
          return (made, code)
        }
      }
    }
    return nil
  }
}
