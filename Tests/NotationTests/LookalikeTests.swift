import Notation
import Testing

@Suite("What is no notation of ours")
struct LookalikeTests {
  @Test(
    "it is refused with the name of what it looks like, and what to do",
    arguments: [
      ("https://swaroopg92.github.io/penpa-edit/#m=edit&p=7VRNb9", "a penpa+ link"),
      ("m=edit&p=7VRNb9swDL37V", "a penpa+ link"),
      ("https://www.puzzle-star-battle.com/?e=MzoxLDIsMw==", "a link to puzzle-star-battle.com"),
      ("https://www.linkedin.com/games/queens/", "a link to LinkedIn"),
      ("https://sudokupad.app/sclN4IgzglgXgpiBcBOANCA5gJ", "a SudokuPad link of a kind"),
      ("https://tinyurl.com/abc", "a short link"),
      ("<!DOCTYPE html>", "a web page"),
      ("<svg xmlns=\"http://www.w3.org/2000/svg\">", "an SVG drawing"),
      ("🟥🟥🟦🟦", "a board of coloured squares"),
      ("%PDF-1.7", "a PDF document"),
    ])
  func names(text: String, name: String) {
    let entries = Array(readPuzzles(text))
    guard entries.count == 1, case .failure(let error)? = entries.first?.result else {
      Issue.record("\(entries)")
      return
    }
    #expect(error.found.hasPrefix(name), "\(error)")
    #expect(error.expected.contains("save it as rows of letters"), "\(error)")
  }

  @Test("compressed files and pictures are named by their first bytes")
  func files() {
    for (bytes, name) in [
      ([0x1F, 0x8B, 8, 0], "a gzip file"), ([0x28, 0xB5, 0x2F, 0xFD, 4], "a Zstandard file"),
      ([0x50, 0x4B, 3, 4], "a zip file"), ([0x89, 0x50, 0x4E, 0x47], "a PNG picture"),
    ] as [([UInt8], String)] {
      let entries = Array(readPuzzles(bytes + Array("\n5\n6".utf8)))
      guard entries.count == 1, case .failure(let error)? = entries.first?.result else {
        Issue.record("\(name) was read")
        continue
      }
      #expect(error.found == name)
    }
  }
}
