/// Which puzzle a board is of: the first 16 hexadecimal digits of the SHA-256 of
/// `{size}x{stars}.{regions}`, as in SBN.
///
/// It tells an old puzzle of a place from a new one; it is no secret and proves nothing.
public struct PuzzleFingerprint: Hashable, Sendable {
  /// The 16 digits, lower-case.
  public let text: String

  /// Reads 16 lower-case hexadecimal digits; `nil` for anything else.
  public init?(_ text: some StringProtocol) {
    let digits = Array(text.utf8)
    let isHexadecimal = digits.allSatisfy {
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
        || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
    }
    guard digits.count == 16, isHexadecimal else { return nil }
    self.text = String(text)
  }

  /// The fingerprint with these 64 bits.
  public init(bits: UInt64) {
    let digits = String(bits, radix: 16)
    text = String(repeating: "0", count: 16 - digits.count) + digits
  }
}

extension PuzzleFingerprint {
  /// What the fingerprint of a puzzle is the digest of: its text in SBN without what is said about
  /// it.
  public static func subject(ofSBN text: String) -> [UInt8] {
    let parts = text.split(separator: ".", maxSplits: 2, omittingEmptySubsequences: false)
    return Array(parts.prefix(2).joined(separator: ".").utf8)
  }
}

extension PuzzleFingerprint: CustomStringConvertible {
  public var description: String { text }
}
