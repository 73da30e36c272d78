import CZstd

/// A dictionary for short texts that are alike, ready for use.
///
/// Made once and only read afterwards, which Zstandard allows from any number of threads.
public final class ZstandardDictionary: @unchecked Sendable {
  let packer: OpaquePointer
  let unpacker: OpaquePointer

  /// Prepares a dictionary, or gives `nil` when there is no memory for it.
  ///
  /// - Parameters:
  ///   - bytes: What it was made of.
  ///   - level: How hard to work on what is compressed with it, 1…19.
  public init?(_ bytes: [UInt8], level: Int) {
    guard let packer = ZSTD_createCDict(bytes, bytes.count, CInt(level)) else { return nil }
    guard let unpacker = ZSTD_createDDict(bytes, bytes.count) else {
      ZSTD_freeCDict(packer)
      return nil
    }
    self.packer = packer
    self.unpacker = unpacker
  }

  deinit {
    ZSTD_freeCDict(packer)
    ZSTD_freeDDict(unpacker)
  }

  /// Learns from examples what they have in common.
  ///
  /// - Parameters:
  ///   - samples: The examples.
  ///   - sizeInBytes: The most bytes that the dictionary may have.
  /// - Returns: The dictionary's bytes, or `nil` when the examples are too few or too much alike.
  public static func trained(on samples: [[UInt8]], sizeInBytes: Int) -> [UInt8]? {
    let all = samples.flatMap(\.self)
    let sizes = samples.map(\.count)
    var room = [UInt8](repeating: 0, count: sizeInBytes)
    let count = ZDICT_trainFromBuffer(&room, room.count, all, sizes, UInt32(sizes.count))
    guard ZDICT_isError(count) == 0 else { return nil }
    return Array(room[..<count])
  }
}
