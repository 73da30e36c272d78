package import Dates
import GRDB
package import Identity

/// Slots and dates that an editor has decided on.
///
/// What an editor puts into a slot stays there when the pack is made anew. The record of edits
/// knows it: the last thing that it says of the puzzle is that somebody appended it, chose it as a
/// replacement or pinned it. So a pin goes with its puzzle when the order of slots changes, and
/// ends when the puzzle leaves the pack.
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

  /// The dates of a cadence whose puzzles an editor has decided on: pinned there, exchanged with
  /// another date's, or chosen in place of one that players had.
  ///
  /// A date that got another puzzle since, from the recipe, is none of them.
  ///
  /// - Throws: `CatalogError`.
  package func chosenDates(_ cadence: Cadence) throws(CatalogError) -> Set<Period> {
    try reading { database in
      let rows = try Row.fetchAll(
        database,
        sql: """
          SELECT cadence, key FROM calendar
          WHERE cadence = ? AND (
            puzzle = (
              SELECT after FROM edits
              WHERE place = cadence || ':' || key AND kind IN ('pin', 'swap')
              ORDER BY id DESC LIMIT 1)
            OR puzzle IN (SELECT after FROM replacements WHERE id = cadence || ':' || key))
          """, arguments: [cadence.rawValue])
      return Set(try rows.map { try self.period($0) })
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
