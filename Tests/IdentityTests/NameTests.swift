import Identity
import Testing

@Suite("Names")
struct NameTests {
  @Test(
    "a name of a pack is one printable line",
    arguments: ["A", "Für Anfänger", "初級", "🌟🌟", String(repeating: "ä", count: 80)])
  func packNames(text: String) {
    #expect(PackName.isValid(text))
  }

  @Test(
    "a name that is empty, too long, or has what no line has is none",
    arguments: [
      "", " ", " a", "a ", "\u{A0}a", "a\n", "a\nb", "a\tb", "a\u{1B}[31m", "a\u{202E}b", "a\u{0}",
      String(repeating: "a", count: 81),
    ])
  func noPackNames(text: String) {
    #expect(!PackName.isValid(text))
  }

  @Test(
    "a product is named as stores name theirs",
    arguments: ["a", "0", "com.example.packs_2-3", "A.B", String(repeating: "a", count: 128)])
  func products(text: String) {
    #expect(ProductID.isValid(text))
  }

  @Test(
    "other names are none",
    arguments: [
      "", ".a", "_a", "-a", "a b", "a/b", "ä", "a\n", "a:b", String(repeating: "a", count: 129),
    ])
  func noProducts(text: String) {
    #expect(!ProductID.isValid(text))
  }
}
