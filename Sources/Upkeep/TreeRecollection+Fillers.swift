import Catalog
import Dates
import Identity
import JSONText
import Manifest
import Publishing
import Stores

extension TreeRecollection {
  /// Notes what stands in for dates in the mobile app's lists, in the first release that has it.
  ///
  /// - Throws: `PublishError.damagedRelease` when a list of the latest release cannot be read: with
  ///   another filler in its place an entry would become another puzzle.
  mutating func noteFillers(_ latest: Manifest, _ store: any ObjectStore) async throws {
    var seen: Set<ObjectKey> = []
    var known: Set<Period> = []
    let held = Dictionary(
      restoration.dates.map { ($0.period, $0.puzzle) }, uniquingKeysWith: { $1 })
    for release in history.releases {
      var dates: Set<Period> = []
      for calendar in release.calendar.values { dates.formUnion(calendar.entries.map(\.period)) }
      for streak in release.streaks where seen.insert(streak.app).inserted {
        guard let texts = try await TreeRecollection.texts(streak, of: release, store) else {
          if latest.streaks.contains(where: { $0.app == streak.app }) {
            throw PublishError.damagedRelease(latest.release, streak.app)
          }
          continue
        }
        for (index, text) in texts.enumerated() {
          let period = streak.first.advanced(by: index)
          guard !dates.contains(period), known.insert(period).inserted else { continue }
          let number = number(
            of: text, in: release, gradedBy: release.grader(of: streak, at: index))
          // A date that a clock had left out has taken its puzzle over, which was out before.
          if held[period] == number {
            wasOut(number, in: release)
            continue
          }
          restoration.fillers.append((period, number, release.release))
        }
      }
    }
  }

  /// The SBN strings of a list, where it is as its manifest says.
  private static func texts(
    _ streak: Manifest.Streak, of release: Manifest, _ store: any ObjectStore
  ) async throws -> [String]? {
    guard let object = release.objects.first(where: { $0.key == streak.app }),
      let bytes = try await store.get(streak.app), Digest.sha256(of: bytes) == object.sha256,
      let value = try? JSONValue(reading: bytes), case .array(let puzzles)? = value["puzzles"]
    else { return nil }
    let texts = puzzles.compactMap { puzzle in
      if case .string(let text)? = puzzle["sbn"] { text } else { nil }
    }
    // They stand for dates by their place: one that is missing would move all behind it.
    return texts.count == puzzles.count ? texts : nil
  }
}
