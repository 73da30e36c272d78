import Catalog
import Grading
import JSONText
import Solving

/// How a slot of a pack differs from what it was, as an editor would say it.
struct SlotChange {
  enum Kind: String {
    /// There was no such slot.
    case added
    /// It has another puzzle.
    case replaced
    /// It has the puzzle of another slot.
    case moved
    /// There is no such slot any more.
    case removed
  }

  let slot: Int
  let kind: Kind
  let before: KeptPuzzle?
  let after: KeptPuzzle?
  /// The slot that its puzzle was in before.
  var from: Int?

  /// All changes between two states of a pack, by slot.
  static func between(_ before: [KeptPuzzle], _ after: [KeptPuzzle]) -> [SlotChange] {
    let places = Dictionary(
      before.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
    return (0..<max(before.count, after.count)).compactMap { slot in
      let old = before.indices.contains(slot) ? before[slot] : nil
      let new = after.indices.contains(slot) ? after[slot] : nil
      if old?.id == new?.id { return nil }
      guard let new else {
        return SlotChange(slot: slot, kind: .removed, before: old, after: nil)
      }
      let from = places[new.id]
      let kind: Kind = from != nil ? .moved : old == nil ? .added : .replaced
      return SlotChange(slot: slot, kind: kind, before: old, after: new, from: from)
    }
  }

  /// `slot 12: d5 → d6, score 47.3 → 55.1, hardest step now tiling pairs (was row pairs)`.
  var words: String {
    guard let after else {
      return "slot \(slot): gone" + (before.map { ", was \(SlotChange.outline($0))" } ?? "")
    }
    if let from { return "slot \(slot): the puzzle of slot \(from), \(SlotChange.outline(after))" }
    guard let before else { return "slot \(slot): new, \(SlotChange.outline(after))" }
    return "slot \(slot): \(SlotChange.difference(before, after))"
  }

  /// How one puzzle differs from another in its place: `d5 → d6, score 47.3 → 55.1, hardest step
  /// now tiling pairs (was row pairs)`.
  static func difference(_ before: KeptPuzzle, _ after: KeptPuzzle) -> String {
    func number(_ puzzle: KeptPuzzle) -> String {
      ScoreText.decimal(hundredths: puzzle.scoreInHundredths)
    }
    let (old, new) = (SlotChange.grade(before), SlotChange.grade(after))
    var parts = [old == new ? "still \(new)" : "\(old) → \(new)"]
    if before.grid != after.grid { parts.insert("\(before.grid) → \(after.grid)", at: 0) }
    if before.scoreInHundredths != after.scoreInHundredths {
      parts.append("score \(number(before)) → \(number(after))")
    }
    let (was, now) = (SlotChange.hardest(before), SlotChange.hardest(after))
    parts.append(was == now ? "hardest step still \(now)" : "hardest step now \(now) (was \(was))")
    return parts.joined(separator: ", ")
  }

  /// `10×10, 2★: d6, hardest step tiling pairs`.
  static func outline(_ puzzle: KeptPuzzle) -> String {
    "\(puzzle.grid): \(grade(puzzle)), hardest step \(hardest(puzzle))"
  }

  private static func grade(_ puzzle: KeptPuzzle) -> String {
    puzzle.difficulty.map { "d\($0)" } ?? "no grade"
  }

  /// The last rule of the highest level that the puzzle needs.
  static func hardest(_ puzzle: KeptPuzzle) -> String {
    Rule.hardest(of: puzzle.rules)?.name ?? "unknown"
  }

  var value: JSONValue {
    func side(_ puzzle: KeptPuzzle?) -> JSONValue { puzzle.map(SlotChange.value) ?? .null }
    return .object([
      JSONMember("slot", slot),
      JSONMember("kind", kind.rawValue),
      JSONMember("from", from),
      JSONMember("before", side(before)),
      JSONMember("after", side(after)),
      JSONMember("words", words),
    ])
  }

  /// A puzzle as programs read it.
  static func value(_ puzzle: KeptPuzzle) -> JSONValue {
    .object([
      JSONMember("puzzle", Int(puzzle.id)),
      JSONMember("sbn", puzzle.sbn),
      JSONMember("difficulty", puzzle.difficulty),
      JSONMember("score", .number(ScoreText.decimal(hundredths: puzzle.scoreInHundredths))),
      JSONMember("level", puzzle.level),
      JSONMember("hardest", hardest(puzzle)),
    ])
  }
}
