import Dates
import Identity
import Manifest
import StarBattle
import Stores

/// A reading of a tree in the making: what was seen so far, and what was wrong with it.
struct TreeInspection {
  let store: any ObjectStore

  /// Every object in the tree.
  private(set) var present: [ObjectKey: ObjectInfo]

  var reading = TreeReading()
  private var findings: [Finding] = []

  /// Keys that something names.
  var named: Set<ObjectKey> = [.manifest, .versions]

  /// The release before the current one, where there is one.
  var previous: Manifest?

  /// Releases above the current one, whose manifests nothing points to.
  var newer: [Manifest] = []

  /// The ids of what was taken back, for another puzzle or for good, by the current release.
  var withdrawn: Set<String> = []

  /// Objects of releases that are not kept any more, still to be removed.
  var forgotten: Set<ObjectKey> = []

  /// Objects of earlier releases that the current one does not have, and the latest of these.
  var past: [ObjectKey: (object: Manifest.Object, release: Int)] = [:]

  /// The earlier release that is being looked at.
  var earlier: Int?

  /// What the releases have of each pack, the latest first.
  var lines: [PackID: [(release: Int, line: Manifest.Pack)]] = [:]

  /// The app's lists of earlier releases, by their objects.
  var streaks: [ObjectKey: Manifest.Streak] = [:]

  /// The files of packs that have changed, by their objects.
  var packFiles: [ObjectKey: TreePack] = [:]

  /// The latest grader that a release was made with; `nil` where not every release is here to say
  /// so.
  var latestGrader: Int?

  /// The releases with which objects of the current one came, as far as that can be told.
  var makers: [ObjectKey: Maker] = [:]

  /// Objects with steps that are by another grader than the release with which they came.
  var misfits: [Maker: [(key: ObjectKey, grader: Int)]] = [:]

  /// Puzzles that are said to be graded by a later grader than the release with which they came.
  var foresights: [Foresight] = []

  /// The day that `now.json` is of, where it is right.
  var nowDay: Day?

  /// Where each puzzle was met first, by its canonical form.
  var seen: [CanonicalForm: PuzzleID] = [:]

  /// The puzzles that everybody can read, and what has to be bought.
  var sold = SoldPuzzles()

  /// Packs that have to be bought, and that the rollback at hand keeps from players until it ends.
  var away: [Manifest.Pack] = []

  /// Whether the private part has to be there.
  let expectsPrivate: Bool

  /// Whether anything of it is there.
  let hasPrivate: Bool

  /// Whether what releases name of it is known, as far as they are kept.
  var knowsPrivate = true

  init(
    store: any ObjectStore, listing: StoreListing, private other: StoreListing,
    expectsPrivate: Bool
  ) {
    self.store = store
    self.expectsPrivate = expectsPrivate
    hasPrivate = !other.objects.isEmpty
    var present: [ObjectKey: ObjectInfo] = [:]
    for info in listing.objects + other.objects { present[info.key] = info }
    self.present = present
    findings +=
      (listing.litter + other.litter).map { path in
        Finding(
          object: path, kind: .unfinished,
          message: path.hasSuffix("/") ? "an empty folder" : "a file that was being written")
      }
    findings +=
      (listing.strays + other.strays).map { path in
        Finding(
          object: path, kind: .unnamed, message: "a link, a device or a name that no object has")
      }
  }

  var result: TreeReading {
    var result = reading
    result.add(findings)
    return result
  }

  mutating func note(_ key: ObjectKey, _ kind: Finding.Kind, _ message: String) {
    findings.append(Finding(object: key.text, kind: kind, message: message, earlier: earlier))
  }

  /// Whether something is known to be wrong with an object.
  func isTold(_ key: ObjectKey) -> Bool { findings.contains { $0.object == key.text } }

  /// The bytes of an object; what keeps them from being read is noted.
  mutating func bytes(_ key: ObjectKey, missing: String) async throws(StoreError) -> [UInt8]? {
    do throws(StoreError) {
      if let copy = try await store.fetch(key, limit: DirectoryStore.largestObject) {
        // Not every listing has the headers.
        present[key] = copy.info
        if key.part == .open { sold.note(copy.bytes, of: key) }
        return copy.bytes
      }
      note(key, .missing, missing)
    } catch {
      switch error {
      case .notAFile(let path): noteObstacle(path, "\(error)")
      case .tooLarge: note(key, .unreadable, "\(error)")
      default: throw error
      }
    }
    return nil
  }

  /// Notes what lies in the place of an object, or of a folder on the way to it, once.
  private mutating func noteObstacle(_ path: String, _ message: String) {
    let root = store.name + "/"
    let name = path.hasPrefix(root) ? String(path.dropFirst(root.count)) : path
    guard !findings.contains(where: { $0.object == name && $0.kind == .obstacle }) else { return }
    findings.append(Finding(object: name, kind: .obstacle, message: message))
  }

  /// Whether there is an object, or anything else in its place.
  mutating func isThere(_ key: ObjectKey) async throws(StoreError) -> Bool {
    if present[key] != nil { return true }
    do throws(StoreError) {
      return try await store.head(key) != nil
    } catch {
      if case .notAFile = error { return true }
      throw error
    }
  }

  /// A manifest; what keeps it from being read is noted.
  mutating func manifest(_ bytes: [UInt8], _ key: ObjectKey) -> Manifest? {
    do throws(ManifestError) {
      let manifest = try Manifest(json: bytes)
      sold.note(packsOf: manifest)
      if manifest.json != bytes {
        note(key, .changed, "it is not written as manifests are: compact, with sorted keys")
      }
      return manifest
    } catch {
      note(key, .unreadable, "\(error)")
      return nil
    }
  }

  /// The current release, with the bytes of its manifest.
  mutating func currentRelease() async throws(StoreError) -> (manifest: Manifest, bytes: [UInt8])? {
    let missing = "the tree has no manifest, so nothing in it is published"
    guard let bytes = try await bytes(.manifest, missing: missing),
      let alone = manifest(bytes, .manifest)
    else { return nil }
    let manifest = try await joined(alone)
    reading.manifest = manifest
    withdrawn = Set(manifest.withdrawals.map(\.id) + manifest.replacements.map(\.period.id))
    // What a release was made with cannot be known from outside: the numbers are bounded, and no
    // reader needs them where lists of graders say it puzzle by puzzle, which are checked. A grader
    // is held against what came with the release.
    if !Digest.isHexadecimal(manifest.recipeHash, bytes: 32) {
      note(.manifest, .contradiction, "`recipeHash` is no SHA-256")
    }
    return (manifest, bytes)
  }

  /// Notes versions of the grader that nothing in the tree can be of: whatever is published was
  /// graded, or explained, when a release was made, or before.
  mutating func checkGraders(_ versions: [Int], of what: String, in key: ObjectKey) {
    guard let latestGrader else { return }
    for version in Set(versions).sorted() where !(0...latestGrader).contains(version) {
      note(
        key, .contradiction,
        "\(what) by grader \(version), and no release was made with a later one than "
          + "\(latestGrader)")
    }
  }

  mutating func checkAge(_ current: (manifest: Manifest, bytes: [UInt8]), atLeast release: Int) {
    guard current.manifest.release < release else { return }
    note(
      .manifest, .older,
      "it is release \(current.manifest.release), and release \(release) was published already")
  }

  /// Notes a puzzle and where it is published; one that is published elsewhere, too, is a twin.
  ///
  /// In earlier releases a puzzle may have had another slot of its pack.
  mutating func claim(_ puzzle: Puzzle, as id: PuzzleID, isCurrent: Bool, in object: ObjectKey) {
    let form = puzzle.canonicalForm
    guard let first = seen.updateValue(id, forKey: form) else { return }
    seen[form] = first
    if !isCurrent {
      if first == id { return }
      if let pack = first.slot?.pack, pack == id.slot?.pack { return }
    }
    note(object, .twin, "\(id) is the same puzzle as \(first), turned or relettered")
  }
}
