import Explaining
import Foundation
import HouseSupport
import JSONText
import Pipeline
import Solving
import StarBattle
import TestSupport
import Testing

/// Every situation in every language, as a text that is read like prose.
///
/// `Fixtures/hint-positions.jsonl` holds a position for each situation that traces of our own
/// puzzles meet; they are kept, so that the sentences do not change with the generator or the
/// ladder. `HARVEST=1` looks for new ones after the rules have changed, `RECORD=1` writes the
/// sentences anew: read the difference like code.
@Suite("Golden hints")
struct HintGoldenTests {
  private static let folder = Project.folder.appendingPathComponent("Tests/Fixtures")
  private static let positionFile = folder.appendingPathComponent("hint-positions.jsonl")

  /// A position for each situation: those on file, then those made by hand.
  private func examples() throws -> [(Situation, HintPosition)] {
    if ProcessInfo.processInfo.environment["HARVEST"] == "1" { try harvest() }
    let text = try String(contentsOf: HintGoldenTests.positionFile, encoding: .utf8)
    let found = try text.split(separator: "\n").map { line in
      try HintPosition(reading: JSONValue(reading: Array(line.utf8)))
    }
    var examples: [Situation: HintPosition] = [:]
    for position in try found + HandMadePositions.all() {
      for situation in position.situations where examples[situation] == nil {
        examples[situation] = position
      }
    }
    return try Situation.allCases.map { situation in
      (situation, try #require(examples[situation], "no example of \(situation.rawValue)"))
    }
  }

  /// Looks through traces, the smallest boards first, for a position in each situation.
  private func harvest() throws {
    var seen: Set<Situation> = []
    var lines: [String] = []
    for (side, stars) in TraceSamples.grids {
      for (_, trace) in try TraceSamples.traces(side: side, stars: stars, count: 60) {
        var board = KnownBoard(trace.puzzle)
        for step in trace.steps {
          let position = HintPosition(board: board, step: step)
          let situations = Set(position.situations)
          if !situations.isSubset(of: seen) {
            seen.formUnion(situations)
            lines.append(String(decoding: position.json.text, as: UTF8.self))
          }
          board.apply(step)
        }
      }
    }
    try (lines.joined(separator: "\n") + "\n")
      .write(to: HintGoldenTests.positionFile, atomically: true, encoding: .utf8)
  }

  @Test("every situation reads as on record", arguments: HintLanguage.all.map(\.code))
  func golden(code: String) throws {
    let language = try #require(HintLanguage(code: code))
    let text = try examples().map { situation, position in
      "\(situation.rawValue)\n    \(position.sentence(in: language))\n"
    }.joined()
    let file = HintGoldenTests.folder.appendingPathComponent("hints-\(code).txt")
    if Effort.isRecording {
      try text.write(to: file, atomically: true, encoding: .utf8)
    }
    let recorded = try String(contentsOf: file, encoding: .utf8)
    #expect(text.split(separator: "\n") == recorded.split(separator: "\n"))
  }
}
