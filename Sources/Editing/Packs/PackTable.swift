import Answering
import Catalog
import Identity
import JSONText
import Pipeline
import Recipes
import StarBattle
import Wording

/// All packs at a glance: how full, how hard, what players have.
struct PackTable: ListAnswer {
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
    /// The version that players get next; `nil` where nobody knows what they have.
    let next: Int?
    let isListed: Bool
    let isWithdrawn: Bool
    /// The rollback that keeps it from players.
    let rollback: StandingRollback?
  }

  private let lines: [Line]
  /// The state folder, where it has no catalogue that could say what players have.
  private let emptyState: String?

  /// What there is to say of a pack that was taken back.
  static let withdrawn = "withdrawn for good"

  /// Lists the packs of the recipes in their order, then drafts, then what only the catalogue has.
  ///
  /// - Throws: `PipelineError.argument` when there is no pack of the name; `CatalogError`.
  ///
  /// - Parameters:
  ///   - only: The pack that was asked about; `nil` where it is all of them.
  ///   - recipes: The recipes.
  ///   - catalog: The catalogue; `nil` where there is none.
  ///   - state: The folder that it is in.
  init(_ only: String?, _ recipes: RecipeSet, _ catalog: Catalog?, state: String) throws {
    emptyState = catalog == nil ? state : nil
    let made = (recipes.packs + recipes.drafts).map(\.id)
    let known = made + (try catalog?.packs().map(\.id) ?? []).filter { !made.contains($0) }
    let texts = known.map(\.text)
    if let only, !texts.contains(only) {
      throw PipelineError.argument(
        only, reason: "there is no such pack — \(Spelling.advice(for: only, among: texts))")
    }
    let rollback = try catalog?.standingRollback()
    lines = try known.filter { only == nil || $0.text == only }.map {
      try PackTable.line($0, recipes, catalog, rollback)
    }
  }

  private static func line(
    _ id: PackID, _ recipes: RecipeSet, _ catalog: Catalog?, _ rollback: StandingRollback?
  ) throws -> Line {
    let recipe = (recipes.packs + recipes.drafts).first { $0.id == id }
    let slots = try catalog?.slots(of: id) ?? []
    let defined = try catalog?.packs().first { $0.id == id }
    let difficulties = slots.compactMap(\.puzzle.difficulty)
    var grids: [String] = []
    for grid in slots.isEmpty ? recipe?.parts.map(\.grid) ?? [] : slots.map(\.puzzle.grid)
    where !grids.contains("\(grid.side)x\(grid.stars)") {
      grids.append("\(grid.side)x\(grid.stars)")
    }
    let label = recipes.label(of: id)
    return Line(
      id: id, name: label?.name ?? defined?.name ?? recipe?.name ?? id.text,
      isFree: label?.isFree ?? defined?.isFree ?? recipe?.isFree ?? false, filled: slots.count,
      asked: recipe.map { recipe in
        // Slots that were added by hand count for a recipe that has grown over them.
        let surplus = max(0, slots.count { !$0.isByHand } - recipe.count)
        return max(recipe.count, slots.count - surplus)
      },
      difficulty: difficulties.min().flatMap { least in difficulties.max().map { least...$0 } },
      grids: grids, pins: try catalog?.pinnedSlots(of: id) ?? [],
      published: try catalog?.publishedVersion(id)?.version,
      next: try catalog.map { try defined == nil ? 1 : $0.nextVersion(of: id, by: recipes) },
      isListed: recipes.packs.contains { $0.id == id },
      isWithdrawn: try catalog?.isWithdrawn(id) ?? false,
      rollback: try catalog?.rollback(rollback, puttingAway: id))
  }

  var text: [String] {
    let width = lines.map(\.id.text.count).max() ?? 0
    return lines.map { line in
      let id = line.id.text + String(repeating: " ", count: width - line.id.text.count)
      return "\(id)  \(words(line))"
    }
  }

  var objects: [JSONValue] { lines.map(value) }

  var advice: [String] {
    guard let emptyState else { return [] }
    return [
      "There is no catalogue in \(emptyState), so what players have is not known: name another "
        + "folder with --state, begin with “almanac nightly”, or where there is a tree already, "
        + "make the catalogue anew from it with “almanac catalog rebuild”."
    ]
  }

  private func words(_ line: Line) -> String {
    var parts = ["“\(line.name)”", line.grids.joined(separator: ", ")]
    let asked = line.asked ?? line.filled
    let slots = "\(asked, of: "slot")"
    parts.append(asked == line.filled ? slots : "\(line.filled) of \(slots) filled")
    if let range = line.difficulty {
      parts.append(
        range.count == 1 ? "d\(range.lowerBound)" : "d\(range.lowerBound)…\(range.upperBound)")
    }
    if !line.isFree { parts.append("not free") }
    if !line.pins.isEmpty { parts.append("\(line.pins.count) pinned") }
    switch (line.published, line.rollback) {
    case _ where line.isWithdrawn: parts.append(PackTable.withdrawn)
    case (nil, _): if emptyState == nil { parts.append("not published") }
    case (_, let rollback?): parts.append("away until the \(rollback) ends" + next(of: line))
    case (let published?, nil):
      parts.append("version \(published)")
      if line.next != published { parts.append("changed since" + next(of: line)) }
    }
    if line.asked == nil { parts.append("no recipe makes it") }
    if line.asked != nil && !line.isListed { parts.append("not in release.yaml") }
    return parts.joined(separator: ", ")
  }

  private func next(of line: Line) -> String {
    line.next.map { " (next: version \($0))" } ?? ""
  }

  private func value(_ line: Line) -> JSONValue {
    AnswerJSON.object(
      "packs list",
      [
        JSONMember("pack", line.id.text),
        JSONMember("name", line.name),
        JSONMember("free", line.isFree),
        JSONMember("grids", line.grids),
        JSONMember("slots", line.filled),
        JSONMember("asked", line.asked),
        JSONMember("easiest", line.difficulty?.lowerBound),
        JSONMember("hardest", line.difficulty?.upperBound),
        JSONMember("pins", line.pins),
        JSONMember("publishedVersion", line.published),
        JSONMember("nextVersion", line.isWithdrawn ? nil : line.next),
        JSONMember("listed", line.isListed),
        JSONMember("withdrawn", line.isWithdrawn),
        JSONMember("away", line.rollback != nil),
      ])
  }
}
