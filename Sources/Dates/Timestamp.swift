/// A moment in UTC, to the second.
///
/// It is always handed in: nothing here reads a clock.
package struct Timestamp: Hashable, Sendable {
  /// The seconds since 1970-01-01T00:00:00Z, leap seconds not counted.
  package let epochSeconds: Int

  /// The moment so many seconds after 1970-01-01T00:00:00Z.
  package init(epochSeconds: Int) { self.epochSeconds = epochSeconds }

  /// Reads a moment: `2026-11-21T03:00:00Z`, or `2026-11-21` for the day's first second.
  ///
  /// Always UTC: offsets such as `+01:00`, fractions and leap seconds are refused, so that one
  /// moment has one text.
  ///
  /// - Throws: `CalendarError` at the first place that is wrong.
  package init(_ text: String) throws(CalendarError) {
    var reader = CalendarText(text)
    var seconds = try Day(&reader).daysSinceEpoch * Timestamp.secondsPerDay
    if !reader.isAtEnd {
      try reader.expect("T", "“T” and the time")
      seconds += 3600 * (try reader.number(digits: 2, in: 0...23, "an hour"))
      try reader.expect(":", "“:” and the minute")
      seconds += 60 * (try reader.number(digits: 2, in: 0...59, "a minute"))
      try reader.expect(":", "“:” and the second")
      seconds += try reader.number(digits: 2, in: 0...59, "a second")
      try reader.expect("Z", "“Z” for UTC")
      try reader.end()
    }
    epochSeconds = seconds
  }

  /// The day, in UTC.
  package var day: Day { Day(daysSinceEpoch: dayNumber) }

  private static let secondsPerDay = 86_400

  private var dayNumber: Int {
    let (quotient, remainder) = epochSeconds.quotientAndRemainder(
      dividingBy: Timestamp.secondsPerDay)
    return remainder < 0 ? quotient - 1 : quotient
  }
}

extension Timestamp: Comparable {
  /// The earlier moment first.
  package static func < (left: Timestamp, right: Timestamp) -> Bool {
    left.epochSeconds < right.epochSeconds
  }
}

extension Timestamp: CustomStringConvertible {
  /// `2026-11-21T03:00:00Z`.
  package var description: String {
    let second = epochSeconds - dayNumber * Timestamp.secondsPerDay
    let time = [second / 3600, second / 60 % 60, second % 60].map { padded($0, 2) }
    return "\(day)T\(time.joined(separator: ":"))Z"
  }

  /// The same without what no file's name has: `20261121T030000Z`.
  package var compact: String { description.filter { $0 != "-" && $0 != ":" } }
}
