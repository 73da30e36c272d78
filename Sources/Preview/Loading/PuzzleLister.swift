import JSONText
import Notation
package import Pipeline

/// The puzzles of a file, standard input or address, in any notation, or of a published pack file.
package struct PuzzleLister {
  let input: PuzzleInput
  /// The star quota, for notations that do not say.
  let stars: Int?

  package init(input: PuzzleInput, stars: Int?) {
    self.input = input
    self.stars = stars
  }

  /// The most puzzles that are looked at together.
  private static let most = 1000

  /// Reads them all; lines that are no puzzles are problems of the set.
  ///
  /// - Throws: `PipelineError.input` when there is nothing to read, or too much.
  package func read(_ context: RunContext) throws -> PreviewSet {
    let bytes = try input.bytes(context)
    if let pack = try packFile(bytes) { return pack }
    let slug = PuzzleLister.slug(input.path == "-" ? "puzzles" : input.name)
    var set = PreviewSet(title: input.name, slug: slug, items: [])
    for entry in readPuzzles(bytes, stars: stars) {
      switch entry.result {
      case .success(let sbn):
        let number = set.items.count
        set.items.append(PreviewSet.Item(id: "\(slug):\(number)", label: "\(number)", sbn: sbn))
      case .failure(let error):
        set.problems.append(
          "\(input.name):\(error.line):\(error.column): found \(error.found), "
            + "expected \(error.expected)")
      }
      guard set.items.count + set.problems.count <= PuzzleLister.most else {
        throw failure("there are more than \(PuzzleLister.most) puzzles — split the file")
      }
    }
    guard !set.items.isEmpty || !set.problems.isEmpty else {
      throw failure("there is no puzzle in it — \(Notation.choices)")
    }
    return set
  }

  /// A published pack file, if the bytes are one.
  private func packFile(_ bytes: [UInt8]) throws -> PreviewSet? {
    guard bytes.first == UInt8(ascii: "{") else { return nil }
    guard let value = try? JSONValue(reading: bytes), case .string(let id)? = value["id"],
      case .string(let title)? = value["name"], case .array(let texts)? = value["puzzles"]
    else {
      throw failure("this is no pack file — it needs an id, a name and a list of puzzles")
    }
    guard texts.count <= PuzzleLister.most else {
      throw failure("there are more than \(PuzzleLister.most) puzzles in it")
    }
    let items = try texts.enumerated().map { index, text in
      guard case .string(let text) = text, let sbn = try? SBN(text) else {
        throw failure("puzzle \(index) is not SBN")
      }
      return PreviewSet.Item(
        id: "\(id):\(index)", label: "\(index)", sbn: sbn, isPublished: true)
    }
    return PreviewSet(title: title, slug: PuzzleLister.slug(id), items: items)
  }

  private func failure(_ reason: String) -> PipelineError {
    .input(path: input.name, reason: reason)
  }

  /// A name that can be part of a file name anywhere.
  package static func slug(_ name: String) -> String {
    let last = name.split(separator: "/").last ?? "puzzles"
    let stem = last.split(separator: ".").first ?? "puzzles"
    let kept = stem.prefix(64).map { character -> Character in
      character.isASCII && (character.isLetter || character.isNumber) ? character : "-"
    }
    let words = String(kept).split(separator: "-")
    return words.isEmpty ? "puzzles" : words.joined(separator: "-")
  }
}
