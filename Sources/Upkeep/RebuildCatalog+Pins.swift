import Catalog
import Dates
import Files
import Identity

extension RebuildCatalog {
  /// Pins the slots that the catalogue which is there has pinned, as far as it can be read.
  ///
  /// A tree does not hold pins. They decide nothing for a slot that players have, but editors see
  /// them, and a slot keeps what somebody has decided on.
  ///
  /// - Parameters:
  ///   - file: The catalogue that is about to be put aside.
  ///   - catalog: The new one; its slots are those of the tree.
  ///   - now: The run's clock.
  /// - Returns: How many slots are pinned now; `nil` where there is no catalogue that can be read.
  /// - Throws: `CatalogError` for the new catalogue.
  func keepPins(of file: String, in catalog: Catalog, at now: Timestamp) throws -> Int? {
    guard let pins = knownPins(of: file) else { return nil }
    var kept = 0
    for (pack, puzzles) in pins {
      for slot in try catalog.slots(of: pack) where puzzles[slot.index] == slot.puzzle.sbn {
        try catalog.setPin(
          SlotID(pack: pack, index: slot.index), true, at: now.description,
          reason: "pinned before the rebuild")
        kept += 1
      }
    }
    return kept
  }

  /// The pinned puzzles of a catalogue by pack and slot; `nil` where it cannot be read to its end.
  private func knownPins(of file: String) -> [(pack: PackID, puzzles: [Int: String])]? {
    guard Folders.exists(file), let catalog = try? Catalog.read(at: file) else { return nil }
    defer { try? catalog.close() }
    return try? catalog.packs().map { pack in
      let pinned = Set(try catalog.pinnedSlots(of: pack.id))
      let slots = try catalog.slots(of: pack.id).filter { pinned.contains($0.index) }
      return (
        pack.id,
        Dictionary(slots.map { ($0.index, $0.puzzle.sbn) }, uniquingKeysWith: { first, _ in first })
      )
    }
  }
}
