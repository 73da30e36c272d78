import Pipeline
import Testing
import Tools

@Suite("Number ranges")
struct NumberRangeTests {
  @Test(
    "a number, a closed and an open range are read",
    arguments: [("5", 5...5), ("4...6", 4...6), ("...7", 1...7), ("8...", 8...10), ("10", 10...10)])
  func good(text: String, range: ClosedRange<Int>) {
    #expect(NumberRange.read(text, within: 1...10) == range)
  }

  @Test(
    "anything else is refused",
    arguments: [
      "", "...", "0", "11", "6...4", "4..6", "4…6", "a", "-1", "0...3", "3...11", "1...2...3",
      "4-6", " 5", "99999999999999999999",
    ])
  func bad(text: String) {
    #expect(NumberRange.read(text, within: 1...10) == nil)
  }
}
