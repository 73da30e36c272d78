import Identity

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
  /// The fingerprint of a puzzle.
  ///
  /// - Parameter text: The puzzle in SBN; what is said about it makes no difference.
  /// - Complexity: O(characters).
  public init(ofSBN text: String) {
    let parts = text.split(separator: ".", maxSplits: 2, omittingEmptySubsequences: false)
    let digest = Digest.sha256(of: Array(parts.prefix(2).joined(separator: ".").utf8))
    self.text = String(digest.prefix(16))
  }
}

extension PuzzleFingerprint: CustomStringConvertible {
  public var description: String { text }
}
