import Answering
import Catalog
import Grading
import Identity
import JSONText
package import Pipeline
import Recipes
import Solving
import StarBattle
import Wording

/// Finds puzzles in the catalogue by size, difficulty and rules.
package struct FindPuzzles: Command {
  /// Rows, columns and regions.
  package var size: Int?
  /// Stars in each of them.
  package var stars: Int?
  /// The ids of rules that all have to be used.
  package var usedRules: [String] = []
  /// The difficulties to find.
  package var difficulty: ClosedRange<Int>?
  /// The hardest rule levels to find.
  package var level: ClosedRange<Int>?
  /// The pack to look in.
  package var pack: String?
  /// The tags that it has to have, all of them.
  package var tags: [String] = []
  /// Words of its note.
  package var note: String?
  /// Whether to find only what an editor has refused.
  package var isRefusedOnly = false
  /// Whether to find only what was never used.
  package var isReserveOnly = false
  /// The most puzzles to list.
  package var limit: Int?

  /// The sizes there are.
  package static let sizes = Grid.sides
  /// The levels there are.
  package static let levels = Rule.levels
  /// The ids of all rules, easiest first.
  package static let rules = Rule.ladder.map(\.id)

  /// What to tell somebody who has named a rule that there is not.
  package static func advice(for rule: String) -> String {
    Spelling.advice(for: rule, among: rules)
  }

  package init() {}

  /// Lists what is found: by size, then the easiest first.
  ///
  /// - Returns: `done`, also where nothing is found.
  /// - Throws: `PipelineError.noCatalog`, `.argument` for a pack that there is not, `CatalogError`;
  ///   what `emit` throws.
  package func run(
    in house: House, _ context: RunContext, emit: (Message) throws -> Void
  ) async throws -> ExitStatus {
    let catalog = try house.stateFolder.read()
    var query = PuzzleQuery()
    query.side = size
    query.stars = stars
    query.rules = usedRules
    query.difficulties = difficulty
    query.levels = level
    if let pack {
      guard let id = PackID(pack) else {
        throw PipelineError.argument(
          pack, reason: "this is no id of a pack — write one such as 2star-10x10")
      }
      let known = try catalog.packs().map(\.id)
      guard known.contains(id) else {
        let advice = Spelling.advice(for: pack, among: known.map(\.text))
        throw PipelineError.argument(
          pack, reason: "the catalogue has no pack of this id — \(advice)")
      }
      query.pack = id
    }
    query.tags = tags
    query.note = note
    query.isRefusedOnly = isRefusedOnly
    query.isReserveOnly = isReserveOnly
    query.limit = limit
    let found = try catalog.puzzles(matching: query)
    for record in found { try emit(.answer(FoundPuzzle(record: record))) }
    try emit(.note("\(found.count, of: "puzzle")"))
    return .done
  }
}

/// A puzzle of the catalogue.
private struct FoundPuzzle: Answer {
  let record: PuzzleRecord

  /// Where it is, how hard it is, and the puzzle.
  var text: [String] {
    let puzzle = record.puzzle
    let difficulty = puzzle.difficulty.map { "d\($0)" } ?? "-"
    let level = puzzle.level.map { "level \($0)" } ?? "-"
    let kept = record.tags.map { "#\($0)" } + [record.note.map { "“\($0)”" }].compactMap(\.self)
    return [
      "\(place)  \(difficulty)  \(level)  \(puzzle.sbn)"
        + (kept.isEmpty ? "" : "  " + kept.joined(separator: " "))
    ]
  }

  private var place: String {
    if !record.places.isEmpty { return record.places.map(\.description).joined(separator: ",") }
    if let date = record.standsInFor.first { return "in the app's list on \(date)" }
    if record.refusal != nil { return "refused \(record.puzzle.id)" }
    // What is in reserve is chosen by its number.
    return record.puzzle.firstRelease == nil ? "reserve \(record.puzzle.id)" : "replaced"
  }

  var json: JSONValue {
    let puzzle = record.puzzle
    let rules = Rule.ladder.compactMap { rule in
      puzzle.rules[rule.id].map { JSONMember(rule.id, $0) }
    }
    return .object([
      AnswerJSON.schema,
      JSONMember("puzzle", Int(puzzle.id)),
      JSONMember("places", record.places.map(\.description)),
      JSONMember("sbn", puzzle.sbn),
      JSONMember("size", puzzle.grid.side),
      JSONMember("stars", puzzle.grid.stars),
      JSONMember("difficulty", puzzle.difficulty),
      JSONMember("score", .number(ScoreText.decimal(hundredths: puzzle.scoreInHundredths))),
      JSONMember("level", puzzle.level),
      JSONMember("cycles", puzzle.cycles),
      JSONMember("rules", .object(rules)),
      JSONMember("seed", puzzle.seed.map { Int($0) }),
      JSONMember("firstRelease", puzzle.firstRelease),
      JSONMember("note", record.note),
      JSONMember("tags", record.tags),
      JSONMember("refused", record.refusal),
    ])
  }
}
