import JSONText
import TestSupport
import Testing

@Suite("almanac grade")
struct GradeCommandTests {
  let folder: TemporaryFolder
  init() throws { folder = TemporaryFolder() }

  private func run(_ arguments: String..., input: String) throws -> Program.Ending {
    try Program.run(arguments, input: input, in: folder)
  }

  /// Two solutions; none, as touching stars show in the last cycle; none, as regions of one cell
  /// touch.
  private let odd = """
    4x1.AAAABBBBCCCCDDDD
    6x1.ABBBCDABBBCDABEBCDEEEBFFEEEFFFEEFFFF
    5x1.ABCCCCCCCCCCCCCCCCCCCCCDE

    """

  @Test("a board without a grade gets a verdict, and where the reasoning stops")
  func verdicts() throws {
    let ending = try run("grade", "-", input: odd)
    #expect(ending.status == 0)
    try #require(ending.lines.count == 3)
    #expect(
      ending.lines[0].hasPrefix(
        "0: 4×4 with 1 star: several solutions, not solved by the rules to level 12: "
          + "8 cells stay open, r1c2 "))
    #expect(ending.lines[1].hasSuffix(": a star of row 5 would touch another"))
    #expect(ending.lines[2].hasSuffix(": row 1 would have two stars, which is too many"))
    #expect(ending.lines[1...].allSatisfy { $0.contains("with 1 star: no solution, as ") })
  }

  @Test("JSON says the same")
  func json() throws {
    let values = try run("grade", "-", "--json", input: odd).lines.map {
      try JSONValue(reading: Array($0.utf8))
    }
    try #require(values.count == 3)
    #expect(values.map { $0["verdict"] } == [.string("several"), .string("none"), .string("none")])
    #expect(values[0]["outcome"] == .string("stuck"))
    #expect(values[0]["open"] == .integer(8))
    #expect(values[0]["failure"] == .null)
    for value in values[1...] {
      #expect(value["outcome"] == .string("contradiction"))
      guard case .array(let containers)? = value["failure"]?["containers"] else {
        Issue.record("no failure: \(value)")
        continue
      }
      #expect(!containers.isEmpty)
    }
  }

  @Test("a lower highest level leaves more unsolved, and exact search still counts the solutions")
  func level() throws {
    let puzzle = try run(
      "generate", "--size", "10", "--stars", "2", "--level", "8...", input: ""
    ).output
    #expect(try run("grade", "-", input: puzzle).output.contains("difficulty"))
    let low = try run("grade", "-", "--level", "3", input: puzzle)
    #expect(low.status == 0)
    #expect(low.output.contains("one solution, not solved by the rules to level 3: "))
  }

  @Test("statistics are the same in every run, and count what the lines say")
  func statistics() throws {
    let puzzles = try run(
      "generate", "--size", "6", "--stars", "1", "--count", "30", input: ""
    ).output
    let input = "# odd ones\n" + odd + puzzles
    let one = try run("grade", "-", "--stats", "--jobs", "1", input: input)
    let two = try run("grade", "-", "--stats", "--jobs", "2", input: input)
    #expect(one.status == 0)
    #expect(one.output == two.output)
    #expect(one.lines.first == "33 puzzles: 30 solved by the rules to level 12, 3 not")
    #expect(one.output.contains("\n  line 2: 4×4 with 1 star: several solutions: 8 cells stay"))
    #expect(one.output.contains("\n  line 4: 5×5 with 1 star: no solution"))
    #expect(one.errors.contains("µs a puzzle (differs from run to run)"))

    let json = try run("grade", "-", "--stats", "--json", "--quiet", input: input)
    #expect(json.lines.count == 1)
    #expect(json.errors.isEmpty)
    let value = try JSONValue(reading: Array(json.output.utf8.dropLast()))
    #expect(value["puzzles"] == .integer(33))
    #expect(value["verdicts"]?["none"] == .integer(2))
    let grades = try run("grade", "-", "--json", input: input).lines.map {
      try JSONValue(reading: Array($0.utf8))
    }
    for rule in ["direct.neighbours", "tiling.overhang", "counting.marks"] {
      let times = grades.compactMap { $0["rules"]?[rule] }
      var sum = 0
      for case .integer(let count) in times { sum += count }
      #expect(value["rules"]?[rule]?["times"] == .integer(sum))
      #expect(value["rules"]?[rule]?["puzzles"] == .integer(times.count))
    }
  }
}
