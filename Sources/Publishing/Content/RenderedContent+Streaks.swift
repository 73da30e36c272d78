import Dates
import Identity
import Manifest
import Stores

extension RenderedContent {
  /// Adds the mobile app's lists of days, weeks and months.
  ///
  /// A list that the latest release has is taken from there.
  mutating func addStreaks(
    _ content: ReleaseContent, _ make: @escaping ReleaseProfiles.MakeStreak, _ latest: Manifest?,
    _ known: [ObjectKey: Manifest.Object], at time: Timestamp
  ) throws(PublishError) {
    for streak in content.streaks.sorted(by: { $0.cadence < $1.cadence }) {
      let cadence = streak.cadence
      try check(streak)
      let texts = streak.entries.map(\.sbn).joined(separator: "\n")
      let entries = Digest.sha256(of: Array(texts.utf8))
      let old = latest?.streaks.first { $0.cadence == cadence }
      let hintsFrom = streak.hintsFrom(at: time)
      // By a clock that was set back, hints may be wanted that the list has dropped already.
      if let old, old.entries == entries, old.hintsFrom <= hintsFrom, let first = known[old.app],
        let second = known[old.appHints]
      {
        carry(first) { () throws(PublishError) in
          RenderedContent.app(
            try make(streak, old.version, old.hintsFrom).pack, .app(cadence))
        }
        carry(second) { () throws(PublishError) in
          RenderedContent.app(
            try make(streak, old.version, old.hintsFrom).hints, .appHints(cadence))
        }
        streaks.append(old)
        continue
      }
      // Every release raises it by one at the most, from 1 on: so whatever a list that comes back
      // was at once is below this.
      let version = (old?.version ?? latest.map { $0.release + 1 } ?? 1) + 1
      let made = try make(streak, version, hintsFrom)
      let grader = content.provenance.graderVersion
      streaks.append(
        Manifest.Streak(
          cadence: cadence, first: cadence.firstInApp, count: streak.entries.count,
          version: version, hintsFrom: hintsFrom, entries: entries,
          app: keep(RenderedContent.app(made.pack, .app(cadence))),
          appHints: keep(RenderedContent.app(made.hints, .appHints(cadence))),
          graders: Manifest.Graders(streak.entries.map { $0.grader ?? grader })))
    }
  }

  /// The app finds an entry by its place: every period has to have one, from the first on, and it
  /// has to be the calendar's wherever that has any.
  private func check(_ streak: ReleaseContent.Streak) throws(PublishError) {
    let cadence = streak.cadence
    guard !streak.entries.isEmpty else {
      throw .badContent("the app's \(cadence.rawValue) list is empty")
    }
    for (index, entry) in streak.entries.enumerated() {
      guard entry.period == cadence.firstInApp.advanced(by: index) else {
        throw .badContent("the app's \(cadence.rawValue) list has \(entry.period) at \(index)")
      }
      if let dated = objects[.entry(entry.period)], dated.bytes != Array(entry.sbn.utf8) {
        throw .badContent("the app's \(entry.period) is another puzzle than the calendar's")
      }
    }
  }
}
