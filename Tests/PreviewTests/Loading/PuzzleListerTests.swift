import HouseSupport
import Pipeline
import Preview
import TestSupport
import Testing

@Suite("Puzzles of a file")
struct PuzzleListerTests {
  private static let good = "5x1.AABBBAABBBCCDDDCCDDDEEEEE"
  private let folder = TemporaryFolder()

  private func read(_ text: String, _ name: String = "my list.txt") throws -> PreviewSet {
    try folder.write(text, to: name)
    return try PuzzleLister(input: PuzzleInput(path: "\(folder.path)/\(name)"), stars: nil)
      .read(.at("2026-11-21"))
  }

  @Test("a slot keeps its number behind one that is bad, and a line of a list does not count it")
  func numbers() throws {
    let pack = try read(
      #"{"id":"intro","name":"Intro","puzzles":["\#(Self.good)","5x1.AA","\#(Self.good)"]}"#)
    #expect(pack.items.map(\.label) == ["0", "2"])
    #expect(pack.problems.count == 1)
    let list = try read("\(Self.good)\nnonsense\n\(Self.good)\n")
    #expect(list.items.map(\.label) == ["0", "1"])
    #expect(list.problems.count == 1 && list.problems[0].contains("my list.txt:2:1: found"))
  }

  @Test("a file without a puzzle says so")
  func none() throws {
    let set = try read("")
    #expect(set.items.isEmpty && set.problems.count == 1)
    #expect(set.problems[0].contains("there is no puzzle in it"))
  }

  @Test("more than a thousand are refused")
  func most() throws {
    let thousand = Array(repeating: Self.good, count: 1_000).joined(separator: "\n")
    #expect(try read(thousand).items.count == 1_000)
    #expect {
      try read(thousand + "\n" + Self.good)
    } throws: {
      "\($0)".contains("more than 1000 puzzles — split the file")
    }
  }

  @Test("what has many lines and no puzzle is not said to have too many puzzles")
  func noPuzzles() throws {
    #expect {
      try read(Array(repeating: "5x1.AA", count: 1_001).joined(separator: "\n"))
    } throws: {
      "\($0)".contains("none of the first 1000 is a puzzle — notations are ")
    }
  }

  @Test(
    "names can be part of a file's name anywhere",
    arguments: [
      ("a/b/Intro 1.json", "Intro-1"), ("../..", "puzzles"), ("é/ü.sbn", "puzzles"),
      ("-", "puzzles"), (String(repeating: "a", count: 99), String(repeating: "a", count: 64)),
    ])
  func slugs(name: String, slug: String) {
    #expect(PuzzleLister.slug(name) == slug)
  }
}
