public import StarBattle

/// A puzzle in the catalogue.
public struct CatalogPuzzle: Hashable, Sendable {
  /// Its number in the catalogue.
  public let id: Int64
  /// The puzzle as it is published.
  public let sbn: String
  /// Its outline.
  public let grid: Grid
  /// The seed it was generated from.
  public let seed: Int64?
  /// With the seed, this regenerates the puzzle.
  public let generatorVersion: Int
  /// With the puzzle, this regenerates the grade.
  public let graderVersion: Int
  /// The score in hundredths.
  public let scoreInHundredths: Int
  /// The difficulty, 1…10.
  public let difficulty: Int?
  /// The hardest rule level needed.
  public let level: Int?
  /// The number of rule applications.
  public let cycles: Int?
  /// How often each rule was used, by its id.
  public let rules: [String: Int]
  /// The solution.
  public let solution: Solution
  /// The release that published it first; nothing while it is unpublished.
  public let firstRelease: Int?
}

/// A slot of a pack with its puzzle.
public struct Slot: Hashable, Sendable {
  /// The slot, from 0.
  public let index: Int
  /// What is in it.
  public let puzzle: CatalogPuzzle
  /// Whether an editor appended it.
  public let isByHand: Bool
}

/// A date of the calendar with its puzzle.
public struct CalendarEntry: Hashable, Sendable {
  /// The date within its cadence: `2026-11-21`, `2026-48`, `2026-11`.
  public let key: String
  /// Its puzzle.
  public let puzzle: CatalogPuzzle
  /// The release that first names it, pending or published; nothing while none does.
  public let release: Int?
}

/// A puzzle that is in the catalogue already, in some orientation and lettering.
public struct Twin: Hashable, Sendable {
  /// The puzzle in the catalogue.
  public let puzzle: CatalogPuzzle
  /// Where it is used; empty for a puzzle in reserve, and for one that was used once and replaced.
  public let places: [Place]
  /// The date that it waits for in reserve.
  public var reservedFor: Place?
  /// Whether an editor chose it for that date.
  public var isPinned = false
  /// The ids of slots that it was taken out of.
  public var formerly: [String] = []

  /// Whether it was never used, so that it can still be.
  public var isUnused: Bool { places.isEmpty && puzzle.firstRelease == nil }
}

extension Twin: CustomStringConvertible {
  /// One line for people: which puzzle, and where it is or was used.
  public var description: String { "a twin of puzzle \(puzzle.id), \(use)" }

  /// Where it is or was used, in words.
  public var use: String {
    if !places.isEmpty { return "used as " + places.map(\.id).joined(separator: ", ") }
    let once = formerly.isEmpty ? "" : "used once as " + formerly.joined(separator: ", ")
    if let release = puzzle.firstRelease {
      return (once.isEmpty ? "" : once + ", ") + "published first in release \(release)"
    }
    if let reservedFor { return "\(isPinned ? "pinned to" : "in reserve for") \(reservedFor)" }
    return "in reserve"
  }
}
