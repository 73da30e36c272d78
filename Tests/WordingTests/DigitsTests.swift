import Testing
import Wording

@Suite("Numbers written with digits alone")
struct DigitsTests {
  @Test("digits are a number, zeros in front of it as well")
  func digits() {
    #expect(["0", "7", "0012", "65535"].map { Int(digits: $0) } == [0, 7, 12, 65535])
    #expect(Int64(digits: "s12".dropFirst()) == 12)
  }

  @Test(
    "a sign, a space, another script's digits or too large a number are none",
    arguments: ["", "+1", "-1", " 1", "1 ", "1_0", "0x1", "１", "٣", "9223372036854775808"])
  func others(text: String) {
    #expect(Int(digits: text) == nil)
  }
}
