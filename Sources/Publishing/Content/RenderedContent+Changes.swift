import Identity
import Manifest
import Notation
import Stores

/// Telling players which slots hold another puzzle than before.
extension RenderedContent {
  /// What a changed slot is told with where nobody has said why.
  private static let noReason = "replaced"

  /// Keeps everything that was told before, and makes sure that what changes now is told.
  ///
  /// The content knows what has changed and why. But whether a player loses progress must not hang
  /// on what a caller remembers, so each pack is compared with the one that it replaces: a slot
  /// that is not told of and has another puzzle, or none, is told of here.
  ///
  /// - Parameters:
  ///   - latest: The release that this one follows.
  ///   - store: The store that it is in.
  /// - Throws: `PublishError`.
  mutating func tellChanges(
    after latest: Manifest?, in store: any ObjectStore
  ) async throws(PublishError) {
    for (index, pack) in packs.enumerated() {
      guard let old = latest?.packs.first(where: { $0.id == pack.id }) else { continue }
      let known = Set(old.changes.map(\.version))
      var changes = old.changes + pack.changes.filter { !known.contains($0.version) }
      if pack.object != old.object, pack.version > old.version {
        let told = Set(changes.filter { $0.version == pack.version }.flatMap(\.slots))
        let untold = try await replaced(old, by: pack, in: store).filter { !told.contains($0) }
        if !untold.isEmpty {
          changes.append(
            ChangedSlots(
              version: pack.version, slots: untold, reason: RenderedContent.noReason))
        }
      }
      packs[index].changes = changes.sorted {
        ($0.version, $0.slots[0]) < ($1.version, $1.slots[0])
      }
    }
  }

  /// The slots of a published pack that another one fills otherwise, or does not have; none where
  /// the published one is lost.
  private func replaced(
    _ old: Manifest.Pack, by new: Manifest.Pack, in store: any ObjectStore
  ) async throws(PublishError) -> [Int] {
    let found = try await onStore(await store.get(old.object))
    guard let before = found.flatMap(ReleaseContent.Pack.init(file:))?.puzzles,
      let after = (objects[new.object]?.bytes).flatMap(ReleaseContent.Pack.init(file:))?.puzzles
    else { return [] }
    return before.indices.filter { slot in
      guard slot < after.count else { return true }
      guard before[slot] != after[slot] else { return false }
      return (try? SBN(before[slot]))?.puzzle != (try? SBN(after[slot]))?.puzzle
    }
  }
}
