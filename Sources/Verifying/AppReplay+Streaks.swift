import Dates
import Manifest
import Stores
import Wording

/// The mobile app's daily, weekly and monthly puzzles.
///
/// The app asks for `app/daily.json`, `app/weekly.json` and `app/monthly.json` with their hints,
/// and finds the entry of a moment by arithmetic, modulo the number of entries. Progress it keeps
/// under a key of its own. Both are written down here as the app has them.
extension AppReplay {
  /// A place with its clock: the offset from UTC, and when it is an hour more.
  struct Zone {
    let name: String
    let hours: Int
    /// Months whose last or first Sunday begins and ends summer time; none where there is none.
    var summer: Summer?

    enum Summer {
      /// From the last Sunday of March to the last Sunday of October, at 01:00 UTC.
      case european
      /// From the first Sunday of October to the first Sunday of April, at 02:00 standard time.
      case australian
    }

    /// One of each kind: the first and the last clocks on Earth, UTC, and summer in both
    /// hemispheres.
    static let all = [
      Zone(name: "UTC+14", hours: 14), Zone(name: "UTC-12", hours: -12),
      Zone(name: "UTC", hours: 0),
      Zone(name: "Berlin", hours: 1, summer: .european),
      Zone(name: "Sydney", hours: 10, summer: .australian),
    ]

    /// The seconds that its clock is ahead of UTC.
    func offset(at time: Timestamp) -> Int {
      let standard = hours * 3600
      guard let summer else { return standard }
      let year = Timestamp(epochSeconds: time.epochSeconds + standard).day.year
      switch summer {
      case .european:
        let begin = Zone.sunday(year, 4, -7) * 86_400 + 3600
        let end = Zone.sunday(year, 11, -7) * 86_400 + 3600
        return (begin..<end).contains(time.epochSeconds) ? standard + 3600 : standard
      case .australian:
        let end = Zone.sunday(year, 4, 0) * 86_400 + 2 * 3600 - standard
        let begin = Zone.sunday(year, 10, 0) * 86_400 + 2 * 3600 - standard
        return (end..<begin).contains(time.epochSeconds) ? standard : standard + 3600
      }
    }

    /// The first Sunday of a month, or so many days before that, in days since 1970-01-01.
    private static func sunday(_ year: Int, _ month: Int, _ days: Int) -> Int {
      guard let first = try? Day(year: year, month: month, day: 1) else { return 0 }
      // 1970-01-01 was a Thursday.
      return first.daysSinceEpoch + (10 - first.daysSinceEpoch % 7) % 7 + days
    }

    func day(at time: Timestamp) -> Day {
      Timestamp(epochSeconds: time.epochSeconds + offset(at: time)).day
    }

    /// The entry that the app shows, before it takes the remainder.
    ///
    /// Days are counted in milliseconds from the local midnight of 2026-04-16; so where summer time
    /// was in force then, a winter's day begins at 23:00.
    func entry(_ cadence: Cadence, at time: Timestamp) -> Int {
      if cadence == .monthly {
        let day = day(at: time)
        return (day.year - 2026) * 12 + day.month - 4
      }
      let noon = Timestamp(epochSeconds: 20_559 * 86_400 + 43_200 - hours * 3600)
      let midnight = 20_559 * 86_400 - offset(at: noon)
      let seconds = time.epochSeconds - midnight
      let days = seconds >= 0 ? seconds / 86_400 : (seconds + 1) / 86_400 - 1
      if cadence == .daily { return days }
      return days >= 0 ? days / 7 : (days + 1) / 7 - 1
    }

    /// The key under which the app keeps progress.
    func key(_ cadence: Cadence, at time: Timestamp) -> String {
      let day = day(at: time)
      switch cadence {
      case .daily: return day.description
      case .monthly: return Period(.monthly, containing: day).key
      case .weekly:
        let week = Period(.weekly, containing: day).key
        return "\(padded(day.year))-W\(week.suffix(2))"
      }
    }

    private func padded(_ year: Int) -> String {
      let text = String(year)
      return String(repeating: "0", count: max(0, 4 - text.count)) + text
    }
  }

  /// Opens the lists as the app does, if its profile is published at all, and lives through a year
  /// with them in five time zones.
  mutating func openStreaks(at clock: Timestamp, _ withdrawn: Set<String>) async throws(StoreError)
  {
    let objects = try await store.list(ObjectKey.tree).objects.map(\.key)
    guard objects.contains(where: { $0.text.hasPrefix(ObjectKey.tree + "app/") }) else { return }
    for cadence in Cadence.allCases {
      let id = cadence.rawValue
      guard let last = objects.compactMap(\.period).filter({ $0.cadence == cadence }).max() else {
        notes.append("the app asks for \(id).json in vain: there is no \(id) calendar")
        continue
      }
      let first = TreeInspection.firstInApp(cadence)
      guard last >= first else {
        notes.append("the app asks for \(id).json in vain: it begins to count with \(first)")
        continue
      }
      guard let pack = try await openAppPack(id) else { continue }
      try await compare(pack, with: cadence, withdrawn)
      live(through: clock, cadence, count: pack.puzzles.count)
    }
  }

  /// Every date that has a puzzle has to have it in the list, too.
  private mutating func compare(
    _ pack: TreeAppPack, with cadence: Cadence, _ withdrawn: Set<String>
  ) async throws(StoreError) {
    let name = "\(ObjectKey.tree)app/\(cadence.rawValue).json"
    let listing = try await store.list(ObjectKey.tree + cadence.rawValue + "/")
    let first = TreeInspection.firstInApp(cadence)
    for period in listing.objects.compactMap(\.key.period).sorted() where period >= first {
      if withdrawn.contains(period.id) { continue }
      let index = first.distance(to: period)
      guard index < pack.puzzles.count else {
        note(name, "it has no entry \(index), for \(period)")
        continue
      }
      do throws(StoreError) {
        let bytes = try await store.get(.entry(period))
        if bytes.map({ $0 != Array(pack.puzzles[index].sbn.utf8) }) ?? false {
          note(name, "entry \(index) is not the puzzle of \(period)")
        }
      } catch {
        switch error {
        case .notAFile, .tooLarge: continue
        default: throw error
        }
      }
    }
  }

  /// Asks for the entry of every hour of a year in every zone, at half past: clocks, and the app's
  /// days, change at whole hours.
  ///
  /// Behind the clock it has to be there without taking a remainder, which would be another date's.
  /// Ahead of it, where the list is still to grow, the app's key is compared with ours.
  private mutating func live(through clock: Timestamp, _ cadence: Cadence, count: Int) {
    let name = "\(ObjectKey.tree)app/\(cadence.rawValue).json"
    let hour = clock.epochSeconds / 3600 * 3600 + 1800
    var wrapped: [String] = []
    var others: [String: Set<Day>] = [:]
    for zone in Zone.all {
      var seen: (day: Day, index: Int)?
      for step in -365 * 24...365 * 24 {
        let time = Timestamp(epochSeconds: hour + 3600 * step)
        let index = zone.entry(cadence, at: time)
        guard index >= 0 else { continue }
        if step <= 24, index >= count, wrapped.last?.hasPrefix(zone.name) != true {
          wrapped.append("\(zone.name) at \(time)")
        }
        guard step >= 0 else { continue }
        // What differs is the same for all hours of a day that show the same entry.
        let day = zone.day(at: time)
        if let seen, seen == (day, index) { continue }
        seen = (day, index)
        let shown = TreeInspection.firstInApp(cadence).advanced(by: index)
        let key = zone.key(cadence, at: time)
        if let difference = AppReplay.difference(cadence, key: key, shown: shown, zone) {
          others[difference, default: []].insert(day)
        }
      }
    }
    for place in wrapped {
      note(name, "it ends too early: its \(count) entries begin anew in \(place)")
    }
    for (difference, days) in others.sorted(by: { $0.key < $1.key }) {
      notes.append("\(cadence.rawValue): \(difference), \(AppReplay.listed(days.sorted()))")
    }
  }

  /// How the app's key of a moment differs from ours for the puzzle that it shows.
  private static func difference(
    _ cadence: Cadence, key: String, shown: Period, _ zone: Zone
  ) -> String? {
    switch cadence {
    case .monthly: return key == shown.key ? nil : "the app's key is \(key), ours is \(shown.key)"
    case .daily:
      if key == shown.key { return nil }
      let which = key < shown.key ? "the next day's puzzle" : "the day before's puzzle"
      return "for an hour the app shows \(which) under the date's key in \(zone.name)"
    case .weekly:
      let ours = "\(shown.key.prefix(4))-W\(shown.key.suffix(2))"
      if key == ours { return nil }
      // At the turn of a year its keys are of no week at all.
      if key.prefix(4) != ours.prefix(4), key.suffix(2) == ours.suffix(2) {
        return "the app's key is \(key), ours is \(shown.key)"
      }
      return
        "its weeks begin on Thursdays, and a week's puzzle has the key of the next on these days"
    }
  }

  /// `2027-01-01 … 2027-01-03`, or how many dates and from when to when.
  private static func listed(_ days: [Day]) -> String {
    guard let first = days.first, let last = days.last else { return "" }
    if days.count <= 4 { return days.map(\.description).joined(separator: ", ") }
    return "\(days.count, of: "date"), \(first) … \(last)"
  }
}
