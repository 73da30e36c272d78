import CZstd
import Foundation
import NIOCore

/// A body in both of its forms, made once.
struct Body: Sendable {
  /// A form as it goes over the wire.
  struct Form: Sendable {
    let buffer: ByteBuffer
    /// Its entity tag, quotation marks included: the two forms are two entities.
    let tag: String
  }

  let plain: Form
  /// Compressed with Zstandard, where that is worth it.
  let compressed: Form?

  init(_ bytes: [UInt8]) {
    let tag = Body.fingerprint(of: bytes)
    plain = Form(buffer: ByteBuffer(bytes: bytes), tag: "\"\(tag)\"")
    let frame = Body.compressed(bytes)
    compressed =
      frame.count < bytes.count * 9 / 10
      ? Form(buffer: ByteBuffer(bytes: frame), tag: "\"\(tag)-zstd\"") : nil
  }

  /// FNV-1a over 64 bits and the length: it tells versions of a file apart, and guards against nothing.
  private static func fingerprint(of bytes: [UInt8]) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in bytes {
      hash ^= UInt64(byte)
      hash &*= 0x100_0000_01B3
    }
    return String(hash, radix: 16) + "-" + String(bytes.count, radix: 16)
  }

  private static func compressed(_ bytes: [UInt8]) -> [UInt8] {
    let room = ZSTD_compressBound(bytes.count)
    return [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
      let size = ZSTD_compress(buffer.baseAddress, room, bytes, bytes.count, 12)
      // A frame that cannot be made is longer than its text, and is not used.
      count = ZSTD_isError(size) == 0 ? size : 0
      if count == 0 { count = room }
    }
  }
}
