import Identity
import Manifest
import Notation
import StarBattle
import Stores

/// Packs that have to be bought: what the private part holds, and that none of it can be read from
/// the public one.
extension TreeInspection {
  /// A manifest with what its private part says, where that is here.
  ///
  /// Whoever has the public part alone can check no more than that.
  mutating func joined(_ manifest: Manifest) async throws(StoreError) -> Manifest {
    guard let link = manifest.privatePart else { return manifest }
    named.insert(link.object)
    guard hasPrivate || expectsPrivate else {
      let packs = manifest.packs.filter { $0.part == .paid }.map(\.id.text)
      if earlier == nil, !packs.isEmpty {
        reading.unchecked.append(
          "the private part is not here: \(packs.joined(separator: ", ")) could not be checked, "
            + "nor whether their puzzles stand elsewhere — name its place with --private-to")
      }
      return manifest
    }
    // Releases that sell the same share it: what is wrong with it is told with the latest of them.
    if isTold(link.object) { return try await joinedByPointer(manifest) }
    guard let bytes = try await bytes(link.object, missing: "the manifest names it") else {
      return try await joinedByPointer(manifest)
    }
    if let whole = manifest.joined(with: bytes) { return whole }
    let isChanged = Digest.sha256(of: bytes) != link.sha256
    note(
      link.object, isChanged ? .changed : .contradiction,
      isChanged
        ? "its SHA-256 is not the one in the manifest"
        : "it says something else of the private packs than the manifest")
    return try await joinedByPointer(manifest)
  }

  /// A manifest with what the pointer of the private part says, where the object that it points to
  /// is lost.
  ///
  /// If that cannot be known either, nobody can say of anything there that no release names it.
  private mutating func joinedByPointer(_ manifest: Manifest) async throws(StoreError) -> Manifest {
    if present[.privateManifest] != nil,
      let bytes = try await bytes(.privateManifest, missing: "it was there a moment ago"),
      let whole = manifest.joined(with: bytes)
    {
      return whole
    }
    knowsPrivate = false
    return manifest
  }

  /// Checks that nothing of the current release that has to be bought can be read by everybody.
  mutating func checkPaid(_ manifest: Manifest) async throws(StoreError) {
    let paid = manifest.packs.filter { !$0.free } + away
    guard !paid.isEmpty || manifest.privatePart != nil else { return }
    for key in present.keys.sorted() where key.part == .open && !sold.noted.contains(key) {
      _ = try await bytes(key, missing: "it was there a moment ago")
    }
    let ids = Dictionary(paid.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
    var found: [ObjectKey: Set<String>] = [:]
    for puzzle in reading.puzzles {
      guard let pack = puzzle.id.slot?.pack, ids[pack] != nil,
        case .success(let sbn) = TreePack.puzzle(Array(puzzle.sbn.utf8))
      else { continue }
      for key in sold.readable[sbn.puzzle.canonicalForm] ?? [] {
        found[key, default: []].insert(puzzle.id.description)
      }
    }
    for (key, puzzles) in found.sorted(by: { $0.key < $1.key }) { tell(puzzles, key, manifest) }
    for pack in paid { checkNames(of: pack, manifest, besides: Set(found.keys)) }
    for object in manifest.objects where object.key.part == .paid {
      guard let key = sold.digests[object.sha256], found[key] == nil else { continue }
      tell(["a copy of \(object.key)"], key, manifest)
    }
  }

  /// Looks for what the public part has by the names of a pack that has to be bought: it may be an
  /// earlier version, or no puzzle, and it need not be known what the private part has.
  private mutating func checkNames(
    of pack: Manifest.Pack, _ manifest: Manifest, besides found: Set<ObjectKey>
  ) {
    let sha256 = String(pack.object.name.prefix { $0 != "." })
    let folders = [
      ("packs", ["\(pack.id).json"]), ("app", ["\(pack.id).json", "\(pack.id)-hints.json"]),
    ]
    for key in present.keys.sorted() where key.part == .open && !found.contains(key) {
      let isHints = key.text.hasPrefix("puzzles/hints/\(sha256).")
      let isNamed = folders.contains { folder, names in
        guard key.folders == ["puzzles", folder] else { return false }
        return names.contains { key.name == $0 || (key.hasDigest && key.name.hasSuffix("." + $0)) }
      }
      if isHints || isNamed { tell(["pack \(pack.id)"], key, manifest) }
    }
  }

  private mutating func tell(_ what: Set<String>, _ key: ObjectKey, _ manifest: Manifest) {
    let list = what.sorted().prefix(3).joined(separator: ", ")
    let more = what.count > 3 ? " and \(what.count - 3) more" : ""
    let isKept = manifest.earlierObjects.contains(key)
    let caches = "what players and caches have fetched nobody can take back"
    let advice =
      switch (isKept, manifest.rollback) {
      case (false, _): "remove it; what somebody has fetched nobody can take back"
      case (true, nil):
        "earlier releases had it; “almanac release gc --keep 2” removes it from here, and \(caches)"
      case (true, _?):
        "earlier releases had it, and some are kept as long as the rollback stands: end it with "
          + "“almanac release publish --resume”, then “almanac release gc --keep 2” removes it; "
          + caches
      }
    note(key, .paid, "\(list)\(more) can be read here and has to be bought — \(advice)")
  }
}
