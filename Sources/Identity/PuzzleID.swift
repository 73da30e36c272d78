package import Dates

/// The id of a slot of a pack: `intro:3`.
///
/// It is the key of a player's progress, so it is written here and nowhere else.
package struct SlotID: Hashable, Sendable {
  package let pack: PackID

  /// The slot, from 0.
  package let index: Int

  /// Names a slot.
  ///
  /// - Precondition: The index is 0 or more.
  package init(pack: PackID, index: Int) {
    precondition(index >= 0, "\(pack) has no slot \(index)")
    self.pack = pack
    self.index = index
  }

  /// Reads `intro:3`; `nil` for anything else, and for a number that is written otherwise, such as
  /// `03`.
  package init?(_ text: some StringProtocol) {
    let words = text.split(separator: ":", omittingEmptySubsequences: false)
    guard words.count == 2, let pack = PackID(words[0]), let index = Int(words[1]), index >= 0,
      String(index) == words[1]
    else { return nil }
    self.init(pack: pack, index: index)
  }
}

extension SlotID: CustomStringConvertible {
  /// The id as it is written: `intro:3`.
  package var description: String { "\(pack):\(index)" }
}

/// The id of a puzzle that is published, or is about to be: a slot of a pack, or a day, week or
/// month.
package enum PuzzleID: Hashable, Sendable {
  /// A slot of a pack.
  case slot(SlotID)
  /// A day, week or month of the calendar.
  case date(Period)

  /// The id of a slot.
  ///
  /// - Precondition: The index is 0 or more.
  package static func slot(pack: PackID, index: Int) -> PuzzleID {
    .slot(SlotID(pack: pack, index: index))
  }

  /// Reads `intro:3`, `daily:2026-11-21`, `weekly:2026-48` or `monthly:2026-11`; `nil` for anything
  /// else.
  package init?(_ text: some StringProtocol) {
    if let slot = SlotID(text) {
      self = .slot(slot)
    } else if let period = try? Period(id: String(text)) {
      self = .date(period)
    } else {
      return nil
    }
  }

  /// The slot; `nil` for a date.
  package var slot: SlotID? {
    guard case .slot(let slot) = self else { return nil }
    return slot
  }

  /// The day, week or month; `nil` for a slot.
  package var period: Period? {
    guard case .date(let period) = self else { return nil }
    return period
  }
}

extension PuzzleID: CustomStringConvertible {
  /// The id under which players keep their progress: `intro:3`, `daily:2026-11-21`.
  package var description: String {
    switch self {
    case .slot(let slot): slot.description
    case .date(let period): period.id
    }
  }
}
