import Foundation
import Notation
import Pipeline
import StarBattle
import TestSupport
import Testing
import Tools

/// Random layouts, well formed and not, through all that reads puzzles.
///
/// `make fuzz SECONDS=60` runs it for a time; `make test` for a fixed small number of rounds. A
/// trap ends the whole run, and the line printed last replays it.
@Suite("Fuzzing")
struct FuzzTests {
  /// The most time that one text may take, in seconds, on a slow machine.
  private static let timeLimit = 60.0

  @Test("no text makes solve, grade, prove or convert trap, hang or take much memory")
  func everything() throws {
    let seed = ReplaySeed(91)
    var random = seed.generator
    let deadline = Effort.fuzzSeconds.map { Date().addingTimeInterval($0) }
    var rounds = 0
    var (puzzles, refused) = (0, 0)
    var slowest = (seconds: 0.0, text: "")
    while deadline.map({ Date() < $0 }) ?? (rounds < 150) {
      rounds += 1
      let text = self.text(&random, sides: deadline == nil ? 4...14 : Grid.sides)
      let start = Date()
      let context = RunContext(now: now, jobs: 1, form: rounds % 2 == 0 ? .json : .text)
      for command in commands {
        var worker = PuzzleWorker(context)
        for (index, entry) in readPuzzles(Array(text.utf8), stars: nil).enumerated() {
          let result = command.process(entry, index: index, with: &worker)
          if case .success = entry.result { puzzles += 1 } else { refused += 1 }
          #expect(!result.messages.isEmpty && result.error == nil, "\(text)")
        }
      }
      let seconds = Date().timeIntervalSince(start)
      if seconds > slowest.seconds { slowest = (seconds, text) }
      #expect(seconds < Self.timeLimit, "\(seconds) s: \(text)")
    }
    let memory = PeakMemory.inKilobytes
    print(
      "fuzzed \(rounds) texts, \(puzzles) times a puzzle, \(refused) times refused; "
        + "slowest \(slowest.seconds) s; \(memory / 1024) MB at most\n  \(slowest.text.prefix(700))"
    )
    #expect(memory < PeakMemory.limitInKilobytes)
    #expect(puzzles > rounds / 4 && refused > rounds / 4)
  }

  private static let source = PuzzleSource("-")

  private let now = RunContext.time(epochSeconds: 0)

  private let commands: [any PuzzleCommand] = [
    SolvePuzzles(source, limit: 2, nodeBudget: 2000),
    SolvePuzzles(source, limit: 50, nodeBudget: 300, showsAll: true),
    GradePuzzles(source), ProvePuzzles(source), ConvertPuzzles(source, to: "puzzlink"),
  ]

  /// A puzzle, a damaged one, or noise.
  private func text(_ random: inout SeededGenerator, sides: ClosedRange<Int>) -> String {
    let puzzle = RandomBoards.puzzle(sides: sides, using: &random)
    let sbn = SBN(puzzle: puzzle)
    switch random.below(6) {
    case 0, 1: return sbn.description
    case 2:
      let names = ConvertPuzzles.notations
      return Notation.named(names[random.below(names.count)])?.text(of: sbn) ?? ""
    case 3:
      // Regions that need not be connected, nor as many as rows.
      let side = puzzle.grid.side
      let letters = (0..<puzzle.grid.cellCount).map { _ in
        UInt8(ascii: "A") + UInt8(random.below(min(26, side + 1)))
      }
      return "\(side)x\(1 + random.below(6))." + String(decoding: letters, as: UTF8.self)
    case 4:
      var bytes = Array(sbn.description.utf8)
      for _ in 0...random.below(4) {
        let place = random.below(bytes.count)
        switch random.below(3) {
        case 0: bytes[place] = UInt8(random.below(128))
        case 1: bytes.remove(at: place)
        default: bytes.insert(UInt8(random.below(128)), at: place)
        }
        if bytes.isEmpty { bytes = [65] }
      }
      return String(decoding: bytes, as: UTF8.self)
    default:
      let bytes = (0...random.below(300)).map { _ in UInt8(random.below(256)) }
      return String(decoding: bytes, as: UTF8.self)
    }
  }
}
