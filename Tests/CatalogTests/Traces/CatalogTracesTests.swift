import Catalog
import Foundation
import GRDB
import Notation
import StarBattle
import TestSupport
import Testing
import Zstandard

@Suite("Traces in the catalogue")
struct CatalogTracesTests {
  private let folder = TemporaryFolder()
  private let catalog: Catalog

  init() throws { catalog = try Catalog.open(at: folder.catalog) }

  /// How much room traces take.
  private struct Figures: Equatable {
    var count = 0
    /// Their bytes as text.
    var plainBytes = 0
    /// Their bytes as they are kept.
    var keptBytes = 0
    /// The traces that were compressed with a dictionary.
    var withDictionary = 0
  }

  private func figures() throws -> Figures {
    try catalog.queue.read { database in
      var figures = Figures()
      for row in try Row.fetchAll(database, sql: "SELECT dictionary, bytes FROM traces") {
        let frame = [UInt8](row["bytes"] as Data)
        figures.count += 1
        figures.keptBytes += frame.count
        figures.plainBytes += Zstandard.length(of: frame) ?? 0
        if (row["dictionary"] as Int64?) != nil { figures.withDictionary += 1 }
      }
      return figures
    }
  }

  @Test("a trace comes back as it was, with and without a dictionary")
  func roundTrip() throws {
    let count = Catalog.fewestTracesToTrainOn
    for number in 0..<count - 1 { _ = try catalog.add(Samples.traced(number)) }
    try catalog.trainDictionary()
    #expect(try figures().withDictionary == 0)
    _ = try catalog.add(Samples.traced(count))
    _ = try catalog.add(Samples.puzzle(10_000))
    let before = try figures()
    try catalog.trainDictionary()
    let after = try figures()
    #expect(before.count == count && after.count == count)
    #expect(before.withDictionary == 0 && after.withDictionary == count)
    #expect(before.plainBytes == after.plainBytes)
    #expect(after.keptBytes < before.keptBytes)
    // Those that come later are compressed with it from the start.
    _ = try catalog.add(Samples.traced(count + 1))
    let trained = try figures()
    #expect(trained.withDictionary == count + 1)
    try catalog.trainDictionary()
    #expect(try figures() == trained)
    let again = try Catalog.open(at: folder.catalog)
    for number in [0, 7, count - 2] {
      #expect(try again.trace(of: Int64(number + 1)) == Samples.traced(number).trace)
    }
    #expect(try again.trace(of: Int64(count + 1)) == nil)
    #expect(try again.trace(of: 99_999) == nil)
    #expect(try again.check() == [])
  }

  @Test("what can be counted of a trace is kept beside it, also of those from before it was")
  func signals() throws {
    for number in 0..<3 { _ = try catalog.add(Samples.traced(number)) }
    _ = try catalog.add(Samples.puzzle(10_000))
    let kept = try signals(of: catalog)
    let counted = try (0..<3).map { SolveSignals(try #require(Samples.traced($0).trace)).text }
    #expect(kept == counted + [nil])
    let queue = try DatabaseQueue(path: folder.catalog)
    try queue.write { try $0.execute(sql: "UPDATE traces SET signals = NULL") }
    try queue.close()
    let again = try Catalog.open(at: folder.catalog)
    #expect(try signals(of: again) == [nil, nil, nil, nil])
    try again.noteSignals()
    #expect(try signals(of: again) == kept)
    #expect(try again.check() == [])
  }

  @Test("the longest argument is read from what is counted; without a trace there is none")
  func longestArgument() throws {
    for number in 0..<3 { _ = try catalog.add(Samples.traced(number)) }
    _ = try catalog.add(Samples.puzzle(10_000))
    for number in 0..<3 {
      let trace = try #require(Samples.traced(number).trace)
      let longest = SolveSignals(trace).longest
      #expect(longest > 0)
      #expect(try catalog.longestArgument(of: Int64(number + 1)) == longest)
    }
    #expect(try catalog.longestArgument(of: 4) == nil)
    #expect(try catalog.longestArgument(of: 99_999) == nil)
  }

  private func signals(of catalog: Catalog) throws -> [String?] {
    var all: [String?] = []
    try catalog.forEachPuzzle { all.append($0.signals) }
    return all
  }

  @Test("every kind of step survives the writing: assumptions, chains, failures, empty lists")
  func code() throws {
    let puzzle = Samples.puzzle(1).sbn.puzzle
    let link = Step(
      rule: "direct.neighbours", level: 1, cycle: 0, containers: [], cells: [], stars: [57],
      marks: [47, 48, 49])
    let step = Step(
      rule: "assume.star", level: 8, cycle: 9, containers: [.row(7), .column(0), .region(3)],
      cells: [31, 32, 33], stars: [], marks: [57],
      assumption: Assumption(
        cell: 57, chain: [link], failure: Failure(rule: "direct.forced", containers: [.region(3)])))
    let sum = [Addend(.container(.row(2)), times: 2), Addend(.tile(40), times: -1)]
    let added = Step(
      rule: "sum.any", level: 12, cycle: 3, containers: [.row(2)], cells: [31], marks: [31],
      sum: sum)
    let assumedSum = Step(
      rule: "assume.sum", level: 12, cycle: 10, containers: [.row(2)], cells: [58], marks: [58],
      assumption: Assumption(
        cell: 58, chain: [link, added, added],
        failure: Failure(rule: "sum.any", containers: [.row(2)], sum: sum)))
    for failure in [nil, Failure(rule: "direct.full", containers: [.row(0), .row(1)])] {
      let trace = Trace(
        puzzle: puzzle, steps: [link, step, link, assumedSum, added, link], failure: failure)
      #expect(TraceCode.trace(TraceCode.bytes(of: trace), of: puzzle) == trace)
    }
  }

  @Test("whatever is left out or changed in a trace's text, reading it gives nothing or a trace")
  func damaged() throws {
    var generator = ReplaySeed(6).generator
    let sample = try #require(Samples.traced(3).trace)
    let text = TraceCode.bytes(of: sample)
    for _ in 0..<4_000 {
      var bytes = text
      for _ in 0...generator.below(3) {
        let at = generator.below(bytes.count)
        switch generator.below(3) {
        case 0: bytes.remove(at: at)
        case 1: bytes[at] = UInt8(generator.below(256))
        default: bytes.insert(bytes[generator.below(bytes.count)], at: at)
        }
      }
      guard let read = TraceCode.trace(bytes, of: sample.puzzle) else { continue }
      let cells = read.steps.flatMap { $0.cells + $0.stars + $0.marks }
      #expect(cells.allSatisfy { (0..<sample.puzzle.grid.cellCount).contains($0) })
    }
  }

  @Test("a long text compressed in pieces is one frame with all of it")
  func stream() throws {
    guard var packer = ZstandardStream(), var empty = ZstandardStream() else {
      Issue.record("no memory")
      return
    }
    var frame: [UInt8] = []
    var text: [UInt8] = []
    for number in 0..<400 {
      let piece = Array("line \(number) of many, \(number * 7919 % 1000)\n".utf8)
      text += piece
      frame += packer.add(piece, isLast: number == 399) ?? []
    }
    #expect(frame.count < text.count / 2)
    try folder.write(frame, to: "long.zst")
    // The frame does not know its length, so it is read as `zstd -d` does: see the command's test.
    #expect(Array(frame.prefix(4)) == [0x28, 0xB5, 0x2F, 0xFD])
    let nothing = empty.add([], isLast: true)
    #expect(nothing?.isEmpty == false)
  }
}
