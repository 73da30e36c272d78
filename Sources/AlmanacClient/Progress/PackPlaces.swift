import Identity
import PlayerState

/// Which puzzles the slots of a pack have by now: what a board follows that was played before they
/// moved.
///
/// A board says itself of which puzzle it is, and no puzzle is ever published twice. So this needs
/// no maps from version to version, which of packs that have to be bought no app is told.
struct PackPlaces: Hashable, Sendable {
  let pack: PackID
  /// Whether it knows the puzzle of every slot.
  let isWhole: Bool
  private let puzzles: [PuzzleFingerprint?]
  private let slots: [PuzzleFingerprint: Int]

  /// The places of a pack that has these puzzles, by slot; `nil` where that is not known.
  init(of pack: PackID, _ puzzles: [PuzzleFingerprint?]) {
    self.pack = pack
    self.puzzles = puzzles
    isWhole = !puzzles.contains(nil)
    let known = puzzles.enumerated().compactMap { slot, puzzle in puzzle.map { ($0, slot) } }
    slots = Dictionary(known, uniquingKeysWith: { first, _ in first })
  }

  /// The slot that a puzzle has by now, where it had one; `nil` where it is gone, and where that is
  /// not known.
  func slot(of puzzle: PuzzleFingerprint, from before: SlotID) -> SlotID? {
    if puzzles.indices.contains(before.index), puzzles[before.index] == puzzle { return before }
    return slots[puzzle].map { SlotID(pack: pack, index: $0) }
  }
}
