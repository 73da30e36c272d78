/// Where the client keeps what must not be lost: a few files with names such as `packs/intro`.
///
/// `DiskStorage` is the real one, `MemoryStorage` one for tests and previews. Whoever writes
/// another keeps these promises, on which it rests that no move and no pack is ever lost:
///
/// - When `write` returns, the bytes are on the disk; killed before, the old bytes are there,
///   whole.
/// - When `append` returns, the bytes are on the disk; killed before, any part of them, from the
///   front, may be there.
public protocol Storage: Sendable {
  /// The bytes of a file; `nil` where there is none.
  ///
  /// - Parameters:
  ///   - name: The file's name.
  ///   - limit: The most bytes; a file that has more is an error.
  /// - Returns: All of its bytes.
  /// - Throws: `StorageError`.
  func read(_ name: String, limit: Int) async throws(StorageError) -> [UInt8]?

  /// Puts bytes in the place of a file: all of them, or none.
  ///
  /// - Parameters:
  ///   - bytes: The bytes.
  ///   - name: The file's name.
  /// - Throws: `StorageError`; the old bytes are there then.
  func write(_ bytes: [UInt8], to name: String) async throws(StorageError)

  /// Writes bytes behind those of a file, which is made where it is missing.
  ///
  /// - Parameters:
  ///   - bytes: The bytes.
  ///   - name: The file's name.
  /// - Throws: `StorageError`; a part of them may be there then.
  func append(_ bytes: [UInt8], to name: String) async throws(StorageError)

  /// Removes a file, where it is there.
  ///
  /// - Parameter name: The file's name.
  /// - Throws: `StorageError`.
  func remove(_ name: String) async throws(StorageError)

  /// The files of a folder, by their names in it, with their bytes.
  ///
  /// - Parameter folder: The folder's name: `packs`.
  /// - Returns: The names without the folder's; none where there is no such folder.
  /// - Throws: `StorageError`.
  func files(in folder: String) async throws(StorageError) -> [String: Int]
}

/// Why something cannot be kept or read.
public struct StorageError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong.
  public let description: String

  /// Makes an error.
  public init(_ description: String) { self.description = description }
}
