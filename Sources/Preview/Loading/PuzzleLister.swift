import JSONText
import Notation
package import Pipeline

/// The puzzles of a file, standard input or address, in any notation.
///
/// Those of a published pack file have the pack's name and the ids of its slots.
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

  /// Reads them all; lines that are no puzzles are problems of the set, and so is a file without
  /// one.
  ///
  /// - Throws: `PipelineError.input` when it cannot be read, or is too much.
  package func read(_ context: RunContext) throws -> PreviewSet {
    let bytes = try input.bytes(context)
    let pack = packFile(bytes)
    let slug = PuzzleLister.slug(pack?.id ?? (input.path == "-" ? "puzzles" : input.name))
    var set = PreviewSet(title: pack?.name ?? input.name, items: [])
    for entry in readPuzzles(bytes, stars: stars) {
      switch entry.result {
      case .success(let sbn):
        // A slot keeps its number, also behind one that is bad.
        let number = set.items.count + (pack == nil ? 0 : set.problems.count)
        set.items.append(
          PreviewSet.Item(
            id: "\(pack?.id ?? slug):\(number)", label: "\(number)", sbn: sbn,
            isPublished: pack != nil))
      case .failure(let error):
        set.problems.append(
          "\(input.name):\(error.line):\(error.column): found \(error.found), "
            + "expected \(error.expected)")
      }
      guard set.items.count + set.problems.count <= PuzzleLister.most else {
        throw PipelineError.refused(
          what: input.name,
          reason: set.items.isEmpty
            ? "none of the first \(PuzzleLister.most) is a puzzle — notations are "
              + "\(Notation.choices)"
            : "there are more than \(PuzzleLister.most) puzzles — split the file")
      }
    }
    if set.items.isEmpty && set.problems.isEmpty {
      set.problems = ["\(input.name): there is no puzzle in it — notations are \(Notation.choices)"]
    }
    return set
  }

  /// The id and the name of a published pack, if the bytes are one.
  private func packFile(_ bytes: [UInt8]) -> (id: String, name: String)? {
    guard bytes.first == UInt8(ascii: "{"), let value = try? JSONValue(reading: bytes),
      case .string(let id)? = value["id"], case .string(let name)? = value["name"],
      case .array? = value["puzzles"]
    else { return nil }
    return (id, name)
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
