import Identity
package import Manifest
import Notation
package import Stores

/// What becomes of the progress of players who had an earlier version of a pack.
extension AppReplay {
  /// Plays apps that had any earlier version of a pack which is still there, and go on with the
  /// current one.
  ///
  /// One drops the progress of slots that `changes` names in any version since its own. The other
  /// follows the maps of slots as well. Neither may end with progress on another puzzle.
  ///
  /// - Parameters:
  ///   - store: The tree.
  ///   - manifest: What these apps read.
  /// - Returns: Every slot in which the apps would show progress of another puzzle.
  /// - Throws: `StoreError` when the store itself fails.
  package static func progress(
    in store: any ObjectStore, _ manifest: Manifest
  ) async throws(StoreError) -> [Finding] {
    var findings: [Finding] = []
    let objects = manifest.earlierObjects.filter(\.isPackObject)
    for pack in manifest.packs {
      let suffix = ".\(pack.id).json"
      guard let bytes = try await store.readable(pack.object), let now = TreePack(bytes) else {
        continue
      }
      for key in objects where key.text.hasSuffix(suffix) {
        guard let bytes = try await store.readable(key), let old = TreePack(bytes),
          old.id == pack.id
        else { continue }
        let update = PackUpdate(from: old, to: now, pack.changes, manifest.migrations)
        for slot in update.strays {
          findings.append(
            Finding(
              object: key.text, kind: .app,
              message: "progress of \(pack.id):\(slot) in version \(old.version) would be shown on "
                + "another puzzle in version \(now.version)"))
        }
      }
    }
    return findings.sorted()
  }
}

/// A pack that an app has, and the one that it gets.
private struct PackUpdate {
  let old: TreePack
  let new: TreePack
  /// What happened in between, by version.
  private var changed: [Int: Set<Int>] = [:]
  private var maps: [Int: [Int?]] = [:]

  init(from old: TreePack, to new: TreePack, _ changes: [ChangedSlots], _ moves: [SlotMigration]) {
    self.old = old
    self.new = new
    for change in changes where change.version > old.version && change.version <= new.version {
      changed[change.version, default: []].formUnion(change.slots)
    }
    for move in moves
    where move.pack == old.id && move.fromVersion >= old.version && move.fromVersion < new.version {
      maps[move.fromVersion + 1] = move.map
    }
  }

  /// The slots whose progress would be shown on another puzzle.
  var strays: [Int] {
    old.puzzles.filter { slot, sbn in
      [place(of: slot, isFollowingMaps: false), place(of: slot, isFollowingMaps: true)]
        .contains { place in
          guard let place, new.texts.indices.contains(place) else { return false }
          return !new.puzzles.contains { $0.index == place && $0.sbn.puzzle == sbn.puzzle }
        }
    }.map(\.index)
  }

  /// Where an app shows the progress of a slot; `nil` where it is dropped.
  private func place(of slot: Int, isFollowingMaps: Bool) -> Int? {
    var place = slot
    for version in Set(changed.keys).union(maps.keys).sorted() {
      if isFollowingMaps, let map = maps[version] {
        guard map.indices.contains(place), let next = map[place] else { return nil }
        place = next
      } else if changed[version]?.contains(place) ?? false {
        return nil
      }
    }
    return place
  }
}
