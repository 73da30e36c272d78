package import Dates
import Files
import JSONText

/// What past runs have said of themselves, from the reports beside the catalogue.
package struct RunHistory {
  /// A run that is over.
  package struct Run: Hashable {
    package let now: Timestamp
    /// Which of the runs with that clock it is, from 1.
    package let number: Int
    package let exit: Int
    package let failure: String?
    /// The later time that this run was told to pass over: its clock was right, and that one wrong.
    package let acceptedClock: Timestamp?
  }

  /// The name of the folder with the reports.
  static let folder = "runs"

  /// The path of the folder with the reports, in a state folder.
  package static func folder(in state: String) -> String { "\(state)/\(folder)" }

  /// The runs, the latest clock first.
  package let runs: [Run]

  /// Reads the latest reports of a state folder; one that cannot be read is passed over.
  ///
  /// - Parameters:
  ///   - state: The state folder.
  ///   - most: The most reports to read.
  package init(state: String, most: Int = 400) {
    let read = RunHistory.names(state).suffix(most).compactMap {
      RunHistory.run($0, in: RunHistory.folder(in: state))
    }
    runs = read.sorted { ($1.now, $1.number) < ($0.now, $0.number) }
  }

  /// The names of the reports, the earliest clock first; none where a link has the folder's place.
  private static func names(_ state: String) -> [String] {
    guard let home = try? OpenFile.folder(atRoot: state),
      let folder = try? home.folder(RunHistory.folder)
    else { return [] }
    return ((try? folder.names()) ?? []).filter { $0.hasSuffix(".json") && !$0.hasPrefix(".") }
  }

  /// A clock as it stands in the names of reports: `20261121T030000Z`.
  static func stamp(_ time: Timestamp) -> String {
    time.description.filter { $0.isLetter || $0.isNumber }
  }

  /// Whether any report has the name of a clock later than a time; none of them is read.
  static func isAny(in state: String, after time: Timestamp) -> Bool {
    let stamp = RunHistory.stamp(time)
    return names(state).last.map { stamp < $0.prefix(stamp.count) } ?? false
  }

  /// The clock of the last run that did what it was asked to.
  package var lastSuccess: Timestamp? { runs.first { $0.exit == 0 }?.now }

  private static func run(_ name: String, in folder: String) -> Run? {
    guard let bytes = try? SmallFile.bytes(of: "\(folder)/\(name)", atMost: 1 << 24),
      let value = try? JSONValue(reading: bytes), case .string(let time)? = value["now"],
      let now = try? Timestamp(time), case .integer(let exit)? = value["exit"]
    else { return nil }
    var failure: String?
    if case .string(let text)? = value["failure"] { failure = text }
    var accepted: Timestamp?
    if case .string(let text)? = value["acceptedClock"] { accepted = try? Timestamp(text) }
    // `20261121T030000Z-2.json` is the second run of that clock.
    let number = name.dropLast(5).split(separator: "-").dropFirst().first.flatMap { Int($0) }
    return Run(now: now, number: number ?? 1, exit: exit, failure: failure, acceptedClock: accepted)
  }
}
