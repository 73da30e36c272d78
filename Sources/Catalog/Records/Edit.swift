package import Identity

/// Something that was decided by hand, for the record.
package struct Edit: Hashable, Sendable {
  /// What kind of decision it was.
  package enum Kind: String, Hashable, Sendable {
    /// A slot was appended.
    case append
    /// A slot got another puzzle.
    case replace
    /// A slot was taken away.
    case remove
    /// A pack's slots changed places.
    case order
    /// A date got a puzzle of the editor's choice, or a slot's puzzle was pinned or let go.
    case pin
    /// Two dates exchanged their puzzles.
    case swap
  }

  /// When, by the run's clock.
  package let at: String
  /// What kind of decision.
  package let kind: Kind
  /// The id of the slot or date; the pack's for a new order.
  package let place: String
  package let reason: String

  package init(at: String, kind: Kind, place: String, reason: String) {
    self.at = at
    self.kind = kind
    self.place = place
    self.reason = reason
  }
}

/// A map of slots as the catalogue notes it.
package struct NotedMigration: Hashable, Sendable {
  package let migration: SlotMigration
  /// The release that first names it, pending or published; `nil` while none does.
  package let release: Int?

  package init(_ migration: SlotMigration, release: Int?) {
    self.migration = migration
    self.release = release
  }
}

/// What a slot is filled with when a pack's slots are laid anew.
package enum SlotSource: Hashable, Sendable {
  /// The puzzle of a slot that the pack had before.
  case slot(Int)
  /// A puzzle that is new to the pack.
  case new(NewPuzzle)
}
