import Dates
import Identity
import Manifest
import Notation
import Stores

extension TreeInspection {
  /// Checks every object that the current or an earlier release names, and what is in it.
  mutating func checkObjects(
    _ current: (manifest: Manifest, bytes: [UInt8])
  ) async throws(StoreError) {
    let manifest = current.manifest
    for (object, following) in zip(manifest.objects, manifest.objects.dropFirst())
    where object.key >= following.key {
      note(.manifest, .contradiction, "\(following.key) is not in order, or there twice")
    }
    checkProfiles(manifest)
    var contents: [ObjectKey: [UInt8]] = [:]
    var declared: [ObjectKey: Manifest.Object] = [:]
    for object in manifest.objects {
      named.insert(object.key)
      declared[object.key] = object
      // What is wrong with a private manifest was told when it was read.
      if object.key.isPrivateRelease && isTold(object.key) { continue }
      if let bytes = try await namedBytes(of: object) { contents[object.key] = bytes }
      checkHeaders(of: object, at: manifest.createdAt)
    }
    for pack in manifest.packs where pack.part == .open || manifest.isJoined {
      check(pack, of: manifest, declared[pack.object], contents[pack.object])
    }
    for cadence in Cadence.allCases {
      guard let calendar = manifest.calendar[cadence] else { continue }
      let graders = calendar.entries.indices.map { manifest.grader(of: calendar, at: $0) }
      for (entry, grader) in zip(calendar.entries, graders) {
        let key = ObjectKey.entry(entry.period)
        check(entry, gradedBy: grader, declared[key], contents[key])
      }
      checkGraders(graders, of: "\(cadence.rawValue) puzzles are said to be graded", in: .manifest)
    }
    checkProfileContents(manifest, contents)
    checkMakers(manifest)
    var older: [ObjectKey: [UInt8]] = [:]
    var lists: [(streak: Manifest.Streak, bytes: [UInt8])] = []
    for (object, release) in past.values.sorted(by: { $0.object.key < $1.object.key }) {
      earlier = release
      defer { earlier = nil }
      guard let bytes = try await namedBytes(of: object) else { continue }
      older[object.key] = object.key.text.hasSuffix(".bin") ? bytes : nil
      if let streak = streaks[object.key] { lists.append((streak, bytes)) }
      guard object.key.period == nil, let pack = TreePack(bytes) else { continue }
      keep(pack, of: object.key)
      claim(pack, in: object.key, isCurrent: false)
    }
    earlier = nil
    compareStreaks(lists, with: manifest, contents)
    checkUsed(manifest, contents, past: older)
    for pack in manifest.packs { checkChanges(of: pack, in: manifest) }
  }

  /// The bytes of an object, if they are those that the manifest names.
  private mutating func namedBytes(of object: Manifest.Object) async throws(StoreError) -> [UInt8]?
  {
    let missing = "the manifest names it"
    if let info = present[object.key], info.bytes != object.bytes {
      note(object.key, .changed, "it has \(info.bytes) bytes, not \(object.bytes)")
      return nil
    }
    guard let bytes = try await bytes(object.key, missing: missing) else { return nil }
    guard Digest.sha256(of: bytes) == object.sha256 else {
      note(object.key, .changed, "its SHA-256 is not the one in the manifest")
      return nil
    }
    guard Digest.md5(of: bytes) == object.md5 else {
      note(object.key, .contradiction, "the manifest has another MD5 for it than for its SHA-256")
      return nil
    }
    return bytes
  }

  private mutating func check(
    _ pack: Manifest.Pack, of manifest: Manifest, _ object: Manifest.Object?, _ bytes: [UInt8]?
  ) {
    guard let object else {
      note(.manifest, .contradiction, "pack \(pack.id) is in \(pack.object), which is not named")
      return
    }
    let folder = pack.free ? "puzzles" : "private"
    if !pack.free, object.key.part == .open {
      note(object.key, .paid, "pack \(pack.id) has to be bought, and is in the public part")
    } else if object.key.text != "\(folder)/packs/\(object.sha256).\(pack.id).json" {
      note(object.key, .contradiction, "its name is not made of its SHA-256 and “\(pack.id)”")
    }
    guard let bytes else { return }
    guard let file = TreePack(bytes) else {
      note(object.key, .unreadable, "it is no pack of id, name, version, free, puzzles, in order")
      return
    }
    if (file.id, file.version, file.free) != (pack.id, pack.version, pack.free)
      || !PackName.areSame(file.name, pack.name)
    {
      note(object.key, .contradiction, "id, name, version or free differ from the manifest's")
    }
    if file.grids != pack.grids.map({ [$0.size, $0.stars, $0.count] }) {
      note(object.key, .contradiction, "its grids or their counts differ from the manifest's")
    }
    if file.difficulty != pack.difficulty {
      note(object.key, .contradiction, "its range of difficulty differs from the manifest's")
    }
    for (index, problem) in file.problems {
      note(object.key, .unreadable, "\(SlotID(pack: pack.id, index: index)): \(problem)")
    }
    for (index, text) in file.texts.enumerated() {
      reading.puzzles.append(
        PublishedPuzzle(
          id: .slot(pack: pack.id, index: index), grader: manifest.grader(of: pack, at: index),
          object: object.key, sbn: text))
    }
    checkGraders(
      file.texts.indices.map { manifest.grader(of: pack, at: $0) },
      of: "puzzles of pack \(pack.id) are said to be graded", in: .manifest)
    keep(file, of: object.key)
    claim(file, in: object.key, isCurrent: true)
  }

  private mutating func claim(_ pack: TreePack, in object: ObjectKey, isCurrent: Bool) {
    for (index, sbn) in pack.puzzles {
      let id = PuzzleID.slot(pack: pack.id, index: index)
      claim(sbn.puzzle, as: id, isCurrent: isCurrent, in: object)
    }
  }

  private mutating func check(
    _ entry: Manifest.Entry, gradedBy grader: Int, _ object: Manifest.Object?, _ bytes: [UInt8]?
  ) {
    guard let object, object.sha256 == entry.sha256 else {
      note(.manifest, .contradiction, "\(entry.period) has no object of its SHA-256")
      return
    }
    guard let bytes else { return }
    switch TreePack.puzzle(bytes) {
    case .success(let sbn):
      let text = sbn.description
      reading.puzzles.append(
        PublishedPuzzle(
          id: .date(entry.period), grader: grader, object: object.key, sbn: text))
      claim(sbn.puzzle, as: .date(entry.period), isCurrent: true, in: object.key)
    case .failure(let problem): note(object.key, .unreadable, "\(problem)")
    }
  }
}
