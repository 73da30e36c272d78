/// What became of a puzzle that was offered to the reserve.
public enum Addition: Hashable, Sendable {
  /// It is in the catalogue now, under this number.
  case added(Int64)
  /// It was refused: the catalogue has it, in some orientation and lettering.
  case twin(Twin)
}

/// What became of a puzzle that was offered for a place.
public enum Assignment: Hashable, Sendable {
  /// It has the place now; it is new, or came out of the reserve.
  case assigned(Int64)
  /// The very same text has the very same place already: nothing was done.
  case alreadyThere(Int64)
  /// It was refused: the catalogue has it, in some orientation and lettering.
  case twin(Twin)
}

/// How much is in the catalogue.
public struct CatalogCounts: Hashable, Sendable {
  /// All puzzles.
  public let puzzles: Int
  /// Puzzles that were never used.
  public let reserve: Int
  /// Slots that are filled.
  public let slots: Int
  /// Dates that are filled.
  public let dates: Int
  /// Releases that are published.
  public let releases: Int
}
