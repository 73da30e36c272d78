import Dates
import JSONText
import Manifest
import Stores

extension AppReplay {
  /// Opens `now.json` as an app does that asks for nothing else, where it is published.
  ///
  /// It has to have the versions that `versions.json` has, and whatever date it is anywhere on
  /// Earth; a date that was taken back is told as such.
  mutating func openNow(
    at clock: Timestamp, _ versions: [(id: String, version: Int)]
  ) async throws(StoreError) {
    let name = ObjectKey.now.text
    guard try await store.head(.now) != nil, let value = try await json(name) else { return }
    guard case .array(let packs)? = value["packs"], case .object(let cadences)? = value["dates"]
    else { return note(name, "packs or dates is missing, or of another kind") }
    for (id, version) in versions
    where !packs.contains(where: { $0["id"] == .string(id) && $0["version"] == .integer(version) })
    {
      note(name, "it does not have version \(version) of pack \(id), and versions.json does")
    }
    for cadence in cadences {
      guard let kind = Cadence(rawValue: cadence.key), case .array(let lines) = cadence.value else {
        continue
      }
      for period in kind.periods(somewhereAt: clock) {
        guard let line = lines.first(where: { $0["id"] == .string(period.id) }) else {
          note(name, "it does not tell of \(period), which it is somewhere")
          continue
        }
        guard line["state"] == .string("published") else { continue }
        guard case .string(let sbn)? = line["sbn"], AppReplay.accepts(sbn) else {
          note(name, "\(period): the app refuses its SBN")
          continue
        }
      }
    }
  }
}
