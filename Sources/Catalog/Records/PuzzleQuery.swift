package import Dates
package import Identity

/// Which puzzles of the catalogue are wanted; every condition that is given has to hold.
package struct PuzzleQuery: Hashable, Sendable {
  /// The side of the board.
  package var side: Int?
  /// The star quota.
  package var stars: Int?
  /// The ids of rules that were all used to solve it.
  package var rules: [String] = []
  /// The difficulties, within 1…10.
  package var difficulties: ClosedRange<Int>?
  /// The hardest rule levels needed.
  package var levels: ClosedRange<Int>?
  /// The pack whose slots are wanted.
  package var pack: PackID?
  /// The tags that it has to have, all of them.
  package var tags: [String] = []
  /// Words of its note, however they are capitalised.
  package var note: String?
  /// Whether only puzzles are wanted that an editor has refused.
  package var isRefusedOnly = false
  /// Whether only puzzles are wanted that have a note or tags, or are refused.
  package var isKeptAboutOnly = false
  /// Whether only puzzles that were never used are wanted.
  package var isReserveOnly = false
  /// The most puzzles to give; all of them without it.
  package var limit: Int?

  /// A query for every puzzle.
  package init() {}
}

/// A puzzle of the catalogue with everything that is known about its use.
///
/// Finding, listing and exporting ask for all of that at once; nobody else pays for the look at
/// three tables.
package struct PuzzleRecord: Hashable, Sendable {
  package let puzzle: KeptPuzzle
  /// Its places; none in reserve, and none for a puzzle that was replaced.
  package let places: [PuzzleID]
  /// The dates that it has in the mobile app's list alone, since the calendar has none there.
  package let standsInFor: [Period]
  /// When it was published first: the clock of that release.
  package let firstPublished: String?
  /// What can be counted of its solve, as JSON (`SolveSignals.text`); `nil` where none was kept.
  package let signals: String?
  /// What editors have written about it.
  package var note: String?
  /// The words that editors find it by, ascending.
  package var tags: [String] = []
  /// Why it is never to be used, where an editor has refused it.
  package var refusal: String?
}
