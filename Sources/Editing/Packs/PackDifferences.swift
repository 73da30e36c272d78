import Answering
import Catalog
import Identity
import JSONText
import Pipeline
import Wording

/// How packs differ from what players have of them, slot by slot.
struct PackDifferences: ListAnswer {
  private struct Pack {
    let id: PackID
    /// The slots that it has.
    let count: Int
    /// The version that was published last.
    let published: PublishedPack?
    /// The version of the next release; `nil` for a pack that was withdrawn.
    let next: Int?
    /// The rollback that keeps it from players.
    let rollback: StandingRollback?
    /// Its name and price in the next release.
    let label: PackLabel
    let changes: [SlotChange]

    var text: [String] {
      guard let next else { return [] }
      guard let published else {
        let slots = "\(count, of: "slot")"
        return ["\(id): players do not have it yet; \(slots)"]
      }
      let words = label.differences(from: published) + changes.map(\.words)
      let lines = words.map { "  \($0)" }
      if let rollback {
        let versions = published.version == next ? "\(next)" : "\(published.version) → \(next)"
        return ["\(id): away until the \(rollback) ends; version \(versions)"] + lines
      }
      guard published.version != next else { return [] }
      return ["\(id): version \(published.version) → \(next)"] + lines
    }

    var json: JSONValue {
      AnswerJSON.object(
        "packs diff",
        [
          JSONMember("pack", id.text),
          JSONMember("publishedName", published?.name),
          JSONMember("publishedFree", published?.isFree),
          JSONMember("publishedVersion", published?.version),
          JSONMember("name", label.name),
          JSONMember("free", label.isFree),
          JSONMember("nextVersion", next),
          JSONMember("withdrawn", next == nil),
          JSONMember("away", rollback != nil),
          JSONMember("changes", changes.map(\.value)),
        ])
    }
  }

  /// The pack that was asked about; `nil` where it is all of them.
  private let only: PackID?
  private let packs: [Pack]

  /// Compares one pack, or all of them.
  ///
  /// - Throws: `PipelineError.argument` when there is no pack of the name; `CatalogError`.
  init(_ only: String?, _ desk: PackDesk) throws {
    let chosen = try only.map(desk.pack)
    if let chosen { _ = try desk.slots(of: chosen) }
    self.only = chosen
    let rollback = try desk.catalog.standingRollback()
    packs = try desk.catalog.packs().filter { chosen == nil || $0.id == chosen }.map { pack in
      let now = try desk.puzzles(of: pack.id)
      let published = try desk.published(pack.id)
      let isWithdrawn = try desk.catalog.isWithdrawn(pack.id)
      return Pack(
        id: pack.id, count: now.count, published: published?.pack,
        next: isWithdrawn ? nil : try desk.catalog.nextVersion(of: pack.id, by: desk.recipes),
        rollback: try desk.catalog.rollback(rollback, puttingAway: pack.id),
        label: desk.recipes.label(of: pack.id)
          ?? PackLabel(name: pack.name, isFree: pack.isFree),
        // What is changed in a pack that never comes back is for nobody.
        changes: isWithdrawn ? [] : published.map { SlotChange.between($0.puzzles, now) } ?? [])
    }
  }

  var text: [String] {
    let lines = packs.flatMap(\.text)
    guard lines.isEmpty else { return lines }
    if let only, packs.contains(where: { $0.next == nil }) {
      return ["\(only): \(PackTable.withdrawn)"]
    }
    return [(only.map { "\($0): " } ?? "") + "players have all this already"]
  }

  var objects: [JSONValue] { packs.map(\.json) }
}
