import Catalog
import Dates
import Identity
import Notation
import Pipeline
import Preview
import StarBattle
import Wording

/// Which puzzle of the catalogue an editor means, wherever it is.
struct PuzzleNaming {
  let catalog: Catalog

  /// The number of a puzzle by its number, its slot or date, or its text in any notation.
  ///
  /// - Parameters:
  ///   - word: What the editor has written.
  ///   - isAdded: Whether a text that the catalogue does not have is added to it.
  /// - Returns: The number, and what to call it.
  /// - Throws: `PipelineError.argument` for what names nothing, `.refused` for a text that is no
  ///   puzzle to keep; `CatalogError`.
  func number(_ word: String, adding isAdded: Bool) throws -> (number: Int64, name: String) {
    if let number = Int64(digits: word), number > 0 {
      guard try catalog.puzzle(numbered: number) != nil else {
        throw PipelineError.argument(
          word,
          reason: "the catalogue has no puzzle of this number — “almanac packs find” lists them")
      }
      return (number, "puzzle \(number)")
    }
    if let place = try place(word) {
      guard let number = try catalog.puzzle(at: place) else {
        throw PipelineError.argument(
          word, reason: "there is no puzzle in this place — \(PuzzleNaming.advice(for: place))")
      }
      return (number, place.description)
    }
    return try given(word, adding: isAdded)
  }

  /// What tells the places that have a puzzle.
  private static func advice(for place: PuzzleID) -> String {
    switch place {
    case .slot: "“almanac packs list” tells which packs there are, and how many slots they have"
    case .date(let period):
      "“almanac calendar show \(period.cadence.rawValue)” tells which dates have one"
    }
  }

  private func place(_ word: String) throws -> PuzzleID? {
    switch PreviewSubject(word) {
    case .slot(let slot): return .slot(slot)
    case .period(let period): return .date(period)
    case .day(let day): return .date(.day(day))
    case .named, .cadence:
      _ = try Period.named(word)
      throw PipelineError.argument(
        word,
        reason: "this is no puzzle — name a slot such as \(word):3, a date, a number or a text")
    case .text:
      _ = try Period.named(word)
      return nil
    }
  }

  private func given(_ text: String, adding isAdded: Bool) throws -> (number: Int64, name: String) {
    let entries = Array(readPuzzles(Array(text.utf8), stars: nil))
    guard entries.count == 1, case .success(let sbn)? = entries.first?.result else {
      throw PipelineError.argument(
        text,
        reason: "this is no puzzle — name a slot, a date, a number of the catalogue, or write a "
          + "puzzle")
    }
    if let kept = try catalog.twin(of: sbn.puzzle.canonicalForm)?.puzzle {
      return (kept.id, "puzzle \(kept.id)")
    }
    guard isAdded else {
      throw PipelineError.argument(
        text, reason: "the catalogue does not have this puzzle — “almanac import” keeps it")
    }
    let judged = ImportedPuzzle(
      PreviewSet.Item(id: "0", label: "0", sbn: sbn), highestLevel: 13)
    guard let pressed = judged.pressed else {
      throw PipelineError.refused(
        what: sbn.description,
        reason: "it could not be published anyway: \(judged.reason ?? "it is not fair") — there is "
          + "nothing to refuse")
    }
    switch try catalog.add(NewPuzzle(pressed)) {
    case .added(let number): return (number, "puzzle \(number)")
    case .twin(let twin):
      throw PipelineError.refused(
        what: sbn.description, reason: "it is \(twin.use) — name the puzzle by its place or number")
    }
  }
}
