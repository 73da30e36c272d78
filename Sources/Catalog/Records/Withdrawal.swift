public import Notation

/// Something that was taken back.
public struct Withdrawal: Hashable, Sendable {
  /// The id of a date, a slot or a pack.
  public let id: String
  /// Why.
  public let reason: String
  /// When, by the clock of the run.
  public let at: String

  /// Makes a withdrawal.
  public init(id: String, reason: String, at: String) {
    self.id = id
    self.reason = reason
    self.at = at
  }
}

/// A pack as an earlier release had it, to be published again after a rollback.
public struct HeldPack: Hashable, Sendable {
  /// Its id.
  public var id: String
  /// Its name for players.
  public var name: String
  /// Whether it can be had for nothing.
  public var free: Bool
  /// Its puzzles by slot.
  public var puzzles: [SBN]

  /// Makes a pack.
  public init(id: String, name: String, free: Bool, puzzles: [SBN]) {
    self.id = id
    self.name = name
    self.free = free
    self.puzzles = puzzles
  }
}
