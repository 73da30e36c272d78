import Notation
import TestSupport
import Testing

@Suite("SBN: what is refused, and where")
struct SBNErrorTests {
  @Test(
    "a wrong header names the place and what is possible",
    arguments: [
      ("", "column 1: found the end of the line, expected the side of the board"),
      ("x", "column 1: found “x”, expected the side of the board, such as “10x2.”"),
      ("10", "column 3: found the end of the line, expected “x” and the stars"),
      ("10X2.", "column 3: found “X”, expected “x” and the stars after the side"),
      ("10x.", "column 4: found “.”, expected the stars in each row"),
      ("10x-2.", "column 4: found “-”, expected the stars in each row"),
      ("26x6.AA", "column 1: found a 26×26 board, expected a side of 4…25 cells"),
      ("3x1.AAABBBCCC", "column 1: found a 3×3 board, expected a side of 4…25 cells"),
      ("0x0.", "column 1: found a 0×0 board, expected a side of 4…25 cells"),
      ("5x2.", "column 3: found 2 stars, expected 1 star in each row, column and region of a 5×5"),
      ("14x7.", "column 4: found 7 stars, expected 1…3 stars in each row, column and region"),
      ("5x0.", "column 3: found 0 stars, expected 1 star in"),
      ("99999999999999999999999999999x1.", "column 1: found “999999999999999999999999…”, expected"),
      ("5x99999999999999999999.", "column 3: found “99999999999999999999”, expected the stars"),
      ("9223372036854775807x1.", "column 1: found a 9223372036854775807×9223372036854775807 board"),
      ("9223372036854775808x1.", "column 1: found “9223372036854775808”, expected the side"),
      ("5x1", "column 4: found the end of the line, expected “.” and the region letters"),
      ("5x1AAB", "column 4: found “A”, expected “.” and the region letters"),
    ])
  func header(text: String, complaint: String) {
    expectComplaint(text, complaint)
  }

  @Test(
    "a wrong layout names the cell",
    arguments: [
      (
        "5x1.", "column 5: found the end of the line, expected a region letter A–Z (number 1 of 25)"
      ),
      ("5x1.AABBB", "column 10: found the end of the line, expected a region letter A–Z (number 6"),
      ("5x1.AABBB.s1", "column 10: found “.”, expected a region letter A–Z (number 6 of 25)"),
      ("5x1.AAB#B", "column 8: found “#”, expected a region letter A–Z (number 4 of 25)"),
      ("5x1.AABÉB", "column 8: found “É”, expected a region letter"),
      ("5x1.AA BBB", "column 7: found a blank, expected a region letter"),
      ("5x1.AA\u{0}", "column 7: found the character U+0000, expected a region letter"),
      ("5x1.AA\u{2028}", "column 7: found the character U+2028, expected a region letter"),
      ("5x1.AA\n", "column 7: found the character U+000A, expected a region letter"),
      ("5x1.AA👩‍🚀", "column 7: found “👩”, expected a region letter"),
      (
        Samples.text + "A", "column 30: found “A”, expected “.” or the end of the line after the 25"
      ),
      ("5x1.AAAAABBBBBCCCCCDDDDDDDDDD", "column 5: found 4 regions, expected exactly 5 regions"),
      ("5x1.AAAAABBBBBCCCCCDDDDDEEEEF", "column 5: found 6 regions, expected exactly 5 regions"),
      ("4x1.AAAAAAAAAAAAAAAA", "column 5: found 1 region, expected exactly 4 regions on a 4×4"),
      ("4x1.ABCDEFGHIJKLMNOP", "column 5: found 16 regions, expected exactly 4 regions on a 4×4"),
      (
        "4x1.AABAABBACCCCDDDD",
        "column 8: found a region in pieces: row 1, column 4 of the board is cut off, expected every"
      ),
    ])
  func layout(text: String, complaint: String) {
    expectComplaint(text, complaint)
  }

  @Test(
    "wrong metadata names the key or the number",
    arguments: [
      (".s", "column 32: found the end of the line, expected a whole number after “s”"),
      (".sd7", "column 32: found “d”, expected a whole number after “s”"),
      (".s-", "column 33: found the end of the line, expected a whole number after “s”"),
      (".s+1", "column 32: found “+”, expected a whole number after “s”"),
      (".7", "column 31: found “7”, expected a metadata key: s, d, l, c or another letter"),
      (".s1.", "column 33: found “.”, expected a metadata key"),
      (".s1 d2", "column 33: found a blank, expected a metadata key"),
      (".s1#", "column 33: found “#”, expected a metadata key"),
      (".v1#", "column 33: found “#”, expected a metadata key"),
      (".s1d2s3", "column 35: found “s”, expected each of s, d, l and c at most once"),
      (
        ".s9223372036854775808",
        "column 32: found “9223372036854775808”, expected a number after “s” that fits 64 bits"
      ),
      (".d-9223372036854775809", "column 32: found “-9223372036854775809”, expected a number"),
      (".s1\r\n", "column 33: found the character U+000D, expected a metadata key"),
    ])
  func metadata(metadata: String, complaint: String) {
    expectComplaint(Samples.text + metadata, complaint)
  }

  @Test("the line is the one that the caller says")
  func line() {
    let error = #expect(throws: NotationError.self) { try SBN("5x1.AA", line: 12) }
    #expect(error?.line == 12)
    #expect(error?.description.hasPrefix("line 12, column 7: ") == true)
  }

  @Test("a text of 100 megabytes is refused by its length")
  func longText() {
    let text = String(
      decoding: [UInt8](repeating: UInt8(ascii: "A"), count: 100 << 20), as: UTF8.self)
    expectComplaint(
      text, "column 65537: found a line of 104857600 bytes, expected a puzzle, in at most 65536")
  }

  @Test("the longest metadata that is allowed is read")
  func longMetadata() throws {
    let text = Samples.text + ".v"
    let long = text + String(repeating: "1", count: 65_536 - text.utf8.count)
    #expect(try SBN(long).description == long)
    expectComplaint(long + "1", "column 65537: found a line of 65537 bytes")
    let number = Samples.text + ".s" + String(repeating: "1", count: 60_000)
    expectComplaint(number, "column 32: found “111111111111111111111111…”, expected a number")
  }

  private func expectComplaint(
    _ text: String, _ beginning: String, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let complaint = Samples.complaint(text)
    let isAsExpected = complaint?.hasPrefix("line 1, \(beginning)") == true
    #expect(
      isAsExpected, "said: \(complaint ?? "nothing")", sourceLocation: sourceLocation)
  }
}
