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
}

extension Twin: CustomStringConvertible {
  /// One line for people.
  public var description: String {
    let use = places.map(\.id).joined(separator: ", ")
    let once = puzzle.firstRelease.map { "published first in release \($0)" } ?? "in reserve"
    return "a twin of puzzle \(puzzle.id), \(use.isEmpty ? once : "used as " + use)"
  }
}
