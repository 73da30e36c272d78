import Printable
import Testing

/// Texts that hold `sign` for whoever reads scalars or bytes, and not as a character.
private func hiding(_ sign: Unicode.Scalar) -> [String] {
  // Signs that join what follows, and one that joins what stands before.
  ["\u{600}\(sign)b", "\u{D4E}\(sign)b", "a\(sign)\u{301}b"]
}

@Suite("Texts with other spellings")
struct ReplacingTests {
  @Test("a sign is replaced wherever it stands, also where it is no character by itself")
  func hidden() {
    for sign in "<\"'&".unicodeScalars {
      for text in hiding(sign) + ["a\(sign)b"] {
        let replaced = text.replacingScalars { $0 == sign ? "!" : nil }
        #expect(!replaced.unicodeScalars.contains(sign) && replaced.unicodeScalars.contains("!"))
        #expect(replaced.unicodeScalars.count == text.unicodeScalars.count)
      }
    }
    #expect("a\r\nb".replacingScalars { $0 == "\n" ? "\\n" : nil } == "a\r\\nb")
  }
}
