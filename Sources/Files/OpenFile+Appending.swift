import Foundation

extension OpenFile {
  /// Writes bytes behind those of a plain file in this folder, which is made where it is missing,
  /// and waits until they are on the disk.
  ///
  /// Killed on the way, any part of them, from the front, may be there: who reads such a file has
  /// to know a whole record from a torn one.
  package func append(_ bytes: [UInt8], to name: String) throws(FileError) {
    let isNew = try status(of: name) == nil
    let file = try lastingFile(name)
    guard lseek(file.descriptor, 0, SEEK_END) >= 0 else {
      throw .system(operation: "write to the end of", path: file.path, code: errno)
    }
    try file.write(bytes)
    try file.synchronize()
    if isNew { try synchronize() }
  }
}
