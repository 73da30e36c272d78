import Printable
import Yams

/// Reads the regions that a composition draws, whole or in part: `regions` and `complete`.
struct DrawnRegions {
  /// A letter's cells.
  struct Region {
    let cells: [(cell: Int, place: RecipeLocation)]
    /// Whether it gets no further ones.
    let isWhole: Bool
  }

  let side: Int
  let fields: RecipeFields

  private var reader: RecipeReader { fields.reader }

  /// The regions in the order of their letters; what is wrong is noted.
  func read() -> [Region] {
    let letters = letters()
    let wholes = completeLetters(of: letters.keys.sorted())
    return letters.keys.sorted().map { letter in
      Region(cells: letters[letter] ?? [], isWhole: wholes.contains(letter))
    }
  }

  /// Where each letter of the drawing is.
  private func letters() -> [Character: [(cell: Int, place: RecipeLocation)]] {
    var letters: [Character: [(cell: Int, place: RecipeLocation)]] = [:]
    if let node = fields.values["regions"],
      let rows = DrawingReader(side: side, reader: reader).board(node, "regions")
    {
      for (row, drawn) in rows.enumerated() {
        for (column, character) in drawn.text.enumerated() where character != "." {
          guard character.isASCII, character.isLetter else {
            reader.note(
              drawn.place(of: column),
              "“\(Printable.excerpt(String(character)))” is no region — write a letter, or . for a "
                + "cell that is free")
            continue
          }
          let cell = row * side + column
          letters[Character(character.uppercased()), default: []].append(
            (cell, drawn.place(of: column)))
        }
      }
    }
    return letters
  }

  /// `complete: [A, C]`, or `complete: all`: regions that get no further cells.
  private func completeLetters(of letters: [Character]) -> Set<Character> {
    guard let node = fields.values["complete"] else { return [] }
    if case .scalar(let scalar) = node, scalar.string == "all" {
      // Where the drawing itself is wrong, that is told already.
      if letters.isEmpty && reader.problems.isEmpty {
        reader.note(
          RecipeLocation(node.mark),
          "`complete` says which regions get no further cells, and `regions` has none — draw some, "
            + "or leave it out")
      }
      return Set(letters)
    }
    guard case .sequence(let nodes) = node else {
      reader.note(
        RecipeLocation(node.mark),
        "`complete` is \(RecipeReader.described(node)) — it must be a list of letters, such as "
          + "[A, B], or all")
      return []
    }
    var found: Set<Character> = []
    for node in nodes {
      // `y`, `n` and the like are letters here, whatever else YAML takes them for.
      let text = node.scalar?.string.uppercased() ?? ""
      if let letter = text.first, text.count == 1, letters.contains(letter) {
        found.insert(letter)
      } else {
        reader.note(
          RecipeLocation(node.mark),
          "\(RecipeReader.described(node)) is no region of `regions` — "
            + (letters.isEmpty
              ? "draw some" : "there are \(letters.map(String.init).joined(separator: ", "))"))
      }
    }
    return found
  }
}
