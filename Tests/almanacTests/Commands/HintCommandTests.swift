import JSONText
import TestSupport
import Testing

@Suite("almanac hint")
struct HintCommandTests {
  let folder: TemporaryFolder
  init() throws {
    folder = TemporaryFolder()
    try folder.write("5x1.ABCCCABBBCADDBBADEEEADDDD\n", to: "one.txt")
  }

  private func run(_ arguments: String..., input: String = "") throws -> Program.Ending {
    try Program.run(["hint"] + arguments, input: input, in: folder)
  }

  private func json(_ arguments: String..., input: String = "") throws -> JSONValue {
    let ending = try Program.run(
      ["hint", "one.txt", "--json"] + arguments, input: input, in: folder)
    #expect(ending.status == 0, "\(ending.errors)")
    return try JSONValue(reading: Array(ending.output.utf8))
  }

  private static let empty = "[" + Array(repeating: "0", count: 25).joined(separator: ",") + "]"

  /// Cells as the apps keep them, with a step taken over.
  private func apply(_ step: JSONValue, to cells: inout [Int]) {
    for (member, value) in [("stars", 1), ("marks", 2)] {
      for cell in pairs(step[member]) { cells[cell] = value }
    }
  }

  private func pairs(_ value: JSONValue?) -> [Int] {
    guard case .array(let cells)? = value else { return [] }
    return cells.map { cell in
      guard case .array(let pair) = cell, pair.count == 2, case .integer(let row) = pair[0],
        case .integer(let column) = pair[1]
      else { return -1 }
      return row * 5 + column
    }
  }

  @Test("following its hints solves a puzzle, with the board on standard input")
  func follow() throws {
    var cells = Array(repeating: 0, count: 25)
    for _ in 0..<40 {
      let board = "[\(cells.map(String.init).joined(separator: ","))]"
      let value = try json("--board", "-", input: board)
      if value["kind"] == .string("none") {
        #expect(cells.count { $0 == 1 } == 5)
        return
      }
      #expect(value["kind"] == .string("step"))
      apply(try #require(value["step"]), to: &cells)
    }
    Issue.record("not solved after forty hints")
  }

  @Test("the depths tell where, which technique, and what follows")
  func depths() throws {
    let members = try (1...3).map { depth in
      try json("--board", Self.empty, "--depth", "\(depth)").members.map(\.key)
    }
    let first = [
      "schema", "index", "sbn", "kind", "depth", "language", "text", "containers", "cells",
    ]
    #expect(
      members == [
        first, first + ["rule", "name", "level"], first + ["rule", "name", "level", "step"],
      ])
    let texts = try (1...3).map { depth in
      try run("one.txt", "--board", Self.empty, "--depth", "\(depth)").output
    }
    #expect(Set(texts).count == 3)
    #expect(!texts[0].contains("×") || texts[0].contains("× newly empty"))
    let spanish = try run("one.txt", "--board", Self.empty, "--language", "es").output
    #expect(spanish != texts[2])
  }

  @Test("a mistake comes first, with its place alone, and what is drawn can be read again")
  func mistakes() throws {
    let empty = try json("--board", Self.empty)
    var cells = Array(repeating: 0, count: 25)
    apply(try #require(empty["step"]), to: &cells)
    // What is right is turned round.
    let wrong = try #require(cells.firstIndex { $0 != 0 })
    cells[wrong] = 3 - cells[wrong]
    let rows = stride(from: 0, to: 25, by: 5).map { start in
      cells[start..<start + 5].map { [".", "*", "x"][$0] }.joined()
    }
    let board = rows.joined(separator: "/")
    let value = try json("--board", board, "--depth", "1")
    #expect(value["kind"] == .string("mistake"))
    #expect(pairs(.array([try #require(value["cell"])])) == [wrong])
    #expect(value["is"] == .string(cells[wrong] == 1 ? "star" : "mark"))
    let text = try run("one.txt", "--board", board, "--depth", "1")
    #expect(text.status == 0)
    #expect(text.output.hasPrefix("Look again at row \(wrong / 5 + 1), column \(wrong % 5 + 1)."))
    #expect(text.lines.allSatisfy { $0.count <= 80 })
    let drawing = try run("one.txt", "--board", Self.empty).output
    #expect(try run("one.txt", "--board", "-", input: drawing).status == 0)
  }

  @Test("bad boards, puzzles and options are refused with a place and a status")
  func refused() throws {
    let short = try run("one.txt", "--board", "[0,1]")
    #expect(short.status == 65)
    #expect(short.errors.contains("--board:1:6: found 2 cells, expected 25 cells"))
    let read = try run("one.txt", "--board", "-", input: "*#")
    #expect(read.status == 65)
    #expect(read.errors.contains("standard input:1:"))
    #expect(try run("one.txt", "--board", Self.empty, "--depth", "4").status == 64)
    #expect(try run("one.txt", "--board", Self.empty, "--language", "xx").status == 64)
    #expect(try run("-", "--board", "-").status == 64)
    #expect(try run("one.txt").status == 64)
    #expect(try run("none.txt", "--board", Self.empty).status == 66)
    try folder.write("4x1.AAAABBBBCCCCDDDD\n", to: "loose.txt")
    let loose = try run("loose.txt", "--board", "................")
    #expect(loose.status == 65)
    #expect(loose.errors.contains("loose.txt:1: the puzzle has several solutions"))
    try folder.write(
      "5x1.ABCCCABBBCADDBBADEEEADDDD\n4x1.AAAABBBBCCCCDDDD\n", to: "two.txt")
    let two = try run("two.txt", "--board", Self.empty)
    #expect(two.status == 64)
    #expect(two.errors.contains("2 puzzles are in it"))
    #expect(try run("two.txt", "--index", "0", "--board", Self.empty).status == 0)
    #expect(try run("two.txt", "--index", "2", "--board", Self.empty).status == 64)
  }
}
