import Printable
import Yams

/// Collects what is wrong in one recipe file while the file is read to its end.
///
/// A recipe is read key by key: every key that is asked for is allowed, every other one is a
/// mistake (`fields` notes them). A value that cannot be used is noted and `nil` is given back, so
/// that one run of the program names all the mistakes of all the files.
package final class RecipeReader {
  let file: RecipeFile
  private(set) var problems: [RecipeProblem] = []

  /// A reader of a file.
  init(file: RecipeFile) {
    self.file = file
  }

  func note(_ place: RecipeLocation, _ message: String) {
    problems.append(file.problem(place, message))
  }

  /// The keys and values of a mapping, or `nil` if the node is something else.
  ///
  /// - Parameters:
  ///   - node: What should be a mapping.
  ///   - what: What the mapping is, such as "`grid`", for the message.
  ///   - allowed: The keys that it can have, in the order in which people write them.
  /// - Returns: The values by key.
  func fields(of node: YAMLNode, _ what: String, allowed: [String]) -> RecipeFields? {
    guard case .mapping(let pairs) = node else {
      let keys = allowed.joined(separator: ", ")
      note(
        RecipeLocation(node.mark),
        "\(what) is \(RecipeReader.kind(of: node)) — it must be `key: value` lines with \(keys)")
      return nil
    }
    var values: [String: YAMLNode] = [:]
    var meant: [String] = []
    for (key, value) in pairs {
      let place = RecipeLocation(key.mark)
      guard case .scalar(let scalar) = key else {
        note(place, "a key of \(what) is \(RecipeReader.kind(of: key)) — keys are words")
        continue
      }
      if allowed.contains(scalar.string) {
        values[scalar.string] = value
      } else if let guess = Spelling.guess(for: scalar.string, among: allowed) {
        meant.append(guess)
        note(place, "unknown key `\(Printable.excerpt(scalar.string))` — did you mean `\(guess)`?")
      } else {
        note(
          place,
          "unknown key `\(Printable.excerpt(scalar.string))` — "
            + "\(what) can have \(allowed.joined(separator: ", "))")
      }
    }
    return RecipeFields(
      reader: self, what: what, place: RecipeLocation(node.mark), values: values, meant: meant)
  }

  // MARK: - Values

  /// A whole number within a range.
  func integer(_ node: YAMLNode, _ name: String, in range: ClosedRange<Int>) -> Int? {
    let number = number(node)
    guard let number, range.contains(number) else {
      let problem = number == nil ? "it must be a whole number," : "it can be"
      note(
        RecipeLocation(node.mark),
        "`\(name)` is \(RecipeReader.described(node)) — \(problem) \(RecipeReader.text(range))")
      return nil
    }
    return number
  }

  /// The number that a node is written as: decimal digits, not in quotes.
  func number(_ node: YAMLNode) -> Int? {
    guard case .scalar(let scalar) = node, scalar.style == .plain else { return nil }
    let digits = scalar.string.hasPrefix("-") ? scalar.string.dropFirst() : scalar.string[...]
    guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      return nil
    }
    // A number too large for `Int` is a number out of range, not a word.
    return Int(scalar.string) ?? (scalar.string.hasPrefix("-") ? .min : .max)
  }

  /// Yes or no.
  func flag(_ node: YAMLNode, _ name: String) -> Bool? {
    if case .scalar(let scalar) = node, scalar.style == .plain {
      if scalar.string == "true" { return true }
      if scalar.string == "false" { return false }
    }
    note(
      RecipeLocation(node.mark),
      "`\(name)` is \(RecipeReader.described(node)) — it must be true or false")
    return nil
  }

  /// A text; plain words that YAML takes for something else have to be quoted.
  func text(_ node: YAMLNode, _ name: String) -> String? {
    guard case .scalar(let scalar) = node else {
      note(
        RecipeLocation(node.mark),
        "`\(name)` is \(RecipeReader.kind(of: node)) — it must be a text")
      return nil
    }
    let kinds: [Tag.Name] = [.bool, .int, .float, .null]
    if scalar.style == .plain, kinds.contains(Resolver.default.resolveTag(of: node)) {
      let advice = scalar.string.isEmpty ? "" : ": write it in quotes"
      note(
        RecipeLocation(node.mark),
        "`\(name)` is \(RecipeReader.described(node)) — it must be a text\(advice)")
      return nil
    }
    return scalar.string
  }

  /// One of some things, by its name.
  func choice<Choice>(
    _ node: YAMLNode, _ name: String, of choices: [Choice], named nameOf: (Choice) -> String
  ) -> Choice? {
    guard let text = text(node, name) else { return nil }
    if let choice = choices.first(where: { nameOf($0) == text }) { return choice }
    let names = choices.map(nameOf)
    let advice =
      Spelling.guess(for: text, among: names).map { "did you mean `\($0)`?" }
      ?? "it can be \(names.joined(separator: ", "))"
    note(RecipeLocation(node.mark), "`\(name)` is `\(Printable.excerpt(text))` — \(advice)")
    return nil
  }

  // MARK: - Words

  /// What a node is, with its value where it has a short one.
  static func described(_ node: YAMLNode) -> String {
    guard case .scalar(let scalar) = node else { return kind(of: node) }
    if scalar.string.isEmpty { return "empty" }
    let quote = scalar.style == .plain ? "" : "\""
    return "`\(quote)\(Printable.excerpt(scalar.string))\(quote)`"
  }

  static func kind(of node: YAMLNode) -> String {
    switch node {
    case .scalar(let scalar): scalar.string.isEmpty ? "empty" : "a single value"
    case .mapping: "a mapping"
    case .sequence: "a list"
    case .alias: "an alias"
    }
  }

  static func text(_ range: ClosedRange<Int>) -> String {
    range.count == 1 ? "\(range.lowerBound)" : "\(range.lowerBound)…\(range.upperBound)"
  }
}

/// The values of a mapping by key, and the reader that notes what is wrong with them.
struct RecipeFields {
  let reader: RecipeReader
  let what: String
  let place: RecipeLocation
  let values: [String: YAMLNode]
  /// The keys that unknown ones were taken for: they are not missing, only misspelt.
  let meant: [String]

  /// The node of a key that must be there.
  func required(_ key: String) -> YAMLNode? {
    if let node = values[key] { return node }
    if meant.contains(key) { return nil }
    reader.note(place, "`\(key)` is missing — \(what) needs it")
    return nil
  }

  /// A whole number that must be there.
  func integer(_ key: String, in range: ClosedRange<Int>) -> Int? {
    required(key).flatMap { reader.integer($0, key, in: range) }
  }

  /// Yes or no, which must be there.
  func flag(_ key: String) -> Bool? {
    required(key).flatMap { reader.flag($0, key) }
  }

  /// The place of a key's value.
  func place(of key: String) -> RecipeLocation {
    values[key].map { RecipeLocation($0.mark) } ?? place
  }
}
