import Preview
import Testing

@Suite("Words of a page")
struct WordBookTests {
  @Test("a sentence comes back from its code word by word, whatever the number of words")
  func words() {
    let sentences = (0..<4000).map { "word\($0) and  again word\($0 % 7)" }
    let book = WordBook(of: sentences)
    for sentence in sentences.prefix(50) + sentences.suffix(50) {
      var words: [String] = []
      var number = 0
      for character in book.code(sentence) {
        if let lead = WordBook.leading.firstIndex(of: character) {
          number = number * WordBook.leading.count + lead + 1
        } else if let final = WordBook.final.firstIndex(of: character) {
          words.append(book.words[number * WordBook.final.count + final])
          number = 0
        }
      }
      #expect(words.joined(separator: " ") == sentence)
    }
  }
}
