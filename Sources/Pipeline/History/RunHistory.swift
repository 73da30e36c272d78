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
    /// Whether a run with an earlier clock was told that this one's clock was wrong.
    package fileprivate(set) var isPassedOver = false
    /// What this run was told to pass over; `nil` where that was nothing, or came to nothing.
    let acceptance: Acceptance?
    /// The name of its report.
    let name: String
  }

  /// What a run was told to pass over, because its own clock was right and a later one wrong.
  struct Acceptance: Hashable {
    /// The clock of the run.
    let now: Timestamp
    /// The latest of the times that it passed over.
    let clock: Timestamp
    /// What it passed over; `nil` in reports of earlier programs, which do not say.
    let known: LaterRuns?
    /// The release that was current at its end.
    let release: Int?

    /// Whether a run was wrong about the time.
    func covers(_ run: Run) -> Bool { known?.reports.contains(run.name) ?? false }

    /// Whether a time may be one that it passed over, where it does not say which.
    func mayCover(_ time: Timestamp) -> Bool { known == nil && now < time && time <= clock }

    /// Whether a release was wrong about the time: none that came after the run.
    func covers(release number: Int, at time: Timestamp) -> Bool {
      guard let known else { return mayCover(time) && number <= release ?? 0 }
      return known.release == number
    }
  }

  /// The name of the folder with the reports.
  static let folder = "runs"

  /// The path of the folder with the reports, in a state folder.
  package static func folder(in state: String) -> String { "\(state)/\(folder)" }

  /// The runs, the latest clock first.
  package let runs: [Run]

  private let acceptances: [Acceptance]

  /// Reads the latest reports of a state folder; one that cannot be read is passed over.
  ///
  /// - Parameters:
  ///   - state: The state folder.
  ///   - most: The most reports to read.
  package init(state: String, most: Int = 400) {
    let read = RunHistory.names(state).suffix(most).compactMap {
      RunHistory.run($0, in: RunHistory.folder(in: state))
    }
    let acceptances = read.compactMap(\.acceptance)
    self.acceptances = acceptances
    runs = read.map { run in
      var run = run
      run.isPassedOver = acceptances.contains { $0.covers(run) }
      return run
    }.sorted { ($1.now, $1.number) < ($0.now, $0.number) }
  }

  /// The names of the reports, the earliest clock first; none where a link has the folder's place.
  private static func names(_ state: String) -> [String] {
    guard let home = try? OpenFile.folder(atRoot: state),
      let folder = try? home.folder(RunHistory.folder)
    else { return [] }
    return ((try? folder.names()) ?? []).filter { $0.hasSuffix(".json") && !$0.hasPrefix(".") }
  }

  /// Whether any report has the name of a clock later than a time; none of them is read.
  static func isAny(in state: String, after time: Timestamp) -> Bool {
    let stamp = time.compact
    return names(state).last.map { stamp < $0.prefix(stamp.count) } ?? false
  }

  /// What is told of the runs up to a time: what came from a clock that was ahead of it tells
  /// nothing, and would be the last of all for ever.
  package func runs(upTo now: Timestamp) -> [Run] {
    let limit = HouseClock.limit(now)
    return runs.filter { $0.now <= limit && !$0.isPassedOver }
  }

  /// Whether a time may be one that a run was told to pass over, by a program that did not note
  /// which these were.
  func mayPassOver(_ time: Timestamp) -> Bool { acceptances.contains { $0.mayCover(time) } }

  /// Whether a run was told that a release's clock was wrong.
  func passesOver(release number: Int, at time: Timestamp) -> Bool {
    acceptances.contains { $0.covers(release: number, at: time) }
  }

  private static func run(_ name: String, in folder: String) -> Run? {
    guard let bytes = try? SmallFile.bytes(of: "\(folder)/\(name)", atMost: 1 << 24),
      let value = try? JSONValue(reading: bytes), case .string(let time)? = value["now"],
      let now = try? Timestamp(time), case .integer(let exit)? = value["exit"]
    else { return nil }
    var failure: String?
    if case .string(let text)? = value["failure"] { failure = text }
    // `20261121T030000Z-2.json` is the second run of that clock.
    let number = name.dropLast(5).split(separator: "-").dropFirst().first.flatMap { Int($0) }
    return Run(
      now: now, number: number ?? 1, exit: exit, failure: failure,
      acceptance: acceptance(of: value, at: now, exit: exit), name: name)
  }

  /// What a report says that its run was told to pass over.
  ///
  /// It counts where the run has come to something, whatever stopped it then.
  private static func acceptance(
    of report: JSONValue, at now: Timestamp, exit: Int
  ) -> Acceptance? {
    guard exit == 0 || report["newRelease"] == .bool(true),
      case .string(let text)? = report["acceptedClock"], let clock = try? Timestamp(text)
    else { return nil }
    var release: Int?
    if case .integer(let number)? = report["release"] { release = number }
    return Acceptance(
      now: now, clock: clock, known: report["passedOver"].flatMap(LaterRuns.init),
      release: release)
  }
}

/// What a house has of a clock that was ahead: the runs and the release that went by it.
package struct LaterRuns: Hashable, Sendable {
  /// The names of the runs' reports, the earliest clock first.
  let reports: [String]
  /// The latest release, where its clock was ahead.
  let release: Int?

  init(reports: [String], release: Int?) {
    self.reports = reports
    self.release = release
  }

  /// What a report has of them; `nil` where that cannot be read.
  fileprivate init?(_ value: JSONValue) {
    guard case .array(let names)? = value["runs"] else { return nil }
    reports = names.compactMap { name in
      guard case .string(let name) = name else { return nil }
      return name
    }
    if case .integer(let number)? = value["release"] { release = number } else { release = nil }
  }

  var json: JSONValue {
    .object([
      JSONMember("runs", .array(reports.map { .string($0) })),
      JSONMember("release", release),
    ])
  }
}
