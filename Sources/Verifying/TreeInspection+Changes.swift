import Identity
import Manifest
import Stores
import Wording

/// Whether players are told of every slot that got another puzzle, so that no app lays old progress
/// on it.
extension TreeInspection {
  /// Remembers what a release has of its packs; later releases come first.
  mutating func note(packsOf manifest: Manifest) {
    for pack in manifest.packs { lines[pack.id, default: []].append((manifest.release, pack)) }
  }

  /// Checks that what a release has told is still told by the next one that has the pack.
  mutating func checkTold(_ earlier: Manifest, before later: Manifest) {
    for pack in earlier.packs {
      guard let next = lines[pack.id]?.last, next.line.part == .open || later.isJoined else {
        continue
      }
      for change in pack.changes where !next.line.changes.contains(change) {
        note(
          .release(next.release), .contradiction,
          "pack \(pack.id): what release \(earlier.release) tells of slots "
            + "\(change.slots.listed) in version \(change.version) is not in it")
      }
    }
    let packs = Set(later.packs.filter { $0.part == .open || later.isJoined }.map(\.id))
    for move in earlier.migrations
    where packs.contains(move.pack) && !later.migrations.contains(move) {
      note(
        .release(later.release), .contradiction,
        "pack \(move.pack): the map of version \(move.fromVersion) in release \(earlier.release) is "
          + "not in it")
    }
  }

  /// Keeps the file of a pack that has other ones beside it.
  mutating func keep(_ file: TreePack, of object: ObjectKey) {
    guard file.problems.isEmpty, let known = lines[file.id],
      known.contains(where: { $0.line.object != object })
    else { return }
    packFiles[object] = file
  }

  /// Checks what the current release tells of a pack against every version that is still there.
  mutating func checkChanges(of pack: Manifest.Pack, in manifest: Manifest) {
    var told: Set<[Int]> = []
    for change in pack.changes {
      if change.version > pack.version {
        note(
          .manifest, .contradiction,
          "pack \(pack.id) is version \(pack.version), and `changes` tells of \(change.version)")
      }
      for slot in change.slots where !told.insert([change.version, slot]).inserted {
        note(
          .manifest, .contradiction,
          "pack \(pack.id): `changes` tells of slot \(slot) in version \(change.version) twice")
      }
    }
    var versions: [(version: Int, file: TreePack)] = []
    for (_, line) in (lines[pack.id] ?? []).reversed() {
      guard let file = packFiles[line.object], versions.last?.version != line.version else {
        continue
      }
      versions.append((line.version, file))
    }
    for ((from, old), (version, new)) in zip(versions, versions.dropFirst()) {
      guard version == from + 1 else { continue }
      check(pack, version, old, new)
      for move in manifest.migrations where move.pack == pack.id && move.fromVersion == from {
        check(move, old, new)
      }
    }
  }

  private mutating func check(
    _ pack: Manifest.Pack, _ version: Int, _ old: TreePack, _ new: TreePack
  ) {
    let changed = old.puzzles.indices.filter { old.puzzle(at: $0) != new.puzzle(at: $0) }
    let told = pack.changes.filter { $0.version == version }.flatMap(\.slots)
    let untold = changed.filter { !told.contains($0) }
    if !untold.isEmpty {
      note(
        .manifest, .contradiction,
        "pack \(pack.id): \(untold.listedSlots) got another puzzle in version \(version), or "
          + "none, and `changes` does not tell: apps would lay old progress on it")
    }
    let wrong = told.filter { !changed.contains($0) }
    if !wrong.isEmpty {
      note(
        .manifest, .contradiction,
        "pack \(pack.id): `changes` tells of \(wrong.listedSlots) in version \(version), where "
          + "nothing has changed")
    }
  }

  private mutating func check(_ move: SlotMigration, _ old: TreePack, _ new: TreePack) {
    let isWhole = move.map.count == old.texts.count
    let strays = move.map.enumerated().filter { slot, place in
      place.map { new.puzzle(at: $0) == nil || new.puzzle(at: $0) != old.puzzle(at: slot) } ?? false
    }
    guard !isWhole || !strays.isEmpty else { return }
    let what =
      isWhole
      ? "leads \(strays.map(\.offset).listedSlots) to another puzzle"
      : "is not of its \(old.texts.count, of: "slot")"
    note(
      .manifest, .contradiction, "pack \(move.pack): the map of version \(move.fromVersion) \(what)"
    )
  }
}

extension [Int] {
  /// `3, 4, 5`, and no more than a line.
  fileprivate var listed: String {
    prefix(8).map(String.init).joined(separator: ", ") + (count > 8 ? " …" : "")
  }

  /// `slot 3`, `slots 3, 4`.
  fileprivate var listedSlots: String { (count > 1 ? "slots " : "slot ") + listed }
}
