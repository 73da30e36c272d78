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
    /// A date got a puzzle of the editor's choice.
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
  /// Why.
  package let reason: String

  package init(at: String, kind: Kind, place: String, reason: String) {
    self.at = at
    self.kind = kind
    self.place = place
    self.reason = reason
  }
}

/// Where the slots of a pack's version went in the next version.
package struct SlotMigration: Hashable, Sendable {
  /// The pack.
  package let pack: PackID
  /// The version whose slots moved.
  package let fromVersion: Int
  /// For each slot of that version, its slot in the next one; nothing for a slot that is gone.
  package let map: [Int?]
  /// Why.
  package let reason: String
  /// The release that first names it, pending or published; nothing while none does.
  package let release: Int?

  /// Makes a map.
  package init(pack: PackID, fromVersion: Int, map: [Int?], reason: String, release: Int?) {
    self.pack = pack
    self.fromVersion = fromVersion
    self.map = map
    self.reason = reason
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
