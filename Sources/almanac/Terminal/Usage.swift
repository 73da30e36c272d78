/// The usage of a command, which the parser writes into one line however long that gets.
enum Usage {
  /// The columns that help is held to.
  static let columns = 80

  /// A help text with its usage on as many lines as it needs; an option stays with its value.
  static func folded(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      guard line.hasPrefix("USAGE: ") || line.hasPrefix("Usage: "), line.count > columns else {
        return String(line)
      }
      var lines = [String(line.prefix(6))]
      for part in parts(line.dropFirst(7)) {
        if lines[lines.count - 1].count + 1 + part.count > columns {
          lines.append(String(repeating: " ", count: 6))
        }
        lines[lines.count - 1] += " \(part)"
      }
      return lines.joined(separator: "\n")
    }.joined(separator: "\n")
  }

  /// The word that was taken for a wish for help, as `-too hard` is for its `h`; nil where somebody
  /// has asked for it.
  static func wordTakenForHelp(_ words: [String]) -> String? {
    let options = words.prefix { $0 != "--" }
    let wishes = ["-h", "--help", "-help", "--help-hidden", "--version"]
    if options.first == "help" || options.contains(where: wishes.contains) { return nil }
    return options.first { $0.hasPrefix("-") && !$0.hasPrefix("--") && $0.contains("h") }
  }

  /// The options that a help text lists.
  static func options(in text: String) -> [String] {
    text.split(separator: "\n").flatMap { line in
      line.hasPrefix("  -")
        ? line.split { $0 == " " || $0 == "," }.filter { $0.hasPrefix("--") }.map(String.init) : []
    }
  }

  /// Words, and what stands in brackets as one.
  private static func parts(_ line: Substring) -> [String] {
    var parts: [String] = []
    var isOpen = false
    for word in line.split(separator: " ") {
      if isOpen || word.hasPrefix("...") {
        parts[parts.count - 1] += " \(word)"
      } else {
        parts.append(String(word))
      }
      if word.hasPrefix("[") { isOpen = true }
      if word.hasSuffix("]") { isOpen = false }
    }
    return parts
  }
}
