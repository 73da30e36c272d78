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
