import Catalog
import Explaining
import Identity
import JSONText
import Pipeline
import Recipes
import StarBattle

/// All packs at a glance: how full, how hard, what players have.
struct PackTable {
  /// The catalogue, where there is one.
  let catalog: Catalog?
  let recipes: RecipeSet

  /// A line of the table.
  private struct Line {
    let id: PackID
    let name: String
    let isFree: Bool
    let filled: Int
    let asked: Int?
    let difficulty: ClosedRange<Int>?
    let grids: [String]
    let pins: [Int]
    let published: Int?
    let next: Int
    let isListed: Bool
  }

  /// Lists the packs of the recipes in their order, then drafts, then what only the catalogue has.
  ///
  /// - Throws: `PipelineError.input` when there is no pack of the name; `CatalogError`.
  func say(_ only: String?, isJSON: Bool, _ emit: (OutputLine) throws -> Void) throws {
    let made = (recipes.packs + recipes.drafts).map(\.id)
    let known = made + (try catalog?.packs().map(\.id) ?? []).filter { !made.contains($0) }
    let texts = known.map(\.text)
    if let only, !texts.contains(only) {
      let advice =
        Spelling.guess(for: only, among: texts).map { "did you mean \($0)?" }
        ?? "there are \(texts.joined(separator: ", "))"
      throw PipelineError.input(path: only, reason: "there is no such pack — \(advice)")
    }
    let lines = try known.filter { only == nil || $0.text == only }.map(line)
    if isJSON {
      for line in lines { try emit(.result(String(decoding: value(line).text, as: UTF8.self))) }
      return
    }
    let width = lines.map(\.id.text.count).max() ?? 0
    for line in lines {
      let id = line.id.text + String(repeating: " ", count: width - line.id.text.count)
      try emit(.result("\(id)  \(words(line))"))
    }
  }

  private func line(_ id: PackID) throws -> Line {
    let recipe = (recipes.packs + recipes.drafts).first { $0.id == id }
    let slots = try catalog?.slots(of: id) ?? []
    let defined = try catalog?.packs().first { $0.id == id }
    let difficulties = slots.compactMap(\.puzzle.difficulty)
    var grids: [String] = []
    for grid in slots.isEmpty ? recipe?.parts.map(\.grid) ?? [] : slots.map(\.puzzle.grid)
    where !grids.contains("\(grid.side)x\(grid.stars)") {
      grids.append("\(grid.side)x\(grid.stars)")
    }
    return Line(
      id: id, name: defined?.name ?? recipe?.name ?? id.text,
      isFree: defined?.isFree ?? recipe?.isFree ?? false, filled: slots.count,
      asked: recipe.map { $0.count + slots.count(where: \.isByHand) },
      difficulty: difficulties.min().flatMap { least in difficulties.max().map { least...$0 } },
      grids: grids, pins: try catalog?.pinnedSlots(of: id) ?? [],
      published: try catalog?.publishedVersion(id)?.version,
      next: defined == nil ? 1 : try catalog?.packVersion(id) ?? 1,
      isListed: recipes.packs.contains { $0.id == id })
  }

  private func words(_ line: Line) -> String {
    var parts = ["“\(line.name)”", line.grids.joined(separator: ", ")]
    let asked = line.asked ?? line.filled
    parts.append(
      asked == line.filled ? "\(line.filled) slots" : "\(line.filled) of \(asked) slots filled")
    if let range = line.difficulty {
      parts.append(
        range.count == 1 ? "d\(range.lowerBound)" : "d\(range.lowerBound)…\(range.upperBound)")
    }
    if !line.isFree { parts.append("not free") }
    if !line.pins.isEmpty { parts.append("\(line.pins.count) pinned") }
    switch line.published {
    case nil: parts.append("not published")
    case line.next?: parts.append("version \(line.next)")
    case let published?:
      parts.append("version \(published), changed since (next: version \(line.next))")
    }
    if line.asked == nil { parts.append("no recipe makes it") }
    if line.asked != nil && !line.isListed { parts.append("not in release.yaml") }
    return parts.joined(separator: ", ")
  }

  private func value(_ line: Line) -> JSONValue {
    .object([
      JSONMember("schema", .integer(PuzzleJSON.schema)),
      JSONMember("command", .string("packs list")),
      JSONMember("pack", .string(line.id.text)),
      JSONMember("name", .string(line.name)),
      JSONMember("free", .bool(line.isFree)),
      JSONMember("grids", .array(line.grids.map { .string($0) })),
      JSONMember("slots", .integer(line.filled)),
      JSONMember("asked", line.asked.map { .integer($0) } ?? .null),
      JSONMember("easiest", line.difficulty.map { .integer($0.lowerBound) } ?? .null),
      JSONMember("hardest", line.difficulty.map { .integer($0.upperBound) } ?? .null),
      JSONMember("pins", .array(line.pins.map { .integer($0) })),
      JSONMember("publishedVersion", line.published.map { .integer($0) } ?? .null),
      JSONMember("nextVersion", .integer(line.next)),
      JSONMember("listed", .bool(line.isListed)),
    ])
  }
}
