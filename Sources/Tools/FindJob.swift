import Catalog
import Explaining
import JSONText
package import Pipeline
import Recipes
import Solving
import StarBattle

/// Finds puzzles in the catalogue by size, difficulty and rules.
package struct FindJob: Sendable {
  /// Rows, columns and regions.
  package var size: Int?
  /// Stars in each of them.
  package var stars: Int?
  /// The ids of rules that all have to be needed.
  package var neededRules: [String] = []
  /// The difficulties to find.
  package var difficulty: ClosedRange<Int>?
  /// The hardest rule levels to find.
  package var level: ClosedRange<Int>?
  /// Whether to find only what was never used.
  package var isReserveOnly = false
  /// The most puzzles to list.
  package var limit: Int?
  /// Whether each puzzle is a JSON object rather than a line of text.
  package var isJSON = false
  private let state: String

  /// The sizes there are.
  package static let sizes = Grid.sides
  /// The levels there are.
  package static let levels = 1...13
  /// The ids of all rules, easiest first.
  package static let rules = Rule.ladder.map(\.id)

  /// The rule that somebody probably meant.
  package static func guess(for rule: String) -> String? { Spelling.guess(for: rule, among: rules) }

  /// A search of the catalogue in a folder.
  package init(state: String) { self.state = state }

  /// Lists what is found: by size, then the easiest first.
  ///
  /// - Parameter emit: Given each puzzle, then, for people, how many there are.
  /// - Returns: `done`, also where nothing is found.
  /// - Throws: `PipelineError.noCatalog`, `CatalogError`; what `emit` throws.
  package func run(emit: (OutputLine) throws -> Void) throws -> ExitStatus {
    let catalog = try StateFolder(path: state).read()
    var query = PuzzleQuery()
    query.side = size
    query.stars = stars
    query.rules = neededRules
    query.difficulties = difficulty
    query.levels = level
    query.isReserveOnly = isReserveOnly
    query.limit = limit
    let found = try catalog.puzzles(matching: query)
    for record in found { try emit(.result(isJSON ? json(record) : text(record))) }
    try emit(.note(found.count == 1 ? "1 puzzle" : "\(found.count) puzzles"))
    return .done
  }

  /// Where it is, how hard it is, and the puzzle.
  private func text(_ record: PuzzleRecord) -> String {
    let puzzle = record.puzzle
    let difficulty = puzzle.difficulty.map { "d\($0)" } ?? "-"
    let level = puzzle.level.map { "level \($0)" } ?? "-"
    return "\(place(of: record))\t\(difficulty)\t\(level)\t\(puzzle.sbn)"
  }

  private func place(of record: PuzzleRecord) -> String {
    if !record.places.isEmpty { return record.places.map(\.id).joined(separator: ",") }
    // What is in reserve is chosen by its number.
    return record.puzzle.firstRelease == nil ? "reserve \(record.puzzle.id)" : "replaced"
  }

  private func json(_ record: PuzzleRecord) -> String {
    let puzzle = record.puzzle
    func number(_ value: Int?) -> JSONValue { value.map { .integer($0) } ?? .null }
    let rules = Rule.ladder.compactMap { rule in
      puzzle.rules[rule.id].map { JSONMember(rule.id, .integer($0)) }
    }
    let value = JSONValue.object([
      JSONMember("schema", .integer(PuzzleJSON.schema)),
      JSONMember("puzzle", .integer(Int(puzzle.id))),
      JSONMember("places", .array(record.places.map { .string($0.id) })),
      JSONMember("sbn", .string(puzzle.sbn)),
      JSONMember("size", .integer(puzzle.grid.side)),
      JSONMember("stars", .integer(puzzle.grid.stars)),
      JSONMember("difficulty", number(puzzle.difficulty)),
      JSONMember("score", .number(PuzzleJSON.hundredths(puzzle.scoreInHundredths))),
      JSONMember("level", number(puzzle.level)),
      JSONMember("cycles", number(puzzle.cycles)),
      JSONMember("rules", .object(rules)),
      JSONMember("seed", puzzle.seed.map { .integer(Int($0)) } ?? .null),
      JSONMember("firstRelease", number(puzzle.firstRelease)),
    ])
    return String(decoding: value.text, as: UTF8.self)
  }
}
