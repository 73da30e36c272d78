import HouseSupport
import StarBattle
import TestSupport

/// Recipes as nobody should write them: good ones, damaged in one of many ways.
struct HostileRecipes {
  /// The files of a good set, by path.
  static let good: [(path: String, text: String)] = [
    (
      "packs/a.yaml",
      """
      # yaml-language-server: $schema=../schema/pack.json
      id: tiny
      name: "Tiny 5×5"
      free: true
      grid:
        - { size: 5, stars: 1, count: 3 }
        - { size: 6, stars: 1, count: 2 }
      count: 5
      difficulty: { from: 1, to: 3 }
      style: compact
      seed: 7
      pins:
        0: "5x1.AABBCACCCCAACCDAACCDEECDD"

      """
    ),
    (
      "calendar/b.yaml",
      SampleRecipes.daily + "reserve: 2\nstyle: winding\n"
    ),
    (
      "release.yaml",
      """
      packs:
        - tiny
      calendar: [daily]
      profiles: { app: true, hints: false, bundle: true, language: es }

      """
    ),
  ]

  /// What takes the place of a value: other types, other numbers, and what only YAML can do.
  private static let values = [
    "", "~", "null", "true", "no", "-1", "0", "1e9", "1_000", "0x1F", "0b1", "017", "12:30:45",
    ".inf", "-.inf", ".nan", "9223372036854775807", "9223372036854775808",
    "99999999999999999999999999999999", "-99999999999999999999", "2026-13-45",
    "2026-11-21T10:00:00Z",
    "[]", "{}", "[1, [2, [3]]]", "{ a: { b: c } }", "&a 5", "*a", "&a [*a, *a]", "!!int \"5\"",
    "!!binary AAAA", "!!set { a, b }", "!<tag:x,2026:y> z", "! 5", "<<", "{ <<: *a }", "? [a, b]",
    "|\n    text\n    more", ">-\n    folded", "'it''s'", "\"\\u0000\"", "\"\\x1b[31m\"",
    "\"\\ud800\"", "\"\u{202E}olleh\"", "\u{FEFF}5", "\u{85}", "\u{2028}", "\t5", "5 # why", "@at",
    "`tick", "%percent", "{ size: 5, stars: 1, size: 6 }", "../../etc/passwd", "a: b: c", "- 5",
    "[5", "{ from: 2", "\"open", "'open", "*", "&", "!", "…", "👩‍👩‍👧‍👦", "e\u{301}",
  ]

  /// A good set with one file damaged.
  ///
  /// - Parameter random: Where chance comes from.
  /// - Returns: Which of `good` is damaged, and its bytes now.
  static func next(_ random: inout SeededGenerator) -> (file: Int, bytes: [UInt8]) {
    let file = random.below(good.count)
    var bytes = Array(good[file].text.utf8)
    for _ in 0...random.below(3) { damage(&bytes, &random) }
    return (file, bytes)
  }

  private static func damage(_ bytes: inout [UInt8], _ random: inout SeededGenerator) {
    switch random.below(12) {
    case 0, 1, 2: replaceValue(in: &bytes, &random)
    case 3:
      for _ in 0...random.below(4) where !bytes.isEmpty {
        bytes[random.below(bytes.count)] = UInt8(random.below(256))
      }
    case 4: bytes.removeSubrange(random.below(bytes.count + 1)...)
    case 5: bytes.removeSubrange(..<random.below(bytes.count + 1))
    case 6:
      // A line twice, or away.
      var lines = bytes.split(separator: newline, omittingEmptySubsequences: false)
      let line = random.below(lines.count)
      if random.below(2) == 0 {
        lines.insert(lines[line], at: random.below(lines.count + 1))
      } else {
        lines.remove(at: line)
      }
      bytes = Array(lines.joined(separator: [newline]))
    case 7: insert(nest(&random), into: &bytes, &random)
    case 8:
      // A part of it again and again, beyond what a file may have.
      guard !bytes.isEmpty else { return }
      let start = random.below(bytes.count)
      let part = bytes[start..<min(bytes.count, start + 1 + random.below(12))]
      let count = (1 << random.below(19)) / part.count
      bytes.insert(contentsOf: (0..<count).flatMap { _ in part }, at: start)
    case 9: insert(bomb(&random), into: &bytes, &random)
    case 10:
      let words = [
        "\t", "\0", "\r", "\r\n", "---\n", "...\n", "%YAML 9.9\n---\n", "%TAG ! x\n", "\u{7F}",
        "\u{FEFF}", "\n\n", "  ", ": ", "- ", "? ", "#", "\"", "'", "|\n", ">\n",
      ]
      insert(Array(words[random.below(words.count)].utf8), into: &bytes, &random)
    default:
      // Another encoding.
      bytes =
        [[0xFF, 0xFE], [0xFE, 0xFF], [0xEF, 0xBB, 0xBF], [0xC0, 0x80]][random.below(4)]
        + (random.below(2) == 0 ? bytes : bytes.flatMap { [$0, 0] })
    }
  }

  private static let newline = UInt8(ascii: "\n")

  private static func insert(
    _ part: [UInt8], into bytes: inout [UInt8], _ random: inout SeededGenerator
  ) {
    bytes.insert(contentsOf: part, at: random.below(bytes.count + 1))
  }

  private static func replaceValue(in bytes: inout [UInt8], _ random: inout SeededGenerator) {
    let colons = bytes.indices.filter { bytes[$0] == UInt8(ascii: ":") }
    guard !colons.isEmpty else { return }
    let start = colons[random.below(colons.count)] + 1
    let end = bytes[start...].firstIndex(of: newline) ?? bytes.count
    bytes.replaceSubrange(
      start..<end, with: Array(" ".utf8) + Array(values[random.below(values.count)].utf8))
  }

  /// Lists in lists, mappings as keys of mappings: up to some thousands deep.
  private static func nest(_ random: inout SeededGenerator) -> [UInt8] {
    let depth = 1 << random.below(14)
    let opening = ["[", "{", "- ", "? ", "{[", "{a: ", "{? {", "[{? "][random.below(8)]
    let closing = ["", "]", "}", ": 1}"][random.below(4)]
    return Array(
      (String(repeating: opening, count: depth) + "a" + String(repeating: closing, count: depth))
        .utf8)
  }

  /// Aliases that unfold to more and more.
  private static func bomb(_ random: inout SeededGenerator) -> [UInt8] {
    let (levels, width) = (1 + random.below(12), 1 + random.below(12))
    var text = "a0: &a0 [x]\n"
    for level in 1...levels {
      let parts = (0..<width).map { _ in "*a\(level - 1)" }
      text += "a\(level): &a\(level) [\(parts.joined(separator: ", "))]\n"
    }
    return Array(text.utf8)
  }
}
