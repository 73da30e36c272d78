import Drawing
import Testing

@Suite("Wrapped text")
struct WrappedTextTests {
  @Test("lines break at spaces, and in Japanese between characters")
  func wrapping() {
    #expect(WrappedText.lines(of: "one two three", columns: 7) == ["one two", "three"])
    #expect(WrappedText.lines(of: "", columns: 7) == [""])
    #expect(WrappedText.lines(of: "extraordinary", columns: 7) == ["extraordinary"])
    #expect(
      WrappedText.lines(of: "3行5列には星が入りません。", columns: 12)
        == ["3行5列には星", "が入りませ", "ん。"])
    #expect(WrappedText.columns(of: "3行5列") == 6)
  }
}
