public import Generating
public import Notation
public import StarBattle

/// A pack as an editor describes it: `Pipelines/packs/*.yaml`.
public struct PackRecipe: Hashable, Sendable {
  /// The pack's id: lower-case letters, digits and `-`; the key of every player's progress.
  public let id: String
  /// The pack's name, as players read it.
  public let name: String
  /// Whether every player has it.
  public let isFree: Bool
  /// The pack's grids in order, with the number of slots of each; at least one.
  public let parts: [Part]
  /// How difficulty rises from the first slot to the last.
  public let difficulty: DifficultyRamp
  /// What the regions of its puzzles look like.
  public var style = RegionStyle.natural
  /// The number that all the pack's seeds derive from.
  public let seed: UInt64
  /// Slots that were chosen by hand, by slot.
  public let pins: [Pin]
  /// Where the recipe was read.
  public let source: Source

  /// A run of slots with one grid.
  public struct Part: Hashable, Sendable {
    /// The grid.
    public let grid: Grid
    /// The number of slots, at least 1.
    public let count: Int

    /// Whether its grid has fewer puzzles.
    var isTooMany: Bool { grid.puzzleCount.map { count > $0 } ?? false }
  }

  /// A slot that was chosen by hand.
  public struct Pin: Hashable, Sendable {
    /// The slot, from 0.
    public let slot: Int
    /// The puzzle.
    public let sbn: SBN
    /// Where it is written.
    public let place: RecipePlace
  }

  /// The file of a recipe and the places that later messages point to.
  public struct Source: Hashable, Sendable {
    /// The file, as the person who started the run would write it.
    public let file: String
    /// Where the id is.
    public let id: RecipePlace
    /// Where the number of slots is.
    public let count: RecipePlace
  }

  /// What a slot is to hold.
  public struct Slot: Hashable, Sendable {
    /// The slot, from 0.
    public let index: Int
    /// The part it belongs to.
    public let part: Int
    /// The grid.
    public let grid: Grid
    /// The difficulty it aims at, 1…10.
    public let difficulty: Int
  }

  /// The number of slots that a pack can have.
  public static let counts = 1...1000

  /// The number of slots.
  public var count: Int { parts.reduce(0) { $0 + $1.count } }

  /// Every slot, in order.
  public var slots: [Slot] {
    var slots: [Slot] = []
    let count = count
    for (number, part) in parts.enumerated() {
      for _ in 0..<part.count {
        let index = slots.count
        slots.append(
          Slot(
            index: index, part: number, grid: part.grid,
            difficulty: difficulty.target(at: index, of: count)))
      }
    }
    return slots
  }

  /// The id of a slot, the key of a player's progress: `2star-10x10:12`.
  public func item(_ slot: Int) -> String { "\(id):\(slot)" }
}
