import Catalog
import Explaining
import Identity
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
    let differing = preview.differingCells.map { cell in
      JSONValue.array([.integer(cell / grid.side), .integer(cell % grid.side)])
    }
    var (twin, place, reason): (JSONValue, JSONValue, JSONValue) = (.null, .null, .null)
    switch outcome {
    case .kept: break
    case .placed(let found): place = .string(found.description)
    case .twin(let found):
      twin = .object([
        JSONMember("puzzle", .integer(Int(found.puzzle.id))),
        JSONMember("sbn", .string(found.puzzle.sbn)),
        JSONMember("places", .array(found.places.map { .string($0.description) })),
      ])
    case .refused(let words): reason = .string(words)
    }
    let value = JSONValue.object(
      members + preview.verdict.members(side: grid.side) + [
        JSONMember("fair", .bool(puzzle.pressed != nil)),
        JSONMember("hardest", .array(preview.hardestRules.map { .string($0.id) })),
        JSONMember(
          "solutions", .array(preview.solutions.map { PuzzleJSON.cells($0, grid) })),
        JSONMember("differing", .array(differing)),
        JSONMember("dryRun", .bool(isDryRun)),
        JSONMember("became", .string(outcome.word)),
        JSONMember("place", place),
        JSONMember("twin", twin),
        JSONMember("reason", reason),
      ])
    return String(decoding: value.text, as: UTF8.self)
  }
}
