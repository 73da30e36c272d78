package import Dates

extension Period {
  /// The date that an id names, such as `weekly:2026-50`; `nil` for what begins otherwise, such as
  /// the id of a slot.
  ///
  /// - Throws: `PipelineError.input` for a date that there is not.
  package static func named(_ id: String) throws(PipelineError) -> Period? {
    guard let colon = id.firstIndex(of: ":"), Cadence(rawValue: String(id[..<colon])) != nil else {
      return nil
    }
    do throws(CalendarError) {
      return try Period(id: id)
    } catch {
      throw .input(
        path: id, reason: "there is no such date — found \(error.found), expected \(error.expected)"
      )
    }
  }
}
