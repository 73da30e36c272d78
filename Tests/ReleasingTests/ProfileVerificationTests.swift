import Answering
import Dates
import Explaining
import Grading
import HouseSupport
import Identity
import JSONText
import Manifest
import Notation
import Pipeline
import Publishing
import Releasing
import Solving
import StarBattle
import Stores
import TestSupport
import Testing
import Verifying

/// Trees whose digests are all right and whose profiles are not: made by a writer that is wrong.
@Suite("Verifying what profiles say")
struct ProfileVerificationTests {
  /// What a wrong writer makes of a right object.
  private typealias Forgery = @Sendable (String, [UInt8]) -> [UInt8]

  /// The packs and dates of a small night.
  private static let made = Task { try await ProfileVerificationTests.makeContent() }

  private func content() async throws -> ReleaseContent { try await Self.made.value }

  private static func makeContent() async throws -> ReleaseContent {
    let house = try NightlyHouse()
    // The day on which the app begins to count, so that its lists are the calendar's.
    for (cadence, start) in [
      ("daily", "2026-04-16"), ("weekly", "2026-16"), ("monthly", "2026-04"),
    ] {
      try house.writeCalendar(cadence, start: start)
    }
    #expect(try await house.run("2026-04-16T03:00:00Z").failure == nil)
    let store = DirectoryStore(root: "\(house.folder.path)/out")
    let history = try await ReleaseHistory(of: store)
    let manifest = try #require(history.releases.last)
    let reading = try await TreeVerifier(store: store).read()
    let days = reading.puzzles.compactMap { puzzle in
      puzzle.id.period.map { ReleaseContent.Entry($0, sbn: puzzle.sbn) }
    }
    var packs: [ReleaseContent.Pack] = []
    let reader = ReleaseReader(of: store)
    for pack in manifest.packs { packs.append(try await reader.pack(pack, of: manifest)) }
    var content = ReleaseContent(
      packs: packs, calendar: days,
      provenance: .init(
        generatorVersion: manifest.generatorVersion, graderVersion: manifest.graderVersion,
        recipeHash: manifest.recipeHash))
    content.streaks = Cadence.allCases.map { cadence in
      ReleaseContent.Streak(cadence, entries: days.filter { $0.period.cadence == cadence })
    }
    return content
  }

  /// Publishes with all profiles, forged, and verifies as the apps and as a stranger.
  private func findings(
    _ content: ReleaseContent, _ forge: @escaping Forgery = { _, bytes in bytes }
  ) async throws -> (lines: [String], status: Pipeline.ExitStatus, answer: String) {
    let folder = TemporaryFolder()
    let writer = ProfileWriter(language: .english)
    var profiles = ReleaseProfiles(
      app: { pack throws(PublishError) in
        var made = try writer.app(pack)
        made.pack = forge("app/\(pack.id)", made.pack)
        made.hints = forge("app/\(pack.id)-hints", made.hints)
        return made
      },
      hints: { texts throws(PublishError) in forge("hints", try writer.hints(texts)) },
      bundle: true)
    profiles.steps = { texts throws(PublishError) in
      forge("hints/steps", try writer.steps(texts))
    }
    profiles.streak = { streak, version, first throws(PublishError) in
      var made = try writer.app(streak, version: version, hintsFrom: first)
      made.pack = forge("app/\(streak.cadence)", made.pack)
      made.hints = forge("app/\(streak.cadence)-hints", made.hints)
      return made
    }
    let publisher = Publisher(store: DirectoryStore(root: folder.path))
    let clock = try Timestamp("2026-04-16T03:00:00Z")
    try await publisher.publish(publisher.plan(content, at: clock, after: nil, profiles: profiles))
    let said = try await VerifyRelease(isAsApp: true).said(
      in: House(output: folder.path), .at("2026-04-16T03:00:00Z", jobs: 2))
    let lines = said.lines.compactMap { line in
      if case .problem(let text) = line { text } else { nil }
    }
    return (lines, said.status, said.lines.map(\.text).joined(separator: "\n"))
  }

  @Test("a tree with every profile is whole, and the app accepts it")
  func whole() async throws {
    let found = try await findings(try await content())
    #expect(found.lines.isEmpty)
    #expect(found.status == .done)
  }

  struct Case: Sendable, CustomTestStringConvertible {
    var object: String
    var path: [JSONStep]
    var value: JSONValue?
    var words: String

    var testDescription: String { "\(object): \(words)" }
  }

  private static let pair = JSONValue.array([.integer(0), .integer(0)])

  static let cases = [
    Case(object: "app/first", path: ["id"], value: .string("fist"), words: "id, name or free"),
    Case(object: "app/first", path: ["name"], value: .string("X"), words: "id, name or free"),
    Case(object: "app/first", path: ["free"], value: .bool(false), words: "id, name or free"),
    Case(object: "app/first", path: ["version"], value: .integer(1), words: "version 1, and the"),
    Case(object: "app/first", path: ["version"], value: .integer(3), words: "is 3, not 2"),
    Case(object: "app/first", path: ["gridSize"], value: .integer(5), words: "gridSize or stars"),
    Case(object: "app/first", path: ["stars"], value: .integer(2), words: "gridSize or stars"),
    Case(object: "app/first", path: ["stars"], value: nil, words: "unreadable"),
    Case(object: "app/first", path: ["puzzles", 0], value: nil, words: "slot by slot"),
    Case(
      object: "app/first", path: ["puzzles", 2, "sbn"], value: .string("5x1.AB"),
      words: "first:2: the app refuses"),
    Case(
      object: "app/first", path: ["puzzles", 1, "solution", 0], value: pair,
      words: "first:1: the solution beside it is another"),
    Case(
      object: "app/first", path: ["puzzles", 1, "solution", 0], value: nil,
      words: "first:1: the solution beside it is another"),
    Case(
      object: "app/first", path: ["puzzles", 1, "solution", 0, 1], value: .integer(5),
      words: "first:1: its solution has a star beyond the board"),
    Case(
      object: "app/first", path: ["puzzles", 3, "difficulty"], value: .integer(0),
      words: "first:3: its difficulty is 0, not 1…100"),
    Case(
      object: "app/first", path: ["puzzles", 3, "difficulty"], value: .integer(99),
      words: "first:3: its difficulty is 99, and its score"),
    Case(
      object: "app/first", path: ["puzzles", 3, "band"], value: .string("hard"),
      words: "first:3: its band is “hard”"),
    Case(
      object: "app/first", path: ["puzzles", 3, "band"], value: .string("expert"),
      words: "first:3: its band is none of"),
    Case(
      object: "app/first-hints", path: ["version"], value: .integer(7), words: "is 7, not 2"),
    Case(
      object: "app/first-hints", path: ["hints", 6], value: nil,
      words: "hints for 6 puzzles, not 7"),
    Case(
      object: "app/first-hints", path: ["hints", 0, 0, "rule"], value: .string(""),
      words: "unreadable"),
    Case(
      object: "app/first-hints", path: ["hints", 0, 0, "placements", 0, 0], value: .integer(5),
      words: "first:0: a hint has a cell beyond the board"),
    Case(
      object: "app/first-hints", path: ["hints", 0, 0, "level"], value: .integer(9),
      words: "first:0: hint 1 is not the step"),
    Case(
      object: "app/first-hints", path: ["hints", 0, 0], value: nil,
      words: "first:0: its hints place"),
    Case(
      object: "app/first-hints", path: ["hints", 0], value: .array([]),
      words: "first:0: its hints place 0 of 5 stars"),
    Case(
      object: "app/daily", path: ["puzzles", 1], value: nil, words: "entry 1 is not the puzzle of"),
    Case(
      object: "app/daily", path: ["puzzles", 2], value: nil, words: "it has 2 entries"),
    Case(
      object: "app/weekly", path: ["puzzles", 0, "solution", 0], value: nil,
      words: "weekly:2026-16: the solution beside it is another"),
    Case(object: "app/weekly", path: ["version"], value: .integer(9), words: "version or free"),
    Case(
      object: "app/monthly", path: ["puzzles", 1], value: nil, words: "has no entry 2, for monthly"),
    Case(
      object: "app/daily-hints", path: ["hints", 1], value: .array([]),
      words: "daily:2026-04-17: its hints place 0"),
    Case(
      object: "app/daily-hints", path: ["version"], value: .integer(7), words: "is 7, not 2"),
    Case(
      object: "hints", path: ["hints", 0, 0, "rule"], value: .string("tiling.pairs"),
      words: "first:0: hint 1 names another rule"),
    Case(
      object: "hints", path: ["hints", 0, 0, "containers"], value: .array([.string("row 99")]),
      words: "first:0: hint 1 names another rule"),
    Case(object: "hints", path: ["hints", 0, 0, "text"], value: nil, words: "unreadable"),
    Case(
      object: "hints", path: ["hints", 0], value: .array([]), words: "first:0: its hints place 0"),
    Case(object: "hints", path: ["hints", 0], value: nil, words: "daily:2026-04-16"),
    Case(object: "hints", path: ["graderVersion"], value: nil, words: "unreadable"),
    Case(
      object: "hints", path: ["graderVersion"], value: .integer(99),
      words: "its steps are said to be by grader 99, and no release was made with a later one"),
    Case(
      object: "hints/steps", path: ["graderVersion"], value: .integer(-1),
      words: "its steps are said to be by grader -1"),
    Case(object: "hints/steps", path: ["rules"], value: nil, words: "unreadable"),
    Case(object: "hints/steps", path: ["schema"], value: .integer(3), words: "unreadable"),
    Case(
      object: "hints/steps", path: ["steps", 0, 0, 0], value: .integer(99), words: "unreadable"),
    Case(
      object: "hints/steps", path: ["steps", 0, 0, 3], value: .array([.integer(0)]),
      words: "first:0: step 1 rests on one that does not come before it"),
    Case(
      object: "hints/steps", path: ["steps", 0, 1, 3], value: .array([]),
      words: "first:0: step 2 is not the one that the rules take there, or rests on others"),
    Case(
      object: "hints/steps", path: ["steps", 0, 0, 2], value: .array([.integer(25)]),
      words: "first:0: step 1 has a cell beyond the board"),
    Case(
      object: "hints/steps", path: ["steps", 0], value: .array([]),
      words: "first:0: its steps leave cells open: 25"),
    Case(
      object: "hints/steps", path: ["steps", 0], value: nil,
      words: "steps for 6 puzzles, not 7"),
  ]

  @Test(
    "a solution, difficulty, hint or name that is wrong is found, with the puzzle's id",
    arguments: cases)
  func forged(forgery: Case) async throws {
    let found = try await findings(try await content()) { object, bytes in
      object == forgery.object
        ? JSONValue.text(bytes, replacing: forgery.path, with: forgery.value) : bytes
    }
    let words =
      forgery.object == "hints" && forgery.path.count == 2 && forgery.value == nil
      ? "hints for 0 puzzles, not 1" : forgery.words
    #expect(found.status == .badData)
    #expect(found.lines.contains { $0.contains(words) }, "\(found.lines)")
    let folder = "/puzzles/\(forgery.object.prefix { $0 != "/" })/"
    #expect(found.lines.contains { $0.contains(folder) }, "\(found.lines)")
  }

  /// The content as a release that says it was made with another grader.
  private func content(madeWith grader: Int) async throws -> ReleaseContent {
    var content = try await content()
    let own = content.provenance.graderVersion
    content.provenance.graderVersion = grader
    for index in content.calendar.indices { content.calendar[index].grader = own }
    for index in content.streaks.indices {
      for entry in content.streaks[index].entries.indices {
        content.streaks[index].entries[entry].grader = own
      }
    }
    return content
  }

  @Test("a grader that this program does not have is told, and its steps are not compared")
  func strangers() async throws {
    let later = try await content().provenance.graderVersion + 1
    let found = try await findings(try await content(madeWith: later)) { object, bytes in
      object.hasPrefix("hints")
        ? JSONValue.text(bytes, replacing: ["graderVersion"], with: .integer(later)) : bytes
    }
    #expect(found.status == .done, "\(found.lines)")
    #expect(found.answer.contains("are by grader \(later) and not compared with the rules'"))
    #expect(
      found.answer.contains(
        "Note: the release says that it was made with grader \(later), which this program does not "
          + "have"), "\(found.answer)")
  }

  @Test("a release that came with steps of another grader than it says contradicts itself")
  func makers() async throws {
    let own = try await content().provenance.graderVersion
    let found = try await findings(try await content(madeWith: own + 1))
    #expect(found.status == .badData)
    let words = "contradiction: it is said to be made with grader \(own + 1), and puzzles/hints/"
    #expect(found.lines.count == 1 && found.lines[0].contains(words), "\(found.lines)")
    #expect(
      found.lines[0].contains("which came with it, has steps by grader \(own), and so are"),
      "\(found.lines)")
    // Where it says an earlier one, nobody can have graded its puzzles.
    let early = try await findings(try await content(madeWith: own - 1))
    #expect(early.status == .badData)
    #expect(
      early.lines.contains {
        $0.contains("puzzles of pack first are said to be graded by grader \(own)")
      }, "\(early.lines)")
  }

  @Test("steps that are told as they were found, as earlier programs did, are right as well")
  func untold() async throws {
    let hard = try TraceSamples.traces(side: 10).first { grade, trace in
      grade.isSolved && grade.level <= 12 && ToldTrace(trace).steps != trace.steps
    }
    let (grade, trace) = try #require(hard)
    var content = try await content()
    var metadata = SBN.Metadata()
    metadata.difficulty = grade.difficulty
    metadata.level = grade.level
    metadata.cycles = grade.cycles
    content.packs[0].graders = nil
    content.packs[0].puzzles = [SBN(puzzle: trace.puzzle, metadata: metadata).description]
    let forge: @Sendable (String, [UInt8], Bool) -> [UInt8] = { object, bytes, isSaid in
      guard let value = try? JSONValue(reading: bytes) else { return bytes }
      func replacing(_ member: String, with list: [JSONValue]) -> [UInt8] {
        // Dates have hints and steps as well.
        guard case .array(let own)? = value[member], own.count == 1,
          case .array(let steps) = own[0], steps.count == trace.steps.count
        else { return bytes }
        return JSONValue.text(bytes, replacing: [.member(member)], with: .array([.array(list)]))
      }
      func saying(_ schema: Int, _ made: [UInt8]) -> [UInt8] {
        made == bytes || !isSaid
          ? made : JSONValue.text(made, replacing: ["schema"], with: .integer(schema))
      }
      let side = 10
      func cells(_ cells: [Int]) -> JSONValue {
        .array(cells.map { .array([.integer($0 / side), .integer($0 % side)]) })
      }
      switch object {
      case "app/first-hints":
        return replacing(
          "hints",
          with: trace.steps.map { step in
            .object([
              JSONMember("rule", "A sentence."), JSONMember("level", step.level),
              JSONMember("placements", cells(step.stars)), JSONMember("marks", cells(step.marks)),
            ])
          })
      case "hints":
        let made = replacing(
          "hints",
          with: trace.steps.map { step in
            var members = [
              JSONMember("rule", step.rule), JSONMember("level", step.level),
              JSONMember(
                "containers",
                .array(
                  step.containers.map { container in
                    switch container {
                    case .row(let row): .string("row \(row + 1)")
                    case .column(let column): .string("column \(column + 1)")
                    case .region(let region):
                      .string("region \(Unicode.Scalar(UInt8(ascii: "A") + UInt8(region)))")
                    }
                  })),
              JSONMember("cells", cells(step.cells)),
              JSONMember("placements", cells(step.stars)), JSONMember("marks", cells(step.marks)),
              JSONMember("text", "A sentence."),
            ]
            if let cell = step.assumption?.cell {
              members.append(
                JSONMember("assumption", .array([.integer(cell / side), .integer(cell % side)])))
            }
            return .object(members)
          })
        return saying(2, made)
      case "hints/steps":
        guard case .array(let names)? = value["rules"] else { return bytes }
        // Harder rules may be in it now.
        let rules = Rule.ladder.map(\.id)
        guard case .array(let list) = StepGraph(untold: trace).json(rules: rules) else {
          return bytes
        }
        let made = replacing("steps", with: list)
        return made == bytes || names.isEmpty
          ? bytes
          : saying(
            1,
            JSONValue.text(
              made, replacing: ["rules"], with: .array(rules.map { .string($0) })))
      default: return bytes
      }
    }
    let found = try await findings(content) { forge($0, $1, true) }
    #expect(found.lines.isEmpty, "\(found.lines)")
    #expect(found.status == .done)
    // What says that it is told one by one has to be.
    let mislabelled = try await findings(content) { forge($0, $1, false) }
    #expect(mislabelled.status == .badData)
    #expect(
      mislabelled.lines.count { $0.contains("first:0: ") } == 2, "\(mislabelled.lines)")
  }

  @Test("hints that place a star where there is none, or mark one, are found")
  func unsound() async throws {
    let content = try await content()
    for (member, words) in [
      ("placements", "places a star where there is none"),
      ("marks", "marks a cell that has a star"),
    ] {
      let found = try await findings(content) { object, bytes in
        guard object == "app/first-hints", let value = try? JSONValue(reading: bytes),
          case .array(let lists)? = value["hints"], case .array(let steps)? = lists.first
        else { return bytes }
        // What one step marks is no star, and what another places is no mark.
        let other = member == "marks" ? "placements" : "marks"
        let cells = steps.compactMap { $0[other] }.first { $0 != .array([]) }
        return JSONValue.text(
          bytes, replacing: ["hints", 0, 0, .member(member)], with: cells)
      }
      #expect(found.lines.contains { $0.contains("first:0: hint 1 \(words)") }, "\(found.lines)")
    }
  }
}
