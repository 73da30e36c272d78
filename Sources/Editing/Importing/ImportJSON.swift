import Catalog
import Explaining
import JSONText
import Pipeline
import Preview
import Solving
import StarBattle

/// What is said about an imported puzzle to programs: the members of its grade, and what became of it.
enum ImportJSON {
  static func text(
    _ puzzle: ImportedPuzzle, _ outcome: ImportOutcome, index: Int, isDryRun: Bool
  ) -> String {
    let preview = puzzle.preview
    let grid = preview.puzzle.grid
    let members = PuzzleJSON.members(of: preview.grade, sbn: preview.item.sbn, index: index)
    var (twin, place, reason): (JSONValue, JSONValue, JSONValue) = (.null, .null, .null)
    switch outcome {
    case .kept: break
    case .placed(let found): place = .string(found.id)
    case .twin(let found):
      twin = .object([
        JSONMember("puzzle", Int(found.puzzle.id)),
        JSONMember("sbn", found.puzzle.sbn),
        JSONMember("places", found.places.map(\.id)),
      ])
    case .refused(let words): reason = .string(words)
    }
    let value = JSONValue.object(
      members + preview.verdict.members(side: grid.side) + [
        JSONMember("fair", puzzle.pressed != nil),
        JSONMember("hardest", preview.hardestRules.map(\.id)),
        JSONMember(
          "solutions", .array(preview.solutions.map { PuzzleJSON.cells($0, grid) })),
        JSONMember("differing", PuzzleJSON.cells(preview.differingCells, side: grid.side)),
        JSONMember("dryRun", isDryRun),
        JSONMember("became", outcome.word),
        JSONMember("place", place),
        JSONMember("twin", twin),
        JSONMember("reason", reason),
      ])
    return value.line
  }
}
