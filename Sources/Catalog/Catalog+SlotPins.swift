import GRDB
package import Identity

/// Slots that an editor has decided on.
///
/// What an editor puts into a slot stays there when the pack is made anew. The record of edits knows it: the last
/// thing that it says of the puzzle is that somebody appended it, chose it as a replacement or pinned it. So a pin
/// goes with its puzzle when the order of slots changes, and ends when the puzzle leaves the pack.
extension Catalog {
  /// The slots of a pack whose puzzles an editor has decided on, ascending.
  ///
  /// - Throws: `CatalogError`.
  package func pinnedSlots(of pack: PackID) throws(CatalogError) -> [Int] {
    try reading { database in
      try Int.fetchAll(
        database,
        sql: """
          SELECT position FROM slots WHERE pack = ? AND puzzle = (
            SELECT after FROM edits
            WHERE kind IN ('append', 'replace', 'pin')
              AND (after = slots.puzzle OR (kind = 'pin' AND before = slots.puzzle))
            ORDER BY id DESC LIMIT 1)
          ORDER BY position
          """, arguments: [pack.text])
    }
  }

  /// Pins the puzzle of a slot to it, or leaves it to the recipe again.
  ///
  /// - Parameters:
  ///   - slot: The slot; it has a puzzle.
  ///   - isPinned: Whether the puzzle is to stay.
  ///   - at: When, for the record.
  ///   - reason: Why, for the record.
  /// - Throws: `CatalogError`; `.emptyPlace` when the slot has no puzzle.
  package func setPin(
    _ slot: SlotID, _ isPinned: Bool, at: String, reason: String
  ) throws(CatalogError) {
    try writing { database in
      try Catalog.checkPack(database, of: slot)
      guard let holder = try Catalog.holder(database, of: .slot(slot)) else {
        throw CatalogError.emptyPlace(.slot(slot))
      }
      try Catalog.note(
        database, Edit(at: at, kind: .pin, place: slot.description, reason: reason),
        before: holder.id, after: isPinned ? holder.id : nil)
    }
  }
}
