public import Notation
public import PlayerState
public import StarBattle

/// A puzzle that can be played now, without a network.
public struct PlayablePuzzle: Hashable, Sendable {
  /// Its place, the key of a player's progress: `intro:3`, `daily:2026-11-21`.
  public let id: String

  /// The puzzle, and what is said about it.
  public let sbn: SBN

  /// Which puzzle it is: a place may get another one.
  public let fingerprint: PuzzleFingerprint

  init(id: String, sbn: SBN) {
    (self.id, self.sbn) = (id, sbn)
    fingerprint = PuzzleFingerprint(ofSBN: sbn.description)
  }

  /// The board's puzzle.
  public var puzzle: Puzzle { sbn.puzzle }

  /// How hard it is among those of its grid, 1…10; `nil` where that is not said.
  public var difficulty: Int? { sbn.metadata.difficulty }
}
