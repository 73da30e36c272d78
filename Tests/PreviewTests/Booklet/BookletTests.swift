import Dates
import Explaining
import Foundation
import Grading
import Notation
import Pipeline
import Preview
import Searching
import TestSupport
import Testing

/// What is printed; `make test-page` prints it with Chromium.
@Suite("Booklets and contact sheets")
struct BookletTests {
  private static let texts = [
    "8x1.AAAABBBBAACCCDBEAAAACDEEAACACDDEFFCCCCDEFFCCCFDGHFFCFFDGHHFFFFGG",
    "5x1.AABBBAABBBCCDDDCCDDDEEEEE",
  ]

  private func html(_ booklet: Booklet?, of texts: [String] = texts) throws -> String {
    var grader = Grader()
    var solver = ExactSolver()
    let puzzles = try texts.enumerated().map { number, text in
      ShownPuzzle(
        PreviewSet.Item(id: "p:\(number)", label: "\(number)", sbn: try SBN(text)),
        highestLevel: 12, language: .english, &grader, &solver)
    }
    let set = PreviewSet(title: "A & B", items: puzzles.map(\.item))
    let page = PreviewPage(
      set: set, puzzles: puzzles, language: .english, boardsPerPage: 1, booklet: booklet)
    return String(decoding: try page.html(), as: UTF8.self)
  }

  @Test("what is not solved is printed without a difficulty")
  func unsolved() throws {
    let text = try html(Booklet(paper: .a4), of: ["5x1.AAAAABBBBBCCCCCDDDDDEEEEE", Self.texts[0]])
    #expect(count("<span>not solved</span>", in: text) == 1)
    #expect(!text.contains("expert · 10"))
  }

  @Test("the table of rules counts the puzzles that are solved with them, and no others")
  func rulesOfSolved() throws {
    let unsolved = "8x1.AAAAAABCADAAABBCDDDDAABCDDDAABBCEEFAABCCEFFFGBBCEEEGGCCCEHHHGGGC"
    let text = try html(nil, of: [Self.texts[0], unsolved])
    let solved = try html(nil, of: [Self.texts[0], Self.texts[0]])
    let rows = #"<td class="count">"#
    #expect(count(rows, in: solved) > 0)
    #expect(count(rows, in: text) == count(rows, in: solved))
    #expect(count(rows + "1</td>", in: text) == count(rows, in: text))
  }

  private func count(_ part: String, in text: String) -> Int {
    text.components(separatedBy: part).count - 1
  }

  @Test("a booklet has a cover, a page for each puzzle, the answers, and the hints asked for")
  func pages() throws {
    let text = try html(Booklet(paper: .letter, hints: 3))
    #expect(count(#"<section class="page cover">"#, in: text) == 1)
    #expect(text.contains("<h2>A &amp; B</h2>") && text.contains("@page { size: letter; }"))
    #expect(count(#"<section class="page per1">"#, in: text) == 2)
    #expect(count(#"answers">"#, in: text) == 1)
    #expect(count(#"<section class="page hints">"#, in: text) == 1)
    #expect(count(#"<div class="upside">"#, in: text) == 2)
    // The small one is solved in two steps.
    #expect(count("<li>", in: text) == 3 + 2)
  }

  @Test("a page to look at has neither cover nor hints")
  func plainPage() throws {
    let text = try html(nil)
    #expect(!text.contains(#"class="page cover""#) && !text.contains(#"class="upside""#))
    #expect(!text.contains("@page { size: a4; }"))
  }

  @Test("the times in a document become one time, and no other byte changes")
  func times() {
    let made = "%PDF-1.4 /CreationDate (D:20261122190000+00'00') /ModDate (D:20261122)\n7 (D:1)"
    let text = String(
      decoding: BrowserPrinter.withoutTimes(Array(made.utf8)), as: UTF8.self)
    #expect(
      text == "%PDF-1.4 /CreationDate (D:20000101000000+00'00') /ModDate (D:20000101)\n7 (D:1)")
  }

  @Test("a printer is looked for in absolute folders alone")
  func searching() throws {
    let folder = TemporaryFolder()
    try folder.write("#!/bin/sh\nexit 3\n", to: "chromium")
    #expect(BrowserPrinter(searching: ":.:bin:/nowhere") == nil)
    #expect(BrowserPrinter(searching: folder.path) == nil)
    #expect(chmod("\(folder.path)/chromium", 0o755) == 0)
    let printer = try #require(BrowserPrinter(searching: "/nowhere:\(folder.path)"))
    #expect(printer.program == "\(folder.path)/chromium")
  }

  @Test("a folder with a browser's name is no browser, and what stands behind it is found")
  func folders() throws {
    let (folder, behind) = (TemporaryFolder(), TemporaryFolder())
    try folder.write("", to: "chromium/README")
    #expect(BrowserPrinter(searching: folder.path) == nil)
    try behind.write("#!/bin/sh\nexit 3\n", to: "chromium")
    #expect(chmod("\(behind.path)/chromium", 0o755) == 0)
    let printer = BrowserPrinter(searching: "\(folder.path):\(behind.path)")
    #expect(printer?.program == "\(behind.path)/chromium")
  }

  @Test("a browser that fails is told, with its status")
  func failing() async throws {
    let folder = TemporaryFolder()
    try folder.write("#!/bin/sh\nexit 3\n", to: "chromium")
    #expect(chmod("\(folder.path)/chromium", 0o755) == 0)
    let printer = BrowserPrinter(program: "\(folder.path)/chromium")
    await #expect(throws: BookletError.failed(program: printer.program, status: 3)) {
      _ = try await printer.pdf(of: [], RunContext(now: .init(epochSeconds: 0), jobs: 1))
    }
  }

  @Test("a browser behind a script ends with the script when the run is stopped")
  func stopped() async throws {
    let folder = TemporaryFolder()
    // It goes on for longer than any other tests may keep this one waiting.
    try folder.write(
      """
      #!/bin/sh
      for i in $(seq 9000); do sleep 0.1; echo >>"$0.alive"; done &
      touch "$0.begun"
      wait
      """, to: "chromium")
    let program = "\(folder.path)/chromium"
    #expect(chmod(program, 0o755) == 0)
    let context = RunContext(
      now: .init(epochSeconds: 0), jobs: 1,
      interruption: {
        FileManager.default.fileExists(atPath: "\(program).begun") ? SIGTERM : nil
      })
    await #expect(throws: PipelineError.self) {
      _ = try await BrowserPrinter(program: program).pdf(of: [], context)
    }
    let written = FileManager.default.contents(atPath: "\(program).alive")
    try await Task.sleep(for: .seconds(1))
    #expect(FileManager.default.contents(atPath: "\(program).alive") == written)
  }

  @Test("folders of printers that were killed are removed when they are a day old")
  func sweeping() async throws {
    let folder = TemporaryFolder()
    try folder.write("#!/bin/sh\nexit 3\n", to: "chromium")
    let program = "\(folder.path)/chromium"
    #expect(chmod(program, 0o755) == 0)
    var paths: [String] = []
    for hours in [23, 25] {
      var name = Array(
        (FileManager.default.temporaryDirectory.path + "/almanac-booklet-XXXXXX").utf8CString)
      #expect(mkdtemp(&name) != nil)
      let path = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSinceNow: -3600 * Double(hours))], ofItemAtPath: path)
      paths.append(path)
    }
    defer { try? FileManager.default.removeItem(atPath: paths[0]) }
    _ = try? await BrowserPrinter(program: program)
      .pdf(of: [], RunContext(now: .init(epochSeconds: 0), jobs: 1))
    #expect(paths.map { FileManager.default.fileExists(atPath: $0) } == [true, false])
  }
}
