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

  /// A puzzle that the ladder to level 12 leaves, and one that it solves.
  private let hardest = """
    12x2.AAAAAABBBCCCADDABABBEECCDDDDBBBBECCCDDDDDFEEEGCCDHHHFFEEGGCCDDHHFFGGGGG\
    CIDHHHGGJJJJCIIHJJGJJKJJCIIHHJJJKKKJCIIJJJJJKKKJCLLJJJKKKKJJJLLLLLLLLJJJJ
    8x1.AAAABBBBAACCCDBEAAAACDEEAACACDDEFFCCCCDEFFCCCFDGHFFCFFDGHHFFFFGG

    """

  @Test("--thorough goes on where level 12 ends, checks every step, and changes no other grade")
  func thorough() throws {
    let plain = try run("grade", "-", "--json", input: hardest)
    let ending = try run("grade", "-", "--json", "--thorough", input: hardest)
    #expect(ending.status == 0 && ending.lines.count == 2)
    #expect(plain.lines.last == ending.lines.last)
    #expect(plain.lines.first?.contains(#""solved":false"#) == true)
    let value = try JSONValue(reading: Array(ending.lines[0].utf8))
    #expect(value["solved"] == .bool(true) && value["level"] == .integer(12))
    #expect(value["proof"]?["fault"] == .null)
    guard case .integer(let steps)? = value["proof"]?["steps"],
      case .integer(let size)? = value["proof"]?["largestSum"]
    else {
      Issue.record("no proof")
      return
    }
    #expect(steps > 50 && size > 8)
    let text = try run("grade", "-", "--thorough", input: hardest)
    #expect(text.lines[0].hasSuffix("with sums of up to \(size) parts, \(steps) steps checked"))
    let trace = try run("trace", "-", "--thorough", "--json", input: hardest)
    let traced = try JSONValue(reading: Array(trace.lines[0].utf8))
    guard case .array(let told)? = traced["steps"] else {
      Issue.record("no steps")
      return
    }
    #expect(told.count == steps && told.contains { $0["rule"] == .string("sum.any") })
    let table = try run("grade", "-", "--thorough", "--stats", "--json", input: hardest)
    let counted = try JSONValue(reading: Array(table.output.utf8))
    #expect(counted["solved"] == .integer(2) && counted["withSums"]?["puzzles"] == .integer(1))
    #expect(counted["rules"]?["sum.any"]?["puzzles"] == .integer(1))
  }

  /// Puzzles that assume a star by themselves and none with small sums, and one that always does.
  private let summable = """
    8x1.AAAABBBCADAABBCCADDDDEFCDDGHHEFCDGGGHEFFDDDGHEEFDGGGGGEEGGGGGEEE
    8x1.AAABBCCCADDBBCECDDDBEEEEDBBBFFGGFBBFFHHGFFBFHHGGFFFFHHHGFFFFFFGG
    8x1.AABBBCCCAADDBCECAADEBCECEEEEEEECEEEFEGGCFFEFGGCCFEEFGHHHFFFFFFFH

    """

  @Test("--sums adds up before a star is assumed, in grades, solves and hints")
  func sums() throws {
    let plain = try run("grade", "-", "--json", input: summable)
    let summed = try run("grade", "-", "--json", "--sums", input: summable)
    func levels(_ output: [String]) throws -> [JSONValue?] {
      try output.map { try JSONValue(reading: Array($0.utf8))["level"] }
    }
    #expect(try levels(plain.lines) == [.integer(8), .integer(9), .integer(9)])
    #expect(try levels(summed.lines) == [.integer(7), .integer(7), .integer(9)])
    #expect(summed.lines.allSatisfy { $0.contains(#""sum.few":"#) })
    let trace = try run("trace", "-", "--json", "--sums", input: summable)
    let steps = try JSONValue(reading: Array(trace.lines[0].utf8))["steps"]
    guard case .array(let told)? = steps else {
      Issue.record("no steps")
      return
    }
    #expect(told.contains { $0["rule"] == .string("sum.few") })
    #expect(told.allSatisfy { $0["assumption"] == .null })
    let table = try run("grade", "-", "--stats", "--sums", input: summable)
    #expect(table.lines[0].contains("to level 12 and sums of two to four parts, 0 not"))
  }

  @Test("--sums is refused where nothing is assumed, or nothing is solved")
  func sumMistakes() throws {
    let low = try run("trace", "-", "--sums", "--level", "6", input: summable)
    #expect(low.status == 64 && low.errors.contains("leave --level 6 out"))
    for other in ["--thorough", "--without-assumptions"] {
      let both = try run("trace", "-", "--sums", other, input: summable)
      #expect(both.status == 64 && both.errors.contains("leave one of them out"))
    }
    #expect(try run("grade", "-", "--sums", "--shapes", input: summable).status == 64)
  }

  @Test("a puzzle of several solutions is traced as far as rules go, and no sum is looked for")
  func severalThorough() throws {
    let several = """
      10x2.AAAABBBBCDABBBBEEECDABBBBBBECDABFBBCCCCDAGFFBBCHCCAGFGGGCHHHAGFGHHHHHIAGGGHHIHIIGGGGJ\
      HIIIIGJJJJIIIII

      """
    let plain = try run("trace", "-", "--json", input: several)
    #expect(plain.output.contains(#""outcome":"stuck""#))
    #expect(try run("trace", "-", "--json", "--thorough", input: several).output == plain.output)
    let grade = try run("grade", "-", "--thorough", input: several)
    #expect(grade.output.contains("several solutions"))
  }

  @Test("--thorough is refused where there is nothing to be thorough with")
  func thoroughMistakes() throws {
    let low = try run("grade", "-", "--thorough", "--level", "7", input: hardest)
    #expect(low.status == 64 && low.errors.contains("leave --level 7 out"))
    let bare = try run("trace", "-", "--thorough", "--without-assumptions", input: hardest)
    #expect(bare.status == 64 && bare.errors.contains("leave one of them out"))
    #expect(try run("grade", "-", "--thorough", "--shapes", input: hardest).status == 64)
  }
}
