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
  /// It was taken back; why, for the player. A date that had begun gets no other puzzle; one that
  /// had not, and a slot, may get one with a later release.
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
