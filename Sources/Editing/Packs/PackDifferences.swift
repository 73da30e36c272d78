import Catalog
import Explaining
import Identity
import JSONText
import Pipeline

/// How packs differ from what players have of them.
struct PackDifferences {
  let desk: PackDesk

  /// Tells it slot by slot, of one pack or of all that differ.
  ///
  /// - Throws: `PipelineError.input` when there is no pack of the name; `CatalogError`.
  func say(_ only: String?, isJSON: Bool, _ emit: (OutputLine) throws -> Void) throws {
    let chosen = try only.map(desk.pack)
    if let chosen { _ = try desk.slots(of: chosen) }
    var differing = 0
    for pack in try desk.catalog.packs() where chosen == nil || pack.id == chosen {
      let now = try desk.puzzles(of: pack.id)
      let published = try desk.published(pack.id)
      let changes = published.map { SlotChange.between($0.puzzles, now) } ?? []
      let next = try desk.catalog.packVersion(pack.id)
      if isJSON {
        let value = JSONValue.object([
          JSONMember("schema", .integer(PuzzleJSON.schema)),
          JSONMember("command", .string("packs diff")),
          JSONMember("pack", .string(pack.id.text)),
          JSONMember("publishedVersion", published.map { .integer($0.version) } ?? .null),
          JSONMember("nextVersion", .integer(next)),
          JSONMember("changes", .array(changes.map(\.value))),
        ])
        try emit(.result(String(decoding: value.text, as: UTF8.self)))
        continue
      }
      guard let published else {
        differing += 1
        try emit(.result("\(pack.id): players do not have it yet; \(now.count) slots"))
        continue
      }
      guard published.version != next else { continue }
      differing += 1
      try emit(
        .result("\(pack.id): version \(published.version) → \(next)"))
      for change in changes { try emit(.result("  \(change.words)")) }
      if changes.isEmpty { try emit(.result("  another name or price, the same puzzles")) }
    }
    if !isJSON && differing == 0 {
      try emit(.result((only.map { "\($0): " } ?? "") + "players have all this already"))
    }
  }
}
