import Files
import JSONText
package import Notation
import Pipeline
import PlayerState
import Printable

/// How puzzles are played, without users: what `almanac-serve report` writes.
package struct PlayReport: Sendable {
  /// How people have come along with one puzzle.
  package struct Play: Hashable, Sendable {
    /// How many have a board of it, and how many have solved it.
    let begun: Int
    let solved: Int
    /// How many took hints, and how many hints in all.
    let hinted: Int
    let hints: Int
    /// How many left it for a week and more.
    let givenUp: Int
    /// How many times there are, with the median and what 80 of 100 need at most, in seconds;
    /// `nil` for a few, whose times would be their own.
    let times: Times?
    /// How much longer people need than for its neighbours, where that is far from them.
    package var apart: Double?
  }

  struct Times: Hashable, Sendable {
    let count: Int
    let median: Double
    let mostNeed: Double
  }

  /// A day's requests for an object.
  struct Download: Hashable, Sendable {
    let day: String
    let object: String
    let status: Int
    let count: Int
  }

  /// By the id of a place, and by the puzzle that it had.
  private let plays: [String: [String: Play]]
  /// What people need for each puzzle of a pack or calendar that enough have solved, in its order.
  private let medians: [Substring: [(id: String, seconds: Double)]]
  /// Where a place is among those.
  private let ranks: [String: Int]
  let downloads: [Download]

  /// The file that is read where nobody names one: beside the catalogue.
  static func usual(in house: House) -> String { "\(house.state)/plays.json" }

  private static let largest = 1 << 28

  /// Reads a report.
  ///
  /// - Throws: `PipelineError.input` where there is none; `PlayReportError` where it is another
  ///   file.
  init(path: String) throws {
    let bytes: [UInt8]
    do throws(SmallFile.Failure) {
      bytes = try SmallFile.bytes(of: path, atMost: PlayReport.largest)
    } catch {
      let command = "almanac-serve report --accounts FILE --to \(Shell.path(path))"
      throw PipelineError.input(path: path, reason: "\(error) — “\(command)” writes it")
    }
    try self.init(bytes, path: path)
  }

  /// Reads what a file holds.
  ///
  /// - Throws: `PlayReportError`.
  package init(_ bytes: [UInt8], path: String) throws(PlayReportError) {
    let value: JSONValue
    do throws(JSONError) {
      value = try JSONValue(reading: bytes)
    } catch {
      throw PlayReportError(path: path, reason: "\(error)")
    }
    let report = PlayReportReader(value, path: path)
    try report.checkSchema()
    var plays: [String: [String: Play]] = [:]
    for line in try report.lines("puzzles") {
      let (id, puzzle) = (try line.text("id"), try line.text("puzzle"))
      let play = Play(
        begun: try line.count("begun"), solved: try line.count("solved"),
        hinted: try line.count("hinted"), hints: try line.count("hints"),
        givenUp: try line.count("givenUp"), times: try PlayReport.times(line))
      if let contradiction = play.contradiction { throw line.wrong(contradiction) }
      plays[id, default: [:]][puzzle] = play
    }
    var downloads: [Download] = []
    for line in try report.lines("downloads") {
      downloads.append(
        Download(
          day: try line.text("day"), object: try line.text("object"),
          status: try line.count("status"), count: try line.count("count")))
    }
    self.plays = plays
    self.downloads = downloads
    medians = PlayReport.medians(of: plays)
    ranks = Dictionary(
      uniqueKeysWithValues: medians.values.flatMap { line in
        line.enumerated().map { ($1.id, $0) }
      })
  }

  /// The times of a puzzle, which a few people's are left out of.
  private static func times(_ line: PlayReportReader) throws(PlayReportError) -> Times? {
    guard line.has("timed") else { return nil }
    let count = try line.count("timed")
    let (median, most) = (try line.count("medianMs"), try line.count("p80Ms"))
    guard count > 0 else { return nil }
    return Times(count: count, median: Double(median) / 1000, mostNeed: Double(most) / 1000)
  }

  /// How a puzzle was played at a place; `nil` where nobody has begun it there.
  package func play(of sbn: SBN, at id: String) -> Play? {
    let fingerprint = PuzzleFingerprint(ofSBN: sbn.description)
    guard var play = plays[id]?[fingerprint.text] else { return nil }
    play.apart = apart(id, play.times)
    return play
  }

  // MARK: - Neighbours

  /// Fewer people than this say little about a puzzle.
  private static let fewest = 20
  /// How many times as long, or as short, is far.
  private static let far = 2.0

  /// How many times as long as for its neighbours people need, where that is far.
  ///
  /// Neighbours are the two before and the two after in a pack or a calendar that enough people
  /// have solved; what they need is the median of theirs.
  private func apart(_ id: String, _ times: Times?) -> Double? {
    guard let times, times.count >= PlayReport.fewest,
      let rank = ranks[id], let line = medians[PlayReport.family(of: id)]
    else { return nil }
    let near = line[max(0, rank - 2)...min(line.count - 1, rank + 2)].filter { $0.id != id }
    let theirs = near.map(\.seconds).sorted()
    guard theirs.count >= 2 else { return nil }
    let expected = (theirs[(theirs.count - 1) / 2] + theirs[theirs.count / 2]) / 2
    guard expected > 0 else { return nil }
    let ratio = times.median / expected
    return ratio >= PlayReport.far || ratio <= 1 / PlayReport.far ? ratio : nil
  }

  /// The pack or the calendar of a place.
  private static func family(of id: String) -> Substring { id.prefix { $0 != ":" } }

  private static func medians(
    of plays: [String: [String: Play]]
  ) -> [Substring: [(id: String, seconds: Double)]] {
    let known = plays.compactMap { place, plays -> (id: String, seconds: Double)? in
      // A slot that had several puzzles is known by the one that most have begun.
      let play = plays.max { ($0.value.begun, $1.key) < ($1.value.begun, $0.key) }?.value
      guard let times = play?.times, times.count >= fewest else { return nil }
      return (place, times.median)
    }
    return Dictionary(grouping: known) { family(of: $0.id) }.mapValues { line in
      line.sorted { left, right in
        let (one, two) = (number(of: left.id), number(of: right.id))
        return (one ?? 0, left.id) < (two ?? 0, right.id)
      }
    }
  }

  /// The slot of a place; dates have none, and are in order as they are written.
  private static func number(of id: String) -> Int? { Int(id.drop { $0 != ":" }.dropFirst()) }
}

extension PlayReport.Play {
  /// What cannot be so, where something cannot: whoever solves a puzzle, leaves it or takes a hint
  /// has begun it.
  fileprivate var contradiction: String? {
    if solved + givenUp > begun {
      return "it says \(solved) solved and \(givenUp) givenUp of \(begun) begun"
    }
    if hinted > begun { return "it says \(hinted) hinted of \(begun) begun" }
    guard let times else { return nil }
    if times.count > solved { return "it says \(times.count) timed of \(solved) solved" }
    return times.median > times.mostNeed ? "its medianMs is above its p80Ms" : nil
  }

  /// For a card beside the difficulty: `median 4:10, 80 % within 7:20 · 132 of 150 solved`.
  package var text: String {
    let people = "\(solved) of \(begun) solved"
    guard let times else { return people }
    return "median \(Self.clock(times.median)), 80 % within \(Self.clock(times.mostNeed)) · "
      + people
  }

  /// What an editor should look at, where people need another time than for its neighbours.
  package var finding: String? {
    guard let apart else { return nil }
    let tenths = Int(((apart >= 1 ? apart : 1 / apart) * 10).rounded())
    let words = "\(tenths / 10).\(tenths % 10) times as \(apart >= 1 ? "long" : "short")"
    return "people need \(words) as for its neighbours"
  }

  static func clock(_ seconds: Double) -> String {
    let whole = Int(seconds.rounded())
    let (hours, minutes, rest) = (whole / 3600, whole / 60 % 60, whole % 60)
    let tail = (rest < 10 ? ":0" : ":") + "\(rest)"
    return hours == 0
      ? "\(minutes)\(tail)" : "\(hours)\(minutes < 10 ? ":0" : ":")\(minutes)\(tail)"
  }
}
