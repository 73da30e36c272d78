import Foundation
import TestSupport
import Testing

/// What in `docs/` is drawn by the program; `RECORD=1 make test FILTER=DrawnDocuments` draws it
/// anew.
@Suite("Drawn documents")
struct DrawnDocumentsTests {
  let folder = TemporaryFolder()

  private func run(_ arguments: String..., input: String = "") throws -> Program.Ending {
    try Program.run(arguments, input: input, in: folder)
  }

  @Test("the README's moving picture is what trace --svg draws")
  func picture() throws {
    let sbn = "8x1.AAAABBBBAACCCDBEAAAACDEEAACACDDEFFCCCCDEFFCCCFDGHFFCFFDGHHFFFFGG.s7d4l5c21"
    let drawn = try run("trace", "-", "--svg", input: sbn + "\n")
    #expect(drawn.status == 0)
    let file = Project.folder.appendingPathComponent("docs/solve.svg")
    if Effort.isRecording { try Data(drawn.output.utf8).write(to: file) }
    #expect(try String(contentsOf: file, encoding: .utf8) == drawn.output)
    #expect(drawn.output.components(separatedBy: #"class="star""#).count == 9)
    let steps =
      try run("trace", "-", "--json", input: sbn).output
      .components(separatedBy: #""cycle":"#).count - 1
    #expect(drawn.output.components(separatedBy: "<text>").count == steps + 1)
    #expect(try run("trace", "-", "--svg", "--json", input: sbn).status == 64)
  }

  @Test("the sample page is what preview makes of four puzzles")
  func sample() throws {
    var puzzles = ""
    for (size, seed) in [("6", "11"), ("8", "11"), ("10", "11"), ("14", "3")] {
      puzzles += try run("generate", "--size", size, "--seed", seed, "--quiet").output
    }
    try folder.write(puzzles, to: "sample.txt")
    #expect(try run("preview", "sample.txt", "--html", "sample").status == 0)
    let page = try #require(folder.text("sample/index.html"))
    let file = Project.folder.appendingPathComponent("docs/sample.html")
    if Effort.isRecording { try Data(page.utf8).write(to: file) }
    #expect(try String(contentsOf: file, encoding: .utf8) == page)
  }
}
