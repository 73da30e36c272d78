import Notation
import StarBattle
import TestSupport
import Testing

@Suite("Real puzzles")
struct CorpusTests {
  @Test(
    "every puzzle of the corpus is read, is canonical, and comes back from every notation",
    .enabled(if: Corpus.isPresent, Comment(rawValue: Corpus.absence)), arguments: Corpus.files)
  func roundTrip(file: String) throws {
    let lines = try #require(Corpus.lines(of: file))
    #expect(!lines.isEmpty)
    let entries = Array(readPuzzles(lines.joined(separator: "\n")))
    #expect(entries.count == lines.count)
    for (entry, line) in zip(entries, lines) {
      let sbn = try entry.result.get()
      #expect(sbn.description == line)
      #expect(sbn.canonical == sbn)
    }
    for line in lines.prefix(50) {
      let sbn = try SBN(line)
      for notation in Notation.all {
        guard let text = notation.text(of: sbn) else { continue }
        #expect(try notation.read(text).puzzle == sbn.puzzle, "\(notation.id): \(line)")
      }
    }
  }
}
