import Dates

/// How many days, weeks or months in a row a player has solved the puzzle of the time.
///
/// Streaks are worked out from what was completed, never counted up: so a queue that is late cannot
/// move one backwards, and an old puzzle cannot prolong one. A puzzle counts when it was completed
/// before the end of its own period, in UTC, and the server heard of it at most seven days after.
/// What the server has heard of within the period was completed within it, whatever the phone's
/// clock says.
public struct Streaks: Hashable, Sendable {
  /// The periods in a row up to now.
  public struct Run: Hashable, Sendable {
    /// How many they are; 0 where the last of them is more than one period ago.
    public let length: Int
    /// The last period that counts, whether or not the run still stands: `2026-11-21`.
    public let last: String?
  }

  /// The days in a row.
  public let daily: Run
  /// The ISO weeks in a row.
  public let weekly: Run
  /// The months in a row.
  public let monthly: Run

  /// A puzzle of the calendar that was completed.
  public struct Completion: Hashable, Sendable {
    /// Its id: `daily:2026-11-21`.
    public let id: String
    /// When, by the phone.
    public let completedAt: Int
    /// When the server first heard of it; `nil` where it has not, on the phone itself.
    public let receivedAt: Int?

    /// A completion of a puzzle with an id, at a time that the server heard of or has not yet.
    public init(id: String, completedAt: Int, receivedAt: Int?) {
      self.id = id
      self.completedAt = completedAt
      self.receivedAt = receivedAt
    }
  }

  /// How long after the end of a period the server may hear of it.
  static let grace = 7 * 86_400

  /// Works out the streaks.
  ///
  /// - Parameters:
  ///   - completions: What was completed, in any order; ids of packs are passed over.
  ///   - now: The moment, in milliseconds since 1970.
  /// - Complexity: O(n log n) for n completions.
  public init(of completions: some Sequence<Completion>, at now: Int) {
    var counted: [Cadence: Set<Period>] = [:]
    for completion in completions {
      guard let period = try? Period(id: completion.id),
        Streaks.counts(completion, period)
      else { continue }
      counted[period.cadence, default: []].insert(period)
    }
    let today = Timestamp(milliseconds: now).day
    func run(_ cadence: Cadence) -> Run {
      Streaks.run(of: counted[cadence] ?? [], upTo: Period(cadence, containing: today))
    }
    (daily, weekly, monthly) = (run(.daily), run(.weekly), run(.monthly))
  }

  private static func counts(_ completion: Completion, _ period: Period) -> Bool {
    // For the first players on Earth a period begins before it does in UTC.
    let time = Timestamp(milliseconds: completion.completedAt)
    guard period.hasBegunAnywhere(at: time) else { return false }
    guard let received = completion.receivedAt else { return !period.isOver(at: time) }
    // Nothing is completed after it was heard of: then the phone's clock was fast.
    let latest = Timestamp(milliseconds: min(completion.completedAt, received))
    guard !period.isOver(at: latest) else { return false }
    let end = period.last.advanced(by: 1).daysSinceEpoch * 86_400
    return Timestamp(milliseconds: received).epochSeconds <= end + grace
  }

  private static func run(of periods: Set<Period>, upTo now: Period) -> Run {
    // One that a fast clock has completed ahead of time does not count yet.
    let last = periods.filter { $0 <= now }.max()
    guard let last else { return Run(length: 0, last: nil) }
    guard last.distance(to: now) <= 1 else { return Run(length: 0, last: last.key) }
    var length = 1
    while periods.contains(last.advanced(by: -length)) { length += 1 }
    return Run(length: length, last: last.key)
  }
}

extension Timestamp {
  /// The second that a moment in milliseconds lies in.
  init(milliseconds: Int) {
    let (quotient, remainder) = milliseconds.quotientAndRemainder(dividingBy: 1000)
    self.init(epochSeconds: remainder < 0 ? quotient - 1 : quotient)
  }
}
