import Pipeline
import Recipes
import Testing

@Suite("Spelling")
struct SpellingTests {
  @Test(
    "the word that was meant is found",
    arguments: [
      ("difficutly", "difficulty"), ("Count", "count"), ("cuont", "count"), ("grids", "grid"),
      ("nmae", "name"),
    ])
  func meant(word: String, wanted: String) {
    let words = ["id", "name", "free", "grid", "count", "difficulty", "seed", "pins"]
    #expect(Spelling.guess(for: word, among: words) == wanted)
  }

  @Test("a word that is far from all stays alone", arguments: ["colour", "x", "", "identity"])
  func stranger(word: String) {
    #expect(Spelling.guess(for: word, among: ["name", "count", "seed"]) == nil)
  }

  @Test("a word without end is not compared")
  func endless() {
    #expect(Spelling.guess(for: String(repeating: "a", count: 1 << 20), among: ["a"]) == nil)
  }
}
