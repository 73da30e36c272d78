import CZstd

/// Zstandard for short texts, alone or with a dictionary; `ZstandardStream` is for long ones.
enum Zstandard {
  /// How hard traces are worked on: they are written once and kept for ever.
  static let level: CInt = 15

  /// The most bytes that a frame may unfold to: a damaged one must not exhaust memory.
  static let largest = 64 << 20

  /// Compresses bytes into one frame that knows its length.
  static func compressed(_ bytes: [UInt8], with dictionary: TraceDictionary?) -> [UInt8]? {
    guard let context = ZSTD_createCCtx() else { return nil }
    defer { ZSTD_freeCCtx(context) }
    var room = [UInt8](repeating: 0, count: ZSTD_compressBound(bytes.count))
    let count =
      if let dictionary {
        ZSTD_compress_usingCDict(
          context, &room, room.count, bytes, bytes.count, dictionary.packer)
      } else {
        ZSTD_compressCCtx(context, &room, room.count, bytes, bytes.count, level)
      }
    guard ZSTD_isError(count) == 0 else { return nil }
    return Array(room[..<count])
  }

  /// The bytes of a frame, or nothing when it is damaged or its dictionary is another.
  static func decompressed(_ frame: [UInt8], with dictionary: TraceDictionary?) -> [UInt8]? {
    guard let length = length(of: frame), let context = ZSTD_createDCtx() else { return nil }
    defer { ZSTD_freeDCtx(context) }
    var bytes = [UInt8](repeating: 0, count: length)
    let count =
      if let dictionary {
        ZSTD_decompress_usingDDict(
          context, &bytes, bytes.count, frame, frame.count, dictionary.unpacker)
      } else {
        ZSTD_decompressDCtx(context, &bytes, bytes.count, frame, frame.count)
      }
    return ZSTD_isError(count) == 0 && count == length ? bytes : nil
  }

  /// The number of bytes that a frame says it unfolds to.
  static func length(of frame: [UInt8]) -> Int? {
    let length = ZSTD_getFrameContentSize(frame, frame.count)
    // The two highest values say “unknown” and “not a frame”.
    guard length <= UInt64(largest) else { return nil }
    return Int(length)
  }
}

/// A dictionary for short texts that are alike, ready for use.
///
/// Made once and only read afterwards, which Zstandard allows from any number of threads.
final class TraceDictionary: @unchecked Sendable {
  /// What it was made of.
  let bytes: [UInt8]
  let packer: OpaquePointer
  let unpacker: OpaquePointer

  /// The size to train for, in bytes; some sixty traces as they are kept.
  static let sizeInBytes = 32 << 10

  /// Prepares a dictionary, or gives nothing when there is no memory for it.
  init?(_ bytes: [UInt8]) {
    guard let packer = ZSTD_createCDict(bytes, bytes.count, Zstandard.level) else { return nil }
    guard let unpacker = ZSTD_createDDict(bytes, bytes.count) else {
      ZSTD_freeCDict(packer)
      return nil
    }
    self.bytes = bytes
    self.packer = packer
    self.unpacker = unpacker
  }

  deinit {
    ZSTD_freeCDict(packer)
    ZSTD_freeDDict(unpacker)
  }

  /// Learns from examples what they have in common.
  ///
  /// - Returns: The dictionary's bytes, or nothing when the examples are too few or too much alike.
  static func trained(on samples: [[UInt8]]) -> [UInt8]? {
    let all = samples.flatMap(\.self)
    let sizes = samples.map(\.count)
    var room = [UInt8](repeating: 0, count: sizeInBytes)
    let count = ZDICT_trainFromBuffer(&room, room.count, all, sizes, UInt32(sizes.count))
    guard ZDICT_isError(count) == 0 else { return nil }
    return Array(room[..<count])
  }
}
