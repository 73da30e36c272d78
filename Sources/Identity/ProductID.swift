/// What the names of products have to be like: what a store sells, and a player has bought.
package enum ProductID {
  /// The most products that one pack can belong to.
  package static let most = 16

  /// What a name is, in words.
  package static let rule = "1…128 letters, digits, “.”, “_” and “-”, a letter or digit first"

  /// Whether a text can be the name of a product.
  package static func isValid(_ text: String) -> Bool {
    let bytes = text.utf8
    guard let first = bytes.first, bytes.count <= 128, first.isLetterOrDigit else { return false }
    return bytes.allSatisfy { $0.isLetterOrDigit || [0x2E, 0x5F, 0x2D].contains($0) }
  }
}

extension UInt8 {
  /// Whether it is a letter or digit of ASCII, which names begin with.
  package var isLetterOrDigit: Bool {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"):
      true
    default: false
    }
  }
}
