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

  /// - Parameters:
  ///   - bytes: The body.
  ///   - digest: The SHA-256 of what it is made of; its tags are of it.
  init(_ bytes: [UInt8], digest: String) {
    plain = Form(buffer: ByteBuffer(bytes: bytes), tag: "\"\(digest)\"")
    var compressed: [Coding: Form] = [:]
    for coding in Coding.allCases {
      guard let short = coding.compressed(bytes), short.count < bytes.count * 9 / 10 else {
        continue
      }
      compressed[coding] = Form(
        buffer: ByteBuffer(bytes: short), tag: "\"\(digest)-\(coding.rawValue)\"")
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
}
