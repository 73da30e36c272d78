import Identity

/// A file whose damage is noticed: the SHA-256 of its contents stands in its first line.
enum SealedFile {
  private static let head = 65

  static func write(
    _ bytes: [UInt8], to name: String, in storage: any Storage
  ) async throws(StorageError) {
    try await storage.write(
      Array("\(Digest.sha256(of: bytes))\n".utf8) + bytes, to: name)
  }

  /// The contents and their digest; `nil` where there is no such file, or it is damaged.
  static func read(
    _ name: String, limit: Int, in storage: any Storage
  ) async -> (bytes: [UInt8], sha256: String)? {
    guard let file = (try? await storage.read(name, limit: limit + head)) ?? nil,
      file.count >= head
    else { return nil }
    let bytes = Array(file[head...])
    let sha256 = Digest.sha256(of: bytes)
    return file[..<(head - 1)].elementsEqual(sha256.utf8) ? (bytes, sha256) : nil
  }
}
