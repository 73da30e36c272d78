/// A day of the week, numbered as ISO 8601 does: Monday is 1, Sunday 7.
package enum Weekday: Int, CaseIterable, Hashable, Sendable {
  case monday = 1
  case tuesday, wednesday, thursday, friday, saturday, sunday

  /// The three lower-case letters that recipes use: `mon` … `sun`.
  package var abbreviation: String {
    switch self {
    case .monday: "mon"
    case .tuesday: "tue"
    case .wednesday: "wed"
    case .thursday: "thu"
    case .friday: "fri"
    case .saturday: "sat"
    case .sunday: "sun"
    }
  }
}

extension Weekday: Comparable {
  /// Monday first.
  package static func < (left: Weekday, right: Weekday) -> Bool { left.rawValue < right.rawValue }
}
