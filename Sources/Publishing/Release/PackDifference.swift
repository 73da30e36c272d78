package import Identity
import Wording

/// How a pack differs from an earlier one, as a player would notice it.
package enum PackDifference {
  /// The differences, a few words each: `5 puzzles more`, `slot 3 has another puzzle`.
  ///
  /// - Parameters:
  ///   - old: The pack before.
  ///   - new: The pack after.
  ///   - told: What players are told of its slots in between, with reasons.
  /// - Returns: The differences; none where there are none.
  package static func between(
    _ old: ReleaseContent.Pack, _ new: ReleaseContent.Pack, telling told: [ChangedSlots] = []
  ) -> [String] {
    var words: [String] = []
    if old.name != new.name {
      words.append("now called “\(new.name)”")
    } else if !PackName.areSame(old.name, new.name) {
      words.append("its name in other characters that look the same")
    }
    if old.free != new.free { words.append(new.free ? "now free" : "no longer free") }
    let replaced = zip(old.puzzles, new.puzzles).enumerated().filter { $1.0 != $1.1 }.map(\.offset)
    words += slots(replaced, telling: told)
    // A puzzle that was there only in between is one that somebody may have begun.
    let passing = told.flatMap(\.slots).filter { slot in
      old.puzzles.indices.contains(slot) && new.puzzles.indices.contains(slot)
        && old.puzzles[slot] == new.puzzles[slot]
    }
    if !passing.isEmpty {
      let list = Set(passing).sorted().map(String.init).joined(separator: ", ")
      words.append("another puzzle in between: \(passing.count > 1 ? "slots" : "slot") \(list)")
    }
    let more = new.puzzles.count - old.puzzles.count
    if more != 0 {
      words.append("\(abs(more), of: "puzzle") \(more > 0 ? "more" : "fewer")")
    }
    return words
  }

  /// Slots that have other puzzles, those with one reason together.
  private static func slots(_ replaced: [Int], telling told: [ChangedSlots]) -> [String] {
    var groups: [(reason: String?, slots: [Int])] = []
    for slot in replaced {
      let reason = told.last { $0.slots.contains(slot) }?.reason
      if let group = groups.firstIndex(where: { $0.reason == reason }) {
        groups[group].slots.append(slot)
      } else {
        groups.append((reason, [slot]))
      }
    }
    return groups.map { reason, slots in
      let list = slots.prefix(5).map(String.init).joined(separator: ", ")
      let what =
        slots.count == 1
        ? "slot \(list) has another puzzle"
        : "\(slots.count) slots have other puzzles (\(list)\(slots.count > 5 ? " …" : ""))"
      return what + (reason.map { ": \($0)" } ?? "")
    }
  }
}
