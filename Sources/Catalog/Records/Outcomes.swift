/// What became of a puzzle that was offered to the reserve.
package enum Addition: Hashable, Sendable {
  /// It is in the catalogue now, under this number.
  case added(Int64)
  /// It was refused: the catalogue has it, in some orientation and lettering.
  case twin(Twin)
}

/// What became of a puzzle that was offered for a place.
package enum Assignment: Hashable, Sendable {
  /// It has the place now; it is new, or came out of the reserve.
  case assigned(Int64)
  /// The very same text has the very same place already: nothing was done.
  case alreadyThere(Int64)
  /// It was refused: the catalogue has it, in some orientation and lettering.
  case twin(Twin)
}

/// How much is in the catalogue.
package struct CatalogCounts: Hashable, Sendable {
  package let puzzles: Int
  /// Puzzles that were never used.
  package let reserve: Int
  /// Slots that are filled.
  package let slots: Int
  /// Dates that are filled.
  package let dates: Int
  /// Releases that are published.
  package let releases: Int
}
