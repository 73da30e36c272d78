package import Dates

extension Period {
  /// The date that an id names, such as `weekly:2026-50`; `nil` for what begins otherwise, such as
  /// the id of a slot, or a day by itself.
  ///
  /// - Throws: `PipelineError.argument` for a date that there is not.
  package static func named(_ id: String) throws(PipelineError) -> Period? {
    do throws(CalendarError) {
      guard let colon = id.firstIndex(of: ":"), Cadence(rawValue: String(id[..<colon])) != nil
      else {
        if isLikeDay(id) { _ = try Day(id) }
        return nil
      }
      return try Period(id: id)
    } catch {
      throw .argument(
        id, reason: "there is no such date — found \(error.found), expected \(error.expected)"
      )
    }
  }

  /// Whether a text is written as days are, `2026-02-30`, though there may be no such day.
  private static func isLikeDay(_ text: String) -> Bool {
    text.utf8.count == 10
      && text.utf8.enumerated().allSatisfy { index, byte in
        [4, 7].contains(index) ? byte == 0x2D : (0x30...0x39).contains(byte)
      }
  }
}
