package import Solving

/// How often rules are used and needed in some real puzzles.
///
/// Measured on puzzles that are not part of the project, and kept as figures: `make measure-rules`.
package struct RuleFrequency: Sendable {
  /// The name of the puzzles' file, such as `10x10-2-hard`.
  package let file: String
  /// The puzzles, and those of them that the ladder solves.
  package let puzzles: Int
  package let solved: Int
  /// For each rule by its id, the puzzles that use it and those that need it.
  package let counts: [String: (used: Int, needed: Int)]

  /// The puzzles that need a rule.
  package func needing(_ rule: Rule) -> Int { counts[rule.id]?.needed ?? 0 }

  /// The grader that the figures are of.
  package static let graderVersion: Int = {
    let words = table.split(separator: "\n").first?.split(separator: " ") ?? []
    return words.count == 2 ? Int(words[1]) ?? 0 : 0
  }()

  /// The files, as they were measured.
  package static let all: [RuleFrequency] = table.split(separator: "\n").dropFirst().compactMap {
    line in
    let words = line.split(separator: " ")
    guard words.count >= 3, let puzzles = Int(words[1]), let solved = Int(words[2]) else {
      return nil
    }
    var counts: [String: (used: Int, needed: Int)] = [:]
    for word in words.dropFirst(3) {
      let parts = word.split { $0 == "=" || $0 == "/" }
      if parts.count == 3, let used = Int(parts[1]), let needed = Int(parts[2]) {
        counts[String(parts[0])] = (used, needed)
      }
    }
    return RuleFrequency(file: String(words[0]), puzzles: puzzles, solved: solved, counts: counts)
  }

  /// A share in percent, `12.5 %`, and `–` for none.
  package static func share(_ count: Int, of all: Int) -> String {
    if count == 0 || all == 0 { return "–" }
    let tenths = (count * 1000 + all / 2) / all
    if tenths == 0 { return "< 0.1 %" }
    return tenths % 10 == 0 ? "\(tenths / 10) %" : "\(tenths / 10).\(tenths % 10) %"
  }
}
