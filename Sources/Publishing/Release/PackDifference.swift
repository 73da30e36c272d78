/// How a pack differs from an earlier one, as a player would notice it.
package enum PackDifference {
  /// The differences, a few words each: `5 puzzles more`, `slot 3 has another puzzle`.
  ///
  /// - Parameters:
  ///   - old: The pack before.
  ///   - new: The pack after.
  /// - Returns: The differences; none where there are none.
  package static func between(
    _ old: ReleaseContent.Pack, _ new: ReleaseContent.Pack
  ) -> [String] {
    var words: [String] = []
    if old.name != new.name { words.append("now called “\(new.name)”") }
    if old.free != new.free { words.append(new.free ? "now free" : "no longer free") }
    let replaced = zip(old.puzzles, new.puzzles).enumerated().filter { $1.0 != $1.1 }.map(\.offset)
    if let first = replaced.first {
      let list = replaced.prefix(5).map(String.init).joined(separator: ", ")
      words.append(
        replaced.count == 1
          ? "slot \(first) has another puzzle"
          : "\(replaced.count) slots have other puzzles (\(list)\(replaced.count > 5 ? " …" : ""))")
    }
    let more = new.puzzles.count - old.puzzles.count
    if more != 0 {
      words.append("\(abs(more)) puzzle\(abs(more) == 1 ? "" : "s") \(more > 0 ? "more" : "fewer")")
    }
    return words
  }
}
