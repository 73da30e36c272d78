import Foundation
import HouseSupport
import Pipeline
import TestSupport
import Testing
import Tools

@Suite("Asking for a hint")
struct CoachPlayerTests {
  private let folder = TemporaryFolder()
  private let now = RunContext.time(epochSeconds: 0)

  private func said(
    _ lines: [String]
  ) async throws -> (status: Pipeline.ExitStatus, lines: [Said]) {
    let path = folder.path + "/puzzles.txt"
    try Data(lines.joined(separator: "\n").utf8).write(to: URL(fileURLWithPath: path))
    let board = String(repeating: ".", count: 25)
    return try await CoachPlayer(PuzzleSource(path), board: board).said(
      RunContext(now: now, jobs: 1))
  }

  @Test("a line that is no puzzle is named, and not offered as one of several")
  func badLines() async throws {
    let puzzle = "5x1.AABBCAABCCDDBCCDEEECDEEEE"
    let several = try await said([puzzle, puzzle])
    #expect(several.status == .usage && "\(several.lines)".contains("2 puzzles are in it"))
    for lines in [["5x1.AAB", "5x1.B"], [puzzle, "5x1.AAB"]] {
      let (status, told) = try await said(lines)
      #expect(status == .badData && told.count == 1, "\(told)")
      #expect("\(told)".contains("puzzles.txt:\(lines[0] == puzzle ? 2 : 1):"), "\(told)")
    }
  }
}
