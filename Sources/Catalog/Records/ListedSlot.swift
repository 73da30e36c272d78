package import StarBattle

/// A slot of a pack as a night looks at it: of its puzzle the text and the difficulty, and neither
/// the solution nor the rules.
///
/// A night looks at every slot several times, and this much is read in a fraction of the time of a
/// `Slot`.
package struct ListedSlot: Hashable, Sendable, KeptText {
  /// The slot, from 0.
  package let index: Int
  /// Whether an editor appended it.
  package let isByHand: Bool
  /// The number of its puzzle in the catalogue.
  package let id: Int64
  /// The puzzle as it is published.
  package let sbn: String
  package let grid: Grid
  package let graderVersion: Int
  /// The difficulty, 1…10.
  package let difficulty: Int?
}
