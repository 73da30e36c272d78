import Dates
import JSONText

extension Manifest {
  /// Which graders gave the grades of a list of puzzles: by slot in a pack, in order of time in a
  /// calendar.
  ///
  /// Puzzles keep the grade that they were published with, so after a change of grader old and new
  /// ones stand side by side. Written as `"grader": 2` where one grader gave all of them, else as
  /// runs: `"graders": [[1,60],[2,3]]` says that version 1 graded the first sixty and version 2 the
  /// three behind them.
  package struct Graders: Hashable, Sendable {
    /// Puzzles side by side that one version graded.
    struct Run: Hashable, Sendable {
      let version: Int
      /// The number of puzzles up to its end, those of the runs before it included.
      var end: Int
    }

    /// The runs, each of another version than the one before.
    private(set) var runs: [Run] = []

    /// The graders of puzzles, one for each.
    package init(_ versions: [Int]) {
      for (index, version) in versions.enumerated() {
        if runs.last?.version != version { runs.append(Run(version: version, end: index)) }
        runs[runs.count - 1].end = index + 1
      }
    }

    /// The version that graded a puzzle; `nil` behind the last one.
    ///
    /// - Complexity: O(log runs): a manifest may come from anybody.
    package func version(at index: Int) -> Int? {
      var (low, high) = (0, runs.count)
      while low < high {
        let middle = (low + high) / 2
        if runs[middle].end > index { high = middle } else { low = middle + 1 }
      }
      return low < runs.count ? runs[low].version : nil
    }
  }

  /// The version that graded a puzzle of a pack; manifests that do not say have one for all.
  package func grader(of pack: Pack, at slot: Int) -> Int {
    pack.graders?.version(at: slot) ?? graderVersion
  }

  /// The version that graded an entry of a calendar, by its place among `entries`.
  package func grader(of calendar: Calendar, at index: Int) -> Int {
    calendar.graders?.version(at: index) ?? graderVersion
  }
}

extension Manifest {
  /// The version that graded an entry of the calendar.
  package func grader(of entry: Entry) -> Int {
    guard let calendar = calendar[entry.period.cadence] else { return graderVersion }
    var (low, high) = (0, calendar.entries.count)
    while low < high {
      let middle = (low + high) / 2
      if calendar.entries[middle].period < entry.period { low = middle + 1 } else { high = middle }
    }
    return grader(of: calendar, at: low)
  }
}

extension Manifest.Graders {
  /// The one member that says it.
  var members: [JSONMember] {
    if runs.count == 1 { return [JSONMember("grader", .integer(runs[0].version))] }
    let pairs = zip([0] + runs.map(\.end), runs).map { start, run in
      JSONValue.array([.integer(run.version), .integer(run.end - start)])
    }
    return runs.isEmpty ? [] : [JSONMember("graders", .array(pairs))]
  }

  /// Takes the member out of those of a pack or a calendar; `nil` where there is none, as in older
  /// manifests.
  ///
  /// - Parameters:
  ///   - fields: The members.
  ///   - count: How many puzzles there are.
  /// - Throws: `ManifestError.wrong`.
  init?(_ fields: inout ManifestFields, count: Int) throws(ManifestError) {
    self.init([])
    if fields.has("grader") {
      runs = [Run(version: try fields.integer("grader", from: 0), end: count)]
    } else if fields.has("graders") {
      let place = fields.path("graders")
      for element in try fields.array("graders") {
        guard case .array(let pair) = element, pair.count == 2,
          case .integer(let version) = pair[0],
          case .integer(let length) = pair[1], (0...1 << 53).contains(version),
          (1...1 << 20).contains(length), version != runs.last?.version
        else {
          throw .wrong(
            place: place, expected: "pairs of a version and a number of puzzles, versions in turn")
        }
        runs.append(Run(version: version, end: (runs.last?.end ?? 0) + length))
      }
      guard runs.count > 1, runs.last?.end == count else {
        throw .wrong(place: place, expected: "two runs or more, of \(count) puzzles together")
      }
    } else {
      return nil
    }
  }
}
