import HouseSupport
import Pipeline
import TestSupport
import Testing
import Tools

@Suite("Shapes of regions")
struct MeasureShapesTests {
  private let folder = TemporaryFolder()

  private func measured(_ text: String, _ form: AnswerForm = .text) async throws -> (
    status: Pipeline.ExitStatus, lines: [Said]
  ) {
    try folder.write(text, to: "list")
    let source = PuzzleSource("\(folder.path)/list")
    return try await MeasureShapes(source).said(.at("2026-11-21", form: form))
  }

  @Test("each grid has its figures, the smallest first, and a bad line is told")
  func grids() async throws {
    let (status, lines) = try await measured(
      "4x1.AAAABBBBCCCCDDDD\n5x1.AAAAABBBBBCCCCCDDDDDEEEEE\nbad\n5x1.AAAAABBBBBCCCCCDDDDDEEEEE")
    #expect(status == .badData)
    let results = lines.compactMap { if case .result(let line) = $0 { line } else { nil } }
    #expect(
      results.filter { $0.contains("with") } == [
        "4×4 with 1 star: 1 puzzle", "5×5 with 1 star: 2 puzzles",
      ])
    #expect(lines.contains { $0 != .result($0.text) && $0.text.contains("list:3") })
    // Strips of five cells: perimeter² / 16 · area = 144 / 80, and all of their bounding boxes.
    #expect(results.filter { $0.contains("perimeter") }.last?.hasSuffix("1.80") == true)
    #expect(results.filter { $0.contains("bounding") }.last?.hasSuffix("1.00") == true)
  }
}
