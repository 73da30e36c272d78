import Catalog
import Notation
import Pipeline
import Pressing
import Preview
import StarBattle
import Wording

/// The puzzle that an editor names: by its number in reserve, by its seed, or as text in any
/// notation.
struct PuzzleChoice {
  let catalog: Catalog
  /// The grids that it may have; a seed is that of the first.
  let grids: [Grid]
  /// How the command line names the puzzle: `--with`, or as an argument.
  let place: String

  /// The puzzle of a name, let through the gate of all that is published.
  ///
  /// - Throws: `PipelineError.argument` for a name that names nothing, `.refused` for a puzzle that
  ///   cannot be used.
  func proposal(_ name: String) throws -> Proposal {
    if let number = Int64(digits: name) { return try kept(number) }
    if name.hasPrefix("s"), let number = Int64(digits: name.dropFirst()), let seed = Seed(number) {
      return try made(seed, name)
    }
    return try given(name)
  }

  /// What a puzzle can be named by.
  private static let advice = "give a number of the reserve, a seed such as s123, or a puzzle"

  private func kept(_ number: Int64) throws -> Proposal {
    guard let record = try catalog.puzzle(numbered: number) else {
      throw PipelineError.argument(
        "\(number)",
        reason: "the catalogue has no puzzle of this number — “almanac packs find --reserve” "
          + "lists those that can be used")
    }
    let puzzle = record.puzzle
    if let twin = try catalog.twin(of: try puzzle.text.puzzle.canonicalForm),
      !twin.isUnused || twin.isPinned
    {
      throw PipelineError.refused(
        what: "puzzle \(number)",
        reason: "it is \(twin.use) — a puzzle is used once; choose another")
    }
    let proposal = Proposal(
      name: "\(number)", origin: "reserve", row: try NewPuzzle(puzzle, in: catalog),
      distance: 0)
    try check(proposal)
    return proposal
  }

  private func made(_ seed: Seed, _ name: String) throws -> Proposal {
    var press = Press(grid: grids[0], isTracing: true)
    var tally = Tally()
    guard let pressed = press.press(seed, &tally) else {
      throw PipelineError.argument(
        name, reason: "this seed gives no puzzle of \(grids[0]) — \(tally.reasons)")
    }
    return Proposal(name: name, origin: "new", row: NewPuzzle(pressed), distance: 0)
  }

  private func given(_ text: String) throws -> Proposal {
    let entries = Array(readPuzzles(Array(text.utf8), stars: grids[0].stars))
    guard entries.count == 1, let entry = entries.first else {
      throw PipelineError.argument(
        place,
        reason: "this is no puzzle — \(PuzzleChoice.advice)")
    }
    switch entry.result {
    case .failure(let error):
      throw PipelineError.argument(
        place,
        reason: "column \(error.column): found \(error.found), expected \(error.expected) — "
          + PuzzleChoice.advice)
    case .success(let sbn):
      let item = PreviewSet.Item(id: "0", label: "0", sbn: sbn)
      let judged = ImportedPuzzle(item, highestLevel: 13)
      guard let pressed = judged.pressed else {
        throw PipelineError.refused(
          what: sbn.description,
          reason: (judged.reason ?? "it cannot be published")
            + " — look at it with “almanac preview”")
      }
      let proposal = Proposal(
        name: pressed.sbn.description, origin: "given", row: NewPuzzle(pressed), distance: 0)
      try check(proposal)
      return proposal
    }
  }

  private func check(_ proposal: Proposal) throws(PipelineError) {
    let grid = proposal.row.sbn.puzzle.grid
    guard !grids.contains(grid) else { return }
    let words = grids.map(\.description).joined(separator: " or ")
    throw .refused(what: proposal.name, reason: "it is \(grid), and here is \(words)")
  }
}
