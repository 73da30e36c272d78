import Printable

/// What a page may ask the program for: a command, and which fields become which of its words.
///
/// A page names an operation and fills fields; it never writes a command line. Options are written
/// `--name=value` and arguments stand behind `--`, so no value can become an option.
struct Operation: Sendable {
  enum Kind: Sendable {
    /// It changes nothing.
    case look
    /// It changes packs, dates or what is kept about puzzles, and can be tried first.
    case edit
  }

  let kind: Kind
  /// The words of the command.
  let words: [String]
  /// The fields that are arguments, in order; those that are lists give several.
  var arguments: [String] = []
  /// The fields that are options; those that are lists give several.
  var options: [String] = []
  /// The fields that are flags.
  var flags: [String] = []
  /// Whether it writes a page of the puzzles that it is about.
  var hasSheet = false
  /// The field that is given to the program as its input.
  var input: String?
  /// Whether the program reads that from a file, which is named as an argument.
  var isInputFile = false
  /// Whether it works in the house, and is told where that is.
  var isOfHouse = true

  /// All operations, by name.
  static let all: [String: Operation] = [
    "packs.list": Operation(kind: .look, words: ["packs", "list"], arguments: ["pack"]),
    "packs.diff": Operation(kind: .look, words: ["packs", "diff"], arguments: ["pack"]),
    "packs.find": Operation(
      kind: .look, words: ["packs", "find"],
      options: ["size", "stars", "rule", "difficulty", "level", "pack", "tag", "note", "limit"],
      flags: ["reserve", "refused"]),
    "preview": Operation(
      kind: .look, words: ["preview"], arguments: ["subject"], options: ["stars"],
      hasSheet: true),
    "preview.text": Operation(
      kind: .look, words: ["preview", "-"], options: ["stars"], hasSheet: true, input: "text"),
    "rules": Operation(kind: .look, words: ["rules"], isOfHouse: false),
    "calendar.show": Operation(
      kind: .look, words: ["calendar", "show"], arguments: ["cadence"], flags: ["all"]),
    "reserve.status": Operation(kind: .look, words: ["reserve", "status"]),
    "doctor": Operation(kind: .look, words: ["doctor"]),
    "recipes.check": Operation(kind: .look, words: ["recipes", "check"]),
    "release.plan": Operation(kind: .look, words: ["release", "plan"]),
    "edits.list": Operation(kind: .look, words: ["edits", "list"], options: ["limit"]),
    "compose.look": Operation(
      kind: .look, words: ["compose"], options: ["look", "stars"], isOfHouse: false),
    "compose": Operation(
      kind: .look, words: ["compose"], options: ["seed", "attempts"], input: "recipe",
      isInputFile: true, isOfHouse: false),
    "recipes.new": Operation(
      kind: .edit, words: ["recipes", "new"], arguments: ["pack"],
      options: ["name", "size", "stars", "count", "difficulty", "style", "seed"],
      flags: ["without-assumptions", "paid"]),
    "packs.build": Operation(
      kind: .edit, words: ["packs", "build"], arguments: ["pack"], flags: ["force"]),
    "packs.replace": Operation(
      kind: .edit, words: ["packs", "replace"], arguments: ["slot"],
      options: ["with", "difficulty", "level"], hasSheet: true),
    "packs.append": Operation(
      kind: .edit, words: ["packs", "append"], arguments: ["pack"],
      options: ["with", "count", "difficulty", "level"], hasSheet: true),
    "packs.reorder": Operation(
      kind: .edit, words: ["packs", "reorder"], arguments: ["pack"], options: ["first", "swap"],
      flags: ["rising", "force"]),
    "packs.pin": Operation(kind: .edit, words: ["packs", "pin"], arguments: ["slot"]),
    "packs.unpin": Operation(kind: .edit, words: ["packs", "unpin"], arguments: ["slot"]),
    "packs.regenerate": Operation(
      kind: .edit, words: ["packs", "regenerate"], arguments: ["pack"], flags: ["fresh"]),
    "packs.refuse": Operation(kind: .edit, words: ["packs", "refuse"], arguments: ["puzzle"]),
    "packs.note": Operation(
      kind: .edit, words: ["packs", "note"], arguments: ["puzzle", "text"],
      flags: ["remove"]),
    "packs.tag": Operation(
      kind: .edit, words: ["packs", "tag"], arguments: ["puzzle", "tags"], options: ["remove"]),
    "calendar.swap": Operation(
      kind: .edit, words: ["calendar", "swap"], arguments: ["first", "second"]),
    "calendar.pin": Operation(
      kind: .edit, words: ["calendar", "pin"], arguments: ["date", "with"],
      options: ["difficulty", "level"], hasSheet: true),
    "calendar.unpin": Operation(kind: .edit, words: ["calendar", "unpin"], arguments: ["date"]),
    "calendar.replace": Operation(
      kind: .edit, words: ["calendar", "replace"], arguments: ["date", "with"],
      options: ["difficulty", "level"], hasSheet: true),
    "edits.undo": Operation(kind: .edit, words: ["edits", "undo"], arguments: ["edit"]),
    "import": Operation(
      kind: .edit, words: ["import", "-"], options: ["pack", "slot", "stars"], hasSheet: true,
      input: "text"),
  ]

  /// What is wrong with what a page has asked for.
  struct Mistake: Error { let text: String }

  /// The most bytes of a field that becomes a word of the command line.
  private static let mostBytes = 8000

  /// The words of the command line, and what is given to the program as its input.
  ///
  /// - Parameters:
  ///   - fields: What the page has filled in; a field may have several values.
  ///   - isTried: Whether nothing is to be kept.
  ///   - sheet: The folder for a page of the puzzles.
  ///   - house: The options that name the house.
  /// - Returns: Both.
  /// - Throws: `Mistake` for a field that the operation does not have, or that is no line.
  func commandLine(
    _ fields: [String: [String]], isTried: Bool, sheet: String?, house: [String]
  ) throws(Mistake) -> (words: [String], input: String?) {
    var known = Set(arguments + options + flags)
    if let input { known.insert(input) }
    if kind == .edit { known.insert("reason") }
    // By name, so that of several mistakes it is always the same that is told.
    let names = fields.keys.sorted()
    if let name = names.first(where: { !known.contains($0) }) {
      throw Mistake(text: "\(words.joined(separator: " ")) has no field “\(name)”")
    }
    for name in names where name != input {
      for value in fields[name] ?? [] {
        let isPlain = value.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
        guard isPlain, value.utf8.count <= Operation.mostBytes else {
          throw Mistake(
            text: "“\(name)” has to be one line of at most \(Operation.mostBytes) bytes")
        }
      }
    }
    var line = words.filter { $0 != "-" } + ["--json"] + (isOfHouse ? house : [])
    for option in options { line += (fields[option] ?? []).map { "--\(option)=\($0)" } }
    for flag in flags where fields[flag] != nil { line.append("--\(flag)") }
    if kind == .edit {
      if isTried { line.append("--dry-run") }
      if let reason = fields["reason"]?.first { line.append("--reason=\(reason)") }
    }
    if hasSheet, let sheet { line.append("--html=\(sheet)") }
    let behind = words.filter { $0 == "-" } + arguments.flatMap { fields[$0] ?? [] }
    if !behind.isEmpty { line += ["--"] + behind }
    return (line, input.flatMap { fields[$0]?.joined(separator: "\n") })
  }

  /// The command as somebody would type it, to do it and to read about it.
  ///
  /// - Parameters:
  ///   - fields: What the page has filled in.
  ///   - house: The options that name the house.
  /// - Returns: A line for a shell.
  /// - Throws: `Mistake` as `commandLine` does.
  func typed(_ fields: [String: [String]], house: [String]) throws(Mistake) -> String {
    var (line, _) = try commandLine(fields, isTried: false, sheet: nil, house: house)
    if let json = line.firstIndex(of: "--json") { line.remove(at: json) }
    if let end = line.firstIndex(of: "--"),
      line[(end + 1)...].allSatisfy({ $0 == "-" || !$0.hasPrefix("-") })
    {
      line.remove(at: end)
    }
    return (["almanac"] + line.map(Operation.typed)).joined(separator: " ")
  }

  /// A word as somebody would type it, an option's name in front of what is quoted.
  private static func typed(_ word: String) -> String {
    guard word.hasPrefix("--"), let end = word.firstIndex(of: "=") else {
      return Shell.quoted(word)
    }
    return word[...end] + Shell.quoted(String(word[word.index(after: end)...]))
  }
}
