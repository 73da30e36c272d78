import Dates
import Manifest
import Stores

/// What may happen to a date from a release to the next: nothing, once it has begun anywhere.
extension TreeInspection {
  /// Checks the dates of two releases, and what the later one says of those that it does not keep.
  mutating func compareDates(_ earlier: Manifest, _ later: Manifest) {
    let key = ObjectKey.release(later.release)
    let (before, after) = (TreeInspection.digests(earlier), TreeInspection.digests(later))
    if Array(later.replacements.prefix(earlier.replacements.count)) != earlier.replacements {
      note(key, .contradiction, "replacements of release \(earlier.release) are not in it")
    }
    for line in later.replacements.dropFirst(earlier.replacements.count) {
      if let fault = TreeInspection.fault(of: line, in: later, before, after) {
        note(key, .contradiction, "\(line.period) is said to be replaced, \(fault)")
      }
    }
    let taken = Set(
      later.withdrawals.filter { $0.release == later.release }.map(\.id)
        + later.replacements.filter { $0.release == later.release }.map(\.period.id))
    for (period, sha256) in before.sorted(by: { $0.key < $1.key }) where after[period] != sha256 {
      if after[period] == nil, taken.contains(period.id) { continue }
      let change = after[period] == nil ? "vanished" : "changed"
      note(key, .contradiction, "\(period) has \(change) since release \(earlier.release)")
    }
    let known = Set(
      earlier.withdrawals.map(\.id) + earlier.replacements.map(\.period.id))
    for (period, sha256) in after.sorted(by: { $0.key < $1.key })
    where before[period] == nil && known.contains(period.id) {
      let announced = earlier.replacements.last { $0.period == period }?.by
      if period.hasBegunAnywhere(at: later.createdAt), announced != sha256 {
        note(
          key, .contradiction,
          "\(period) was taken back, has begun by \(later.createdAt) and has another puzzle")
      }
    }
  }

  /// What is wrong with a new line about a replaced date.
  private static func fault(
    of line: Manifest.Replacement, in later: Manifest, _ before: [Period: String],
    _ after: [Period: String]
  ) -> String? {
    if line.release != later.release { return "in release \(line.release)" }
    guard let old = before[line.period] else { return "and had no puzzle" }
    if line.replaced != old { return "and the old puzzle was another" }
    if line.by == old { return "by the same puzzle" }
    if after[line.period] != nil { return "and still has a puzzle in the same release" }
    if line.period.hasBegunAnywhere(at: later.createdAt) {
      return "and had begun by \(later.createdAt) in the first time zone"
    }
    return nil
  }

  private static func digests(_ manifest: Manifest) -> [Period: String] {
    var digests: [Period: String] = [:]
    for calendar in manifest.calendar.values {
      for entry in calendar.entries { digests[entry.period] = entry.sha256 }
    }
    return digests
  }
}
