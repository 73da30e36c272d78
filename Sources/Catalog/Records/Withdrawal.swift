package import Identity
package import Notation

/// Something that was taken back.
package struct Withdrawal: Hashable, Sendable {
  /// The id of a date, a slot or a pack.
  package let id: String
  /// Why.
  package let reason: String
  /// When, by the clock of the run.
  package let at: String

  /// Makes a withdrawal.
  package init(id: String, reason: String, at: String) {
    self.id = id
    self.reason = reason
    self.at = at
  }
}

/// A pack as an earlier release had it, to be published again after a rollback.
package struct HeldPack: Hashable, Sendable {
  /// Its id.
  package var id: PackID
  /// Its name for players.
  package var name: String
  /// Whether it can be had for nothing.
  package var free: Bool
  /// Its puzzles by slot.
  package var puzzles: [SBN]

  /// Makes a pack.
  package init(id: PackID, name: String, free: Bool, puzzles: [SBN]) {
    self.id = id
    self.name = name
    self.free = free
    self.puzzles = puzzles
  }
}
