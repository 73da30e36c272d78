import Yams

/// A node of a recipe's text.
typealias YAMLNode = Node

/// Reads a recipe file into a tree of YAML nodes, each of which knows its place.
///
/// A recipe is a few dozen lines written by hand. What no such file needs, and what could make a
/// reader run for ever or fill the memory, is refused before the YAML library sees it: a huge file,
/// bytes that are not UTF-8, and anchors with their aliases (a "billion laughs" is 1 kB of aliases
/// that unfold to gigabytes). The library itself stops at 1,000 levels of nesting.
struct RecipeFile {
  /// The file, as the person who started the run would write it.
  let name: String

  /// The most bytes that a recipe can have: room for 1,000 pins of the largest boards is not needed,
  /// for a pack's worth of them it is.
  static let largestSizeInBytes = 256 * 1024

  /// The root of a file's only document.
  ///
  /// - Throws: `RecipeProblem.List` when the file is not one YAML document.
  func root() throws(RecipeProblem.List) -> Node {
    let text = try text()
    try refuseAliasBombs(in: text)
    do {
      // The parser owns the anchors; nodes only know them while it is alive.
      let parser = try Parser(yaml: text, resolver: .default, encoding: .utf8)
      return try withExtendedLifetime(parser) {
        guard let root = try parser.singleRoot() else {
          throw RecipeProblem.List(problem(.start, "the file is empty — write a recipe into it"))
        }
        if let anchored = firstAnchor(in: root) {
          throw RecipeProblem.List(
            problem(
              RecipePlace(anchored.mark),
              "anchors (`&`) and aliases (`*`) are not read — write the value out"))
        }
        return root
      }
    } catch let problems as RecipeProblem.List {
      throw problems
    } catch let error as YamlError {
      throw RecipeProblem.List(problem(for: error, in: text))
    } catch {
      throw RecipeProblem.List(problem(.start, "the file is not YAML (\(error))"))
    }
  }

  /// A problem in this file.
  func problem(_ place: RecipePlace, _ message: String) -> RecipeProblem {
    RecipeProblem(file: name, place: place, message: message)
  }

  // MARK: - Bytes

  private func text() throws(RecipeProblem.List) -> String {
    let bytes: [UInt8]
    do {
      bytes = try SmallFile.bytes(of: name, atMost: RecipeFile.largestSizeInBytes)
    } catch {
      throw RecipeProblem.List(problem(.start, error.description))
    }
    // `Parser` reads UTF-8 with and without a byte order mark.
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    throw RecipeProblem.List(
      problem(RecipeFile.firstFault(in: bytes), "the text is not UTF-8 — save the file as UTF-8"))
  }

  /// Where the first bytes are that are not UTF-8.
  private static func firstFault(in bytes: [UInt8]) -> RecipePlace {
    var (line, column) = (1, 1)
    var iterator = bytes.makeIterator()
    var decoder = Unicode.UTF8()
    while true {
      switch decoder.decode(&iterator) {
      case .scalarValue("\n"): (line, column) = (line + 1, 1)
      case .scalarValue: column += 1
      case .emptyInput, .error: return RecipePlace(line: line, column: column)
      }
    }
  }

  // MARK: - Anchors

  /// Refuses a text with more asterisks than a harmless one could have.
  ///
  /// Unfolding `n` aliases gives at most `3^(n/3)` times the text: with eight of them, 19 times.
  /// Fewer are left to the YAML library, and refused at their places once it has read them.
  private func refuseAliasBombs(in text: String) throws(RecipeProblem.List) {
    var (line, column, seen) = (1, 1, 0)
    var isComment = false
    for scalar in text.unicodeScalars {
      if scalar == "*" && !isComment { seen += 1 }
      if seen > 8 {
        throw RecipeProblem.List(
          problem(
            RecipePlace(line: line, column: column),
            "there are too many `*` — anchors and aliases are not read; write the values out"))
      }
      if scalar == "#" && column == 1 { isComment = true }
      if scalar == "\n" {
        (line, column, isComment) = (line + 1, 1, false)
      } else {
        column += 1
      }
    }
  }

  private func firstAnchor(in node: Node) -> Node? {
    if node.anchor != nil { return node }
    switch node {
    case .scalar: return nil
    case .alias: return node
    case .sequence(let nodes): return nodes.lazy.compactMap(firstAnchor).first
    case .mapping(let pairs):
      for (key, value) in pairs {
        if let found = firstAnchor(in: key) ?? firstAnchor(in: value) { return found }
      }
      return nil
    }
  }

  // MARK: - What the YAML library says

  private func problem(for error: YamlError, in text: String) -> RecipeProblem {
    switch error {
    case .scanner(let context, let what, let mark, _), .parser(let context, let what, let mark, _),
      .composer(let context, let what, let mark, _):
      let whole = context.map { "\(what) \($0.text)" } ?? what
      return problem(RecipePlace(mark), "this is not YAML: \(whole) — mend the line")
    case .reader(let what, let offset, _, _):
      return problem(
        RecipeFile.place(at: offset ?? 0, in: text),
        "this is not YAML: \(what) — remove the character")
    case .duplicatedKeysInMapping(let keys, let context):
      let key = keys.first ?? ""
      let first = RecipePlace(context.mark)
      guard let second = RecipeFile.repetition(of: key, after: first, in: text) else {
        return problem(first, "the key `\(key)` is given more than once — keep one of them")
      }
      return problem(
        second, "the key `\(key)` is already given in line \(first.line) — keep one of them")
    default:
      return problem(.start, "this is not YAML: \(error)")
    }
  }

  private static func place(at offset: Int, in text: String) -> RecipePlace {
    var (line, column) = (1, 1)
    for character in text.prefix(offset) {
      (line, column) = character.isNewline ? (line + 1, 1) : (line, column + 1)
    }
    return RecipePlace(line: line, column: column)
  }

  /// The place of a key's next occurrence at the same indentation.
  ///
  /// The library names the first place of a repeated key only.
  private static func repetition(
    of key: String, after first: RecipePlace, in text: String
  ) -> RecipePlace? {
    let indent = String(repeating: " ", count: first.column - 1)
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, line) in lines.enumerated().dropFirst(first.line)
    where line.hasPrefix(indent + key) {
      let rest = line.dropFirst(indent.count + key.count).drop { $0 == " " }
      if rest.first == ":" { return RecipePlace(line: index + 1, column: first.column) }
    }
    return nil
  }
}

extension RecipeProblem {
  /// Every problem of a file, thrown at once.
  struct List: Error {
    let problems: [RecipeProblem]

    init(_ problems: RecipeProblem...) { self.problems = problems }
  }
}

extension RecipePlace {
  init(_ mark: Mark?) {
    self.init(line: max(1, mark?.line ?? 1), column: max(1, mark?.column ?? 1))
  }
}
