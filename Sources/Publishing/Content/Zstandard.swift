import CZstd

/// Compression with Zstandard, always at one level, so that one library gives one text.
package enum Zstandard {
  /// The library and the level, as manifests note them: `1.5.4, level 19`.
  package static var version: String { "\(String(cString: ZSTD_versionString())), level \(level)" }

  private static let level: CInt = 19

  /// Compresses bytes into one frame that knows its length.
  ///
  /// - Parameter bytes: What to compress.
  /// - Returns: The frame.
  /// - Throws: `PublishError.compression` when the library refuses.
  package static func compressed(_ bytes: [UInt8]) throws(PublishError) -> [UInt8] {
    let room = ZSTD_compressBound(bytes.count)
    var failure: String?
    let result = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
      let size = ZSTD_compress(buffer.baseAddress, room, bytes, bytes.count, level)
      if ZSTD_isError(size) != 0 {
        failure = String(cString: ZSTD_getErrorName(size))
      } else {
        count = size
      }
    }
    if let failure { throw .compression(failure) }
    return result
  }

  /// Decompresses a frame.
  ///
  /// - Parameters:
  ///   - frame: The compressed bytes.
  ///   - limit: The most bytes to give.
  /// - Returns: The bytes that it holds; nothing when it is damaged, does not know its length, or has
  ///   more than the limit.
  package static func decompressed(_ frame: [UInt8], limit: Int = 1 << 28) -> [UInt8]? {
    let size = ZSTD_getFrameContentSize(frame, frame.count)
    guard size <= UInt64(limit) else { return nil }
    var isWhole = false
    let result = [UInt8](unsafeUninitializedCapacity: Int(size)) { buffer, count in
      count = 0
      let got = ZSTD_decompress(buffer.baseAddress, Int(size), frame, frame.count)
      guard ZSTD_isError(got) == 0, got == Int(size) else { return }
      isWhole = true
      count = got
    }
    return isWhole ? result : nil
  }
}
