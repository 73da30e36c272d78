import Dates
import Identity

extension Manifest {
  /// The numbers of releases: far more than there will be, and far fewer than a JSON reader in any
  /// language can tell apart, so that the one after the last can be read as well.
  package static let numbers = 1...1 << 40

  /// How far a release can be from the one before it: numbers of releases that were lost are left
  /// out, and a planted one must not use up all that there are.
  package static let widestGap = 1 << 20

  /// Whether this can be the release after another one, in this tree.
  ///
  /// It has to name the other by its number and its digest, must not fall behind in any version,
  /// and has to have every date of it with the same puzzle, or to say that it takes it back. What
  /// follows in this way may still be a forgery, but one that takes nothing from players; to tell
  /// those apart is what signatures are for.
  ///
  /// - Parameters:
  ///   - earlier: The other one.
  ///   - sha256: The SHA-256 of its bytes.
  /// - Returns: Whether all of that holds.
  package func follows(_ earlier: Manifest, sha256: String) -> Bool {
    guard let previous, previous.release == earlier.release, previous.sha256 == sha256,
      release > earlier.release, release - earlier.release <= Manifest.widestGap
    else { return false }
    var versions: [String: Int] = [:]
    for pack in earlier.packs { versions[pack.id.text] = pack.version }
    let isRising = packs.allSatisfy { pack in
      let known = versions[pack.id.text] ?? 1
      return pack.version >= known && pack.version - known <= Manifest.widestGap
    }
    guard isRising else { return false }
    let withdrawn = Set(
      withdrawals.filter { $0.release == release }.map(\.id)
        + replacements.filter { $0.release == release }.map(\.period.id))
    return earlier.calendar.allSatisfy { cadence, old in
      let entries = Set(calendar[cadence]?.entries ?? [])
      return old.entries.allSatisfy { entries.contains($0) || withdrawn.contains($0.period.id) }
    }
  }
}
