import CZstd

/// Compression with Zstandard: whole texts, each into one frame that knows its length.
///
/// One library gives one frame for the same bytes, level and dictionary. `ZstandardStream` is for
/// texts that are too long to be held.
public enum Zstandard {
  /// The library's version, such as `1.5.4`.
  public static var libraryVersion: String { String(cString: ZSTD_versionString()) }

  /// The most bytes that a frame may unfold to: a damaged one must not exhaust memory.
  public static let largest = 1 << 28

  /// Compresses bytes into one frame.
  ///
  /// - Parameters:
  ///   - bytes: What to compress.
  ///   - level: How hard to work on it, 1…19.
  /// - Returns: The frame.
  /// - Throws: `ZstandardError` when the library refuses, which takes a lack of memory.
  public static func compressed(_ bytes: [UInt8], level: Int) throws(ZstandardError) -> [UInt8] {
    try frame(of: bytes) { room, size in
      ZSTD_compress(room, size, bytes, bytes.count, CInt(level))
    }
  }

  /// Compresses bytes into one frame that only the same dictionary unfolds.
  ///
  /// - Throws: `ZstandardError` when the library refuses, which takes a lack of memory.
  public static func compressed(
    _ bytes: [UInt8], with dictionary: ZstandardDictionary
  ) throws(ZstandardError) -> [UInt8] {
    guard let context = ZSTD_createCCtx() else { throw ZstandardError("there is no memory") }
    defer { ZSTD_freeCCtx(context) }
    return try frame(of: bytes) { room, size in
      ZSTD_compress_usingCDict(context, room, size, bytes, bytes.count, dictionary.packer)
    }
  }

  private static func frame(
    of bytes: [UInt8], _ pack: (UnsafeMutablePointer<UInt8>?, Int) -> Int
  ) throws(ZstandardError) -> [UInt8] {
    var failure: ZstandardError?
    let room = ZSTD_compressBound(bytes.count)
    let frame = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
      let size = pack(buffer.baseAddress, room)
      if ZSTD_isError(size) != 0 {
        failure = ZstandardError(String(cString: ZSTD_getErrorName(size)))
      } else {
        count = size
      }
    }
    if let failure { throw failure }
    return frame
  }

  /// The bytes of a frame.
  ///
  /// - Parameters:
  ///   - frame: The compressed bytes.
  ///   - dictionary: The dictionary that they were compressed with, if any.
  ///   - limit: The most bytes to give.
  /// - Returns: The bytes, or `nil` when the frame is damaged, does not know its length, has more
  ///   than the limit, or was compressed with another dictionary.
  public static func decompressed(
    _ frame: [UInt8], with dictionary: ZstandardDictionary? = nil, limit: Int = largest
  ) -> [UInt8]? {
    guard let length = length(of: frame), length <= limit, let context = ZSTD_createDCtx() else {
      return nil
    }
    defer { ZSTD_freeDCtx(context) }
    var isWhole = false
    let bytes = [UInt8](unsafeUninitializedCapacity: length) { buffer, count in
      let size =
        if let dictionary {
          ZSTD_decompress_usingDDict(
            context, buffer.baseAddress, length, frame, frame.count, dictionary.unpacker)
        } else {
          ZSTD_decompressDCtx(context, buffer.baseAddress, length, frame, frame.count)
        }
      isWhole = ZSTD_isError(size) == 0 && size == length
      count = isWhole ? length : 0
    }
    return isWhole ? bytes : nil
  }

  /// The number of bytes that a frame says it unfolds to, or `nil` when it does not say.
  public static func length(of frame: [UInt8]) -> Int? {
    let length = ZSTD_getFrameContentSize(frame, frame.count)
    // The two highest values say “unknown” and “not a frame”.
    return Int(exactly: length)
  }
}

/// Why something could not be compressed: the library's own words.
public struct ZstandardError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What went wrong, such as `Zstandard cannot compress: Allocation error`.
  public let description: String

  init(_ detail: String) { description = "Zstandard cannot compress: \(detail)" }
}
