package import Dates
package import Identity
package import StarBattle

/// A puzzle in the catalogue: the third of its stations.
///
/// It is a row as the database holds it, by the thousand: its text is read when somebody asks, and
/// its trace is left where it is. What goes in is a `NewPuzzle`, which has both and no number yet.
package struct KeptPuzzle: Hashable, Sendable, KeptText {
  /// Its number in the catalogue.
  package let id: Int64
  /// The puzzle as it is published.
  package let sbn: String
  package let grid: Grid
  /// The seed it was generated from.
  package let seed: Int64?
  /// With the seed, this regenerates the puzzle.
  package let generatorVersion: Int
  /// With the puzzle, this regenerates the grade.
  package let graderVersion: Int
  package let scoreInHundredths: Int
  /// The difficulty, 1…10.
  package let difficulty: Int?
  /// The hardest rule level needed.
  package let level: Int?
  /// The number of rule applications.
  package let cycles: Int?
  /// How often each rule was used, by its id.
  package let rules: [String: Int]
  package let solution: Solution
  /// The release that published it first; `nil` while it is unpublished.
  package let firstRelease: Int?
}

/// A slot of a pack with its puzzle, which is placed with that: the fourth station.
package struct Slot: Hashable, Sendable {
  /// The slot, from 0.
  package let index: Int
  /// What is in it.
  package let puzzle: KeptPuzzle
  /// Whether an editor appended it.
  package let isByHand: Bool
}

/// A date with its puzzle: in the calendar, or in reserve and used on it unless something better is
/// decided first.
package struct DatedPuzzle: Hashable, Sendable {
  package let period: Period
  package let puzzle: KeptPuzzle
  /// The release that first names it, pending or published; `nil` while none does.
  package var release: Int?
  /// What it was made for, as the caller wrote it down, while it is in reserve.
  package var aim: String?
  /// Whether an editor chose it while it is in reserve; then it stays, whatever the recipe says.
  package var isPinned = false
}

/// A puzzle that is in the catalogue already, in some orientation and lettering.
package struct Twin: Hashable, Sendable {
  /// The puzzle in the catalogue; `nil` where only its digest is left, for it was published by a
  /// release that nothing else is known of.
  package let puzzle: KeptPuzzle?
  /// Where it is used; empty for a puzzle in reserve, and for one that was used once and replaced.
  package let places: [PuzzleID]
  /// The date that it waits for in reserve.
  package var reservedFor: Period?
  /// Whether an editor chose it for that date.
  package var isPinned = false
  /// The slots that it was taken out of.
  package var formerly: [SlotID] = []
  /// Why it is never to be used, where an editor has refused it.
  package var refusal: String?

  /// Whether it was never used nor refused, so that it can still be.
  package var isUnused: Bool {
    guard let puzzle else { return false }
    return places.isEmpty && puzzle.firstRelease == nil && refusal == nil
  }
}

extension Twin: CustomStringConvertible {
  /// One line for people: which puzzle, and where it is or was used.
  package var description: String {
    puzzle.map { "a twin of puzzle \($0.id), \(use)" } ?? "a twin of a puzzle that was \(use)"
  }

  /// Where it is or was used, in words.
  package var use: String {
    guard let puzzle else { return "published once, in a release that is not kept any more" }
    if let refusal { return "refused for ever (\(refusal))" }
    if !places.isEmpty { return "used as " + places.map(\.description).joined(separator: ", ") }
    let once =
      formerly.isEmpty ? "" : "used once as " + formerly.map(\.description).joined(separator: ", ")
    if let release = puzzle.firstRelease {
      return (once.isEmpty ? "" : once + ", ") + "published first in release \(release)"
    }
    if let reservedFor { return "\(isPinned ? "pinned to" : "in reserve for") \(reservedFor)" }
    return "in reserve"
  }
}
