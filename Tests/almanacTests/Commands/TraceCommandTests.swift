import Explaining
import JSONText
import TestSupport
import Testing

@Suite("almanac trace")
struct TraceCommandTests {
  let folder: TemporaryFolder
  init() throws { folder = TemporaryFolder() }

  private func run(_ arguments: String..., input: String) throws -> Program.Ending {
    try Program.run(arguments, input: input, in: folder)
  }

  private func puzzles(_ count: Int, side: Int = 8, stars: Int = 1) throws -> String {
    try run(
      "generate", "--size", "\(side)", "--stars", "\(stars)", "--count", "\(count)", input: ""
    ).output
  }

  @Test("text tells every cycle, and needs no colours where there is no terminal")
  func text() throws {
    let ending = try run("trace", "-", input: puzzles(2))
    #expect(ending.status == 0, "\(ending.errors)")
    #expect(ending.output.hasPrefix("0: 8×8 with 1 star\n"))
    #expect(ending.output.contains("\n\n1: 8×8 with 1 star\n"))
    #expect(ending.output.contains("\nCycle 1 · level "))
    #expect(ending.output.ranges(of: "\nSolved in ").count == 2)
    #expect(!ending.output.contains("\u{1B}"))
    #expect(ending.lines.allSatisfy { $0.count <= 80 })
    let spanish = try run("trace", "-", "--language", "es", input: puzzles(2))
    #expect(spanish.status == 0)
    #expect(spanish.output != ending.output)
  }

  @Test("puzzles are kept apart by an empty line, and a bad one before them leaves none")
  func apart() throws {
    let puzzles = try puzzles(2)
    for arguments in [["trace", "-"], ["convert", "-", "--to", "letters"]] {
      let good = try Program.run(arguments, input: puzzles, in: folder)
      let count = good.output.split(separator: "\n\n").count
      #expect(count > 1)
      let bad = try Program.run(arguments, input: "8x1.AB\n" + puzzles, in: folder)
      #expect(bad.status == 65)
      #expect(!bad.output.hasPrefix("\n"))
      #expect(bad.output.split(separator: "\n\n").count == count)
    }
  }

  @Test("the width can be asked for, and so can boards for every step")
  func layout() throws {
    let puzzle = try puzzles(1, side: 10, stars: 2)
    let wide = try run("trace", "-", "--width", "200", input: puzzle)
    let narrow = try run("trace", "-", "--width", "40", input: puzzle)
    #expect(wide.lines.contains { $0.count > 80 })
    #expect(narrow.lines.allSatisfy { $0.count <= 40 })
    let steps = try run("trace", "-", "--steps", input: puzzle)
    #expect(steps.lines.count > (try run("trace", "-", input: puzzle)).lines.count)
  }

  @Test("JSON is the grade with its steps, one object a puzzle")
  func json() throws {
    let puzzles = try puzzles(3)
    let grades = try run("grade", "-", "--json", input: puzzles).lines
    let ending = try run("trace", "-", "--json", input: puzzles)
    #expect(ending.status == 0)
    #expect(ending.lines.count == 3)
    for (line, grade) in zip(ending.lines, grades) {
      let value = try JSONValue(reading: Array(line.utf8))
      let graded = try JSONValue(reading: Array(grade.utf8))
      for key in ["index", "sbn", "level", "cycles", "score", "rules", "solution"] {
        #expect(value[key] == graded[key], "\(key)")
      }
      #expect(value["outcome"] == .string("solved"))
      guard case .array(let steps)? = value["steps"] else {
        Issue.record("no steps: \(line)")
        continue
      }
      #expect(!steps.isEmpty)
    }
  }

  @Test("hints are the app's steps, one list a puzzle, and lead to the solution")
  func hints() throws {
    let puzzles = try puzzles(3)
    let grades = try run("grade", "-", "--json", input: puzzles).lines
    for language in HintLanguage.all.map(\.code) {
      let ending = try run("trace", "-", "--hints", "--language", language, input: puzzles)
      #expect(ending.status == 0)
      #expect(ending.lines.count == 3)
      for (line, grade) in zip(ending.lines, grades) {
        guard case .array(let steps) = try JSONValue(reading: Array(line.utf8)) else {
          Issue.record("no list: \(line)")
          continue
        }
        var stars: [[Int]] = []
        for step in steps {
          #expect(step.members.map(\.key) == ["rule", "level", "placements", "marks"])
          stars += cells(step["placements"])
        }
        let solution = try JSONValue(reading: Array(grade.utf8))["solution"]
        #expect(stars.sorted { $0.lexicographicallyPrecedes($1) } == cells(solution))
      }
    }
  }

  private func cells(_ value: JSONValue?) -> [[Int]] {
    guard case .array(let cells)? = value else { return [] }
    return cells.map { cell in
      guard case .array(let pair) = cell else { return [] }
      return pair.map { if case .integer(let number) = $0 { number } else { -1 } }
    }
  }

  @Test("a lower highest level ends stuck earlier, which is no error")
  func level() throws {
    let rows = "4x1.AAAABBBBCCCCDDDD\n"
    let stuck = try run("trace", "-", input: rows)
    #expect(stuck.status == 0)
    #expect(stuck.output.contains("Stuck after 2 cycles: 8 cells stay open."))
    let hints = try run("trace", "-", "--hints", "--level", "4", input: rows)
    #expect(hints.status == 0)
    #expect(hints.output == "[]\n")
    let easy = try run("trace", "-", "--level", "1", input: puzzles(1))
    #expect(easy.output.contains("Stuck after 0 cycles"))
    let bad = try run("trace", "-", "--hints", input: "5x1.AB#\n")
    #expect(bad.status == 65)
    #expect(bad.output.isEmpty)
  }
}
