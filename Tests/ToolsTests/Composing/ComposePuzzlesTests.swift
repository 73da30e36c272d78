import Foundation
import Grading
import HouseSupport
import JSONText
import Notation
import Pipeline
import Searching
import StarBattle
import TestSupport
import Testing
import Tools

@Suite("Compositions")
struct ComposePuzzlesTests {
  private static let folder = Project.folder.appendingPathComponent("Pipelines/compositions")
  private static let names: [String] =
    (try? FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()) ?? []

  private let folder = TemporaryFolder()
  private let now = RunContext.time(epochSeconds: 0)

  private func recipe(_ text: String) throws -> String {
    let path = folder.path + "/wish.yaml"
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    return path
  }

  @Test("every example comes to puzzles that are unique, fair and graded", arguments: names)
  func examples(name: String) async throws {
    let path = Self.folder.appendingPathComponent(name).path
    let (status, lines) = try await ComposePuzzles(path).said(RunContext(now: now, jobs: 2))
    #expect(status == .done, "\(lines)")
    var count = 0
    for case .result(let line) in lines {
      count += 1
      let sbn = try SBN(line)
      var grader = Grader()
      var solver = ExactSolver()
      let grade = grader.grade(sbn.puzzle)
      #expect(grade.isSolved && sbn.metadata.difficulty == grade.difficulty)
      #expect(solver.count(sbn.puzzle, limit: 2).solutions.count == 1)
    }
    #expect(count == (name.contains("two") ? 2 : 1))
    let again = try await ComposePuzzles(path).said(RunContext(now: now, jobs: 1))
    #expect(again.lines == lines, "the number of threads must not count")
  }

  @Test("what is found can be written into a file, and is JSON if asked for")
  func output() async throws {
    let path = try recipe("grid: { size: 6, stars: 1 }\nseed: 4\nsymmetry: half-turn\n")
    let target = folder.path + "/wish.sbn"
    let (_, lines) = try await ComposePuzzles(path, target: target).said(
      RunContext(now: now, jobs: 1, form: .json))
    let value = try JSONValue(reading: Array(lines[0].text.utf8))
    guard case .string(let sbn)? = value["sbn"] else { throw CocoaError(.formatting) }
    #expect(try String(contentsOfFile: target, encoding: .utf8) == sbn + "\n")
    #expect(value["attempts"] != nil && value["hardest"] != nil)
  }

  @Test(
    "a file that cannot be written is refused before anything is looked for",
    arguments: ["none/wish.sbn", "", "wish.yaml/x"])
  func unwritable(name: String) async throws {
    let path = try recipe("grid: { size: 6, stars: 1 }\nseed: 4\n")
    let context = RunContext(now: now, jobs: 1, progress: { _ in Issue.record("it has begun") })
    await #expect(throws: (any Error).self) {
      try await ComposePuzzles(path, target: "\(folder.path)/\(name)").said(context)
    }
  }

  @Test("where nothing is found, the nearest is told")
  func failures() async throws {
    let path = try recipe(
      "grid: { size: 8, stars: 1 }\ndifficulty: 10\nassumptions: none\nseed: 1\n")
    let context = RunContext(now: now, jobs: 1)
    let (status, lines) = try await ComposePuzzles(path, attempts: 2).said(context)
    #expect(status == .partial)
    #expect(lines.contains { $0.text.contains("nothing came of 2 fresh starts") })
    #expect(lines.contains { $0.text.contains("the nearest: 8x1.") })
    let json = try await ComposePuzzles(path, attempts: 2).said(
      RunContext(now: now, jobs: 1, form: .json))
    let value = try JSONValue(reading: Array(json.lines[0].text.utf8))
    #expect(value["made"] == .bool(false))
  }

  @Test("a board that is drawn whole and has several solutions is told")
  func drawnWhole() async throws {
    let path = try recipe(
      "grid: { size: 4, stars: 1 }\ncomplete: all\nregions: |\n  AABB\n  AABB\n  CCDD\n  CCDD\n")
    let (status, lines) = try await ComposePuzzles(path).said(RunContext(now: now, jobs: 1))
    #expect(status == .partial)
    #expect(lines.contains { $0.text.contains("all regions are drawn") })
  }

  @Test("a look at borders tells every move, in words and as JSON")
  func look() async throws {
    let sbn = "8x1.AAAAABBCAAABBBCCAADEEEECAADDDECCAFDGHHHCAFFGGGHCAAFFCGHCCCCCCCCC"
    let context = RunContext(now: now, jobs: 2, form: .json)
    let (status, lines) = try await LookAtBorders(PuzzleSource(sbn)).said(context)
    #expect(status == .done && lines.count == 1)
    let value = try JSONValue(reading: Array(lines[0].text.utf8))
    guard case .array(let moves)? = value["moves"] else { throw CocoaError(.formatting) }
    #expect(moves.count > 20)
    #expect(moves.contains { $0["verdict"] == .string("fair") })
    let text = try await LookAtBorders(PuzzleSource(sbn)).said(RunContext(now: now, jobs: 1))
    #expect(text.lines.allSatisfy { $0.text.count <= 100 })
  }
}
