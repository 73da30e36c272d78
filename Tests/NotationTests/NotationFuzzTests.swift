import Foundation
import Notation
import StarBattle
import TestSupport
import Testing

/// Hostile texts made from good ones, for every notation in turn.
///
/// `make fuzz SECONDS=60` runs it for a time; `make test` for a fixed small number of rounds.
@Suite("Notation fuzzing")
struct NotationFuzzTests {
  /// The most time that one text may take, in seconds, on a slow machine.
  private static let timeLimit = 30.0

  @Test(
    "every reader survives damaged, cut, spliced, lying and huge texts", arguments: Notation.all)
  func everyReader(notation: Notation) throws {
    let seed = ReplaySeed(131)
    var random = seed.generator
    let share = Effort.fuzzSeconds.map { $0 / Double(Notation.all.count) }
    let deadline = share.map { Date().addingTimeInterval($0) }
    var (rounds, read, refused) = (0, 0, 0)
    while deadline.map({ Date() < $0 }) ?? (rounds < 600) {
      rounds += 1
      var bytes = Array(text(notation, &random).utf8)
      if rounds % 5 != 0 { damage(&bytes, notation, &random) }
      let start = Date()
      for reader in [notation, nil] {
        for entry in readPuzzles(bytes, as: reader) {
          let isSound = check(entry, in: bytes)
          #expect(isSound, "\(String(decoding: bytes.prefix(700), as: UTF8.self))")
          if case .success = entry.result { read += 1 } else { refused += 1 }
        }
      }
      let seconds = Date().timeIntervalSince(start)
      #expect(
        seconds < Self.timeLimit, "\(seconds) s for \(bytes.count) bytes: \(bytes.prefix(99))")
    }
    let memory = PeakMemory.inKilobytes
    print("fuzzed \(notation.id): \(rounds) texts, \(read) read, \(refused) refused, \(memory) kB")
    #expect(memory < PeakMemory.limitInKilobytes)
    #expect(read > rounds / 8 && refused > rounds / 8)
  }

  /// A good text of the notation.
  private func text(_ notation: Notation, _ random: inout SeededGenerator) -> String {
    let puzzle = RandomBoards.puzzle(using: &random)
    return Samples.text(of: puzzle, in: notation, &random)
  }

  /// Damages a text in one of seven ways.
  private func damage(
    _ bytes: inout [UInt8], _ notation: Notation, _ random: inout SeededGenerator
  ) {
    switch random.below(7) {
    case 0:
      for _ in 0...random.below(4) where !bytes.isEmpty {
        bytes[random.below(bytes.count)] = UInt8(random.below(256))
      }
    case 1: bytes.removeSubrange(random.below(bytes.count + 1)...)
    case 2: bytes.removeSubrange(..<random.below(bytes.count + 1))
    case 3:
      // The end of a text in another notation.
      let other = Notation.all[random.below(Notation.all.count)]
      let tail = Array(text(other, &random).utf8)
      bytes.removeSubrange(random.below(bytes.count + 1)...)
      bytes += tail.suffix(random.below(tail.count + 1))
    case 4:
      // Numbers that promise what is not there.
      let numbers = ["0", "99", "25", "4096", "4294967297", "99999999999999999999999", "-1"]
      guard let digit = bytes.firstIndex(where: { (0x30...0x39).contains($0) }) else { return }
      bytes.replaceSubrange(digit...digit, with: numbers[random.below(numbers.count)].utf8)
    case 5:
      // A part of it again and again.
      let start = random.below(bytes.count)
      let part = Array(bytes[start..<min(bytes.count, start + 1 + random.below(8))])
      let count = (1 << random.below(19)) / part.count
      let again = (0..<count).flatMap { _ in part }
      bytes.insert(contentsOf: again, at: start)
    default:
      for _ in 0...random.below(6) where !bytes.isEmpty {
        bytes.insert(
          bytes[random.below(bytes.count)] ^ UInt8(random.below(2)),
          at: random.below(bytes.count + 1))
      }
    }
  }

  /// Whether what was read is a puzzle that can be written again, or else a mistake with its place.
  private func check(_ entry: ListedPuzzle, in bytes: [UInt8]) -> Bool {
    switch entry.result {
    case .success(let sbn):
      return (try? SBN(sbn.description)) == sbn && sbn.puzzle.regionSizes.allSatisfy { $0 > 0 }
    case .failure(let error):
      return error.line >= 1 && (1...bytes.count + 1).contains(error.column)
        && error.description.utf8.count < 400
    }
  }
}
