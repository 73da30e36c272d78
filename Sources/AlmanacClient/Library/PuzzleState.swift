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

/// What can be said of a place.
public enum PuzzleState: Hashable, Sendable {
  /// It can be played.
  case ready(PlayablePuzzle)
  /// It is not on this device yet.
  case downloadRequired
  /// It has to be bought: one of these products opens it.
  case notPurchased(products: [String])
  /// It begins at this time, in milliseconds since 1970.
  case notYet(until: Int)
  /// It was taken back, and gets no successor; why, for the player.
  case withdrawn(reason: String)
  /// There is no such place.
  case notFound
  /// This is no id.
  case invalidID
}

/// A pack as a shop window shows it.
public struct ListedPack: Hashable, Sendable, Identifiable {
  /// Its id: `intro`.
  public let id: String
  /// Its name for players.
  public let name: String
  /// Its version.
  public let version: Int
  /// Whether it can be had for nothing.
  public let isFree: Bool
  /// How many puzzles it has.
  public let count: Int
  /// The side of its largest puzzles.
  public let size: Int
  /// The star quota of those.
  public let stars: Int
  /// The least and the most difficulty of its puzzles, where they say any.
  public let difficulty: ClosedRange<Int>?
  /// The products of which one opens it, where it has to be bought.
  public let products: [String]
  /// The version on this device; `nil` where it has to be fetched.
  public let installedVersion: Int?
}
