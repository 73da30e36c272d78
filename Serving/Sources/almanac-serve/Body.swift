import NIOCore

/// A body in all of its forms, made once.
struct Body: Sendable {
  /// A form as it goes over the wire.
  struct Form: Sendable {
    let buffer: ByteBuffer
    /// Its entity tag, quotation marks included: each form is an entity of its own.
    let tag: String
  }

  let plain: Form
  /// Compressed, where that is worth it.
  private let compressed: [Coding: Form]

  init(_ bytes: [UInt8]) {
    let tag = Body.fingerprint(of: bytes)
    plain = Form(buffer: ByteBuffer(bytes: bytes), tag: "\"\(tag)\"")
    var compressed: [Coding: Form] = [:]
    for coding in Coding.allCases {
      guard let short = coding.compressed(bytes), short.count < bytes.count * 9 / 10 else {
        continue
      }
      compressed[coding] = Form(
        buffer: ByteBuffer(bytes: short), tag: "\"\(tag)-\(coding.rawValue)\"")
    }
    self.compressed = compressed
  }

  /// The form for a client, by its `Accept-Encoding`, with its coding.
  func form(accepting header: String?) -> (form: Form, coding: Coding?) {
    let offered = Coding.allCases.filter { compressed[$0] != nil }
    guard let coding = Coding.best(for: header, of: offered), let form = compressed[coding] else {
      return (plain, nil)
    }
    return (form, coding)
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
}
