import Files
package import Yams

/// A node of a recipe's text.
package typealias YAMLNode = Node

/// Reads a recipe file into a tree of YAML nodes, each of which knows its place.
///
/// A recipe is a few dozen lines written by hand. What no such file needs, and what could make a
/// reader run for ever or fill the memory, is refused before the YAML library sees it: a huge file,
/// bytes that are not UTF-8, deep nesting, and anchors with their aliases (a "billion laughs" is 1
/// kB of aliases that unfold to gigabytes).
struct RecipeFile {
  /// The file, as the person who started the run would write it.
  let name: String
  /// What stands in it, where it is not written yet.
  var contents: String?

  /// The most bytes that a recipe can have: room for 1,000 pins of the largest boards is not
  /// needed, for a pack's worth of them it is.
  static let largestSizeInBytes = 256 * 1024

  /// Reads the file's only document, and gives the root of its tree.
  ///
  /// - Throws: `RecipeProblem.List` when the file is not one YAML document; a key that is given
  ///   twice in a mapping is such a mistake, and is named alone.
  func root() throws(RecipeProblem.List) -> Node {
    let text = try text()
    try refuseBombs(in: text)
    try refuseMarks(in: text)
    do {
      return try root(of: text)
    } catch let problems as RecipeProblem.List {
      throw problems
    } catch {
      throw RecipeProblem.List([problem(for: error, in: text)])
    }
  }

  private func root(of text: String) throws -> Node {
    // The parser owns the anchors; nodes only know them while it is alive.
    let parser = try Parser(yaml: text, resolver: .default, encoding: .utf8)
    return try withExtendedLifetime(parser) {
      guard let root = try parser.singleRoot() else {
        throw RecipeProblem.List([
          problem(.start, "the file is empty — write a recipe into it")
        ])
      }
      if let anchored = firstAnchor(in: root) {
        throw RecipeProblem.List([
          problem(
            RecipeLocation(anchored.mark),
            "anchors (`&`) and aliases (`*`) are not read — write the value out")
        ])
      }
      return root
    }
  }

  /// The lines of the file as they stand there, for those who draw in it; none where it has gone.
  var lines: [Substring] {
    // As Windows ends them, too: that is one character.
    ((try? text()) ?? "").split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
  }

  /// A problem in this file.
  func problem(_ place: RecipeLocation, _ message: String) -> RecipeProblem {
    RecipeProblem(file: name, place: place, message: message)
  }

  // MARK: - Bytes

  private func text() throws(RecipeProblem.List) -> String {
    if let contents { return contents }
    var bytes: [UInt8]
    do {
      bytes = try SmallFile.bytes(of: name, atMost: RecipeFile.largestSizeInBytes)
    } catch {
      throw RecipeProblem.List([problem(.start, error.description)])
    }
    // Some editors put a byte order mark in front, and some another one in front of that, which the
    // parser takes for a word.
    while bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    throw RecipeProblem.List([
      problem(RecipeFile.firstFault(in: bytes), "the text is not UTF-8 — save the file as UTF-8")
    ])
  }

  /// Where the first bytes are that are not UTF-8.
  private static func firstFault(in bytes: [UInt8]) -> RecipeLocation {
    var (line, column) = (1, 1)
    var iterator = bytes.makeIterator()
    var decoder = Unicode.UTF8()
    while true {
      switch decoder.decode(&iterator) {
      case .scalarValue("\n"): (line, column) = (line + 1, 1)
      case .scalarValue: column += 1
      case .emptyInput, .error: return RecipeLocation(line: line, column: column)
      }
    }
  }

  // MARK: - Bombs

  /// Refuses a text with more aliases or deeper nesting than a harmless one could have.
  ///
  /// An asterisk can be an alias only behind an anchor, `&name`; in a drawing it is a star.
  /// Unfolding `n` aliases gives at most `3^(n/3)` times the text: with eight of them, 19 times.
  /// Fewer are left to the YAML library, and refused at their places once it has read them. The
  /// library looks at a key of a mapping once for every level around it, so a large text in a
  /// thousand levels takes half a minute. Recipes have three.
  private func refuseBombs(in text: String) throws(RecipeProblem.List) {
    var (line, column, stars, depth) = (1, 1, 0, 0)
    var (isComment, isIndent, isAnchored) = (false, true, false)
    var before: Unicode.Scalar = "\n"
    for scalar in text.unicodeScalars {
      if column == 1 && scalar == "#" { isComment = true }
      isIndent = isIndent && " -?:".unicodeScalars.contains(scalar)
      if !isComment {
        switch scalar {
        case "*" where isAnchored: stars += 1
        case "[", "{": depth += 1
        case "]", "}": depth = max(0, depth - 1)
        default: break
        }
      }
      if before == "&" && scalar != " " && scalar != "\n" { isAnchored = true }
      before = scalar
      let place = RecipeLocation(line: line, column: column)
      if stars > 8 {
        throw RecipeProblem.List([
          problem(
            place, "there are too many `*` — anchors and aliases are not read; write the values out"
          )
        ])
      }
      if depth > RecipeFile.deepestNesting || isIndent && column > RecipeFile.deepestIndent {
        throw RecipeProblem.List([
          problem(place, "this is nested too deeply — a recipe has lists and mappings, not more")
        ])
      }
      if scalar == "\n" {
        (line, column, isComment, isIndent) = (line + 1, 1, false, true)
      } else {
        column += 1
      }
    }
  }

  /// The most brackets and braces within each other.
  private static let deepestNesting = 32
  /// The most blanks and signs of structure at the beginning of a line.
  private static let deepestIndent = 64

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

  private func problem(for error: any Error, in text: String) -> RecipeProblem {
    switch error as? YamlError {
    case .duplicatedKeysInMapping(let keys, let context):
      return repetition(of: keys.first ?? "", at: RecipeLocation(context.mark), in: text)
    case .composer(_, "but found another document", let mark, _):
      return problem(
        RecipeLocation(mark), "a second document begins here — a recipe is one; remove the line")
    case .scanner(let context, let what, let mark, _), .parser(let context, let what, let mark, _),
      .composer(let context, let what, let mark, _):
      let whole = context.map { "\(what) \($0.text)" } ?? what
      return problem(RecipeLocation(mark), "this is not YAML: \(whole) — mend the line")
    case .reader(let what, let offset, _, _):
      return problem(
        RecipeFile.place(at: offset ?? 0, in: text),
        "this is not YAML: \(what) — remove the character")
    default:
      return problem(.start, "this is not YAML: \(error) — mend the file")
    }
  }

  /// The place behind so many characters.
  private static func place(at offset: Int, in text: String) -> RecipeLocation {
    var (line, column) = (1, 1)
    for scalar in text.prefix(offset).unicodeScalars {
      (line, column) = scalar == "\n" ? (line + 1, 1) : (line, column + 1)
    }
    return RecipeLocation(line: line, column: column)
  }
}

extension RecipeProblem {
  /// Every problem of a file, thrown at once.
  struct List: Error {
    let problems: [RecipeProblem]

    init(_ problems: [RecipeProblem]) { self.problems = problems }
  }
}

extension RecipeLocation {
  init(_ mark: Mark?) {
    self.init(line: max(1, mark?.line ?? 1), column: max(1, mark?.column ?? 1))
  }
}
