package import Dates
import Identity
package import Manifest
import Notation
import StarBattle
package import Stores
import Wording

/// A content turned into objects and into what a manifest says of them.
package struct RenderedContent {
  /// The objects that a release of this content names, by key.
  package var objects: [ObjectKey: StoredObject] = [:]

  /// The packs, as the manifest has them.
  package var packs: [Manifest.Pack] = []

  /// Where slots went, as the manifest has it.
  let migrations: [SlotMigration]

  /// The calendar, as the manifest has it.
  var calendar: [Cadence: Manifest.Calendar] = [:]

  /// Objects that the latest release names and this one does, too.
  var carried: [ObjectKey: Carried] = [:]

  /// All free packs in one object, where that is published.
  var bundle: Manifest.Bundle?

  /// The mobile app's lists, as the manifest has them.
  var streaks: [Manifest.Streak] = []

  /// Whether `now.json` follows the manifest.
  var now = false

  /// Lists of what was ever published.
  var used: [Manifest.UsedList] = []

  /// Lists that the latest release names and this one has put into another.
  var merged: [ObjectKey: Carried] = [:]

  /// The library that compressed objects.
  var zstd: String?

  /// An object that is published already, and how to make it again.
  struct Carried {
    let object: Manifest.Object
    let make: @Sendable () throws(PublishError) -> StoredObject
  }

  /// An object of this content with its bytes; `nil` when there is none.
  func object(_ key: ObjectKey) throws(PublishError) -> StoredObject? {
    if let object = objects[key] { return object }
    return try (carried[key] ?? merged[key])?.make()
  }

  /// Renders a content.
  ///
  /// - Parameters:
  ///   - content: What to render.
  ///   - time: The release's clock; it decides how long calendar entries may be kept.
  /// - Throws: `PublishError.badContent` or `.badText`, naming the pack, slot or date.
  package init(_ content: ReleaseContent, at time: Timestamp) throws(PublishError) {
    migrations = content.migrations.sorted { ($0.pack, $0.fromVersion) < ($1.pack, $1.fromVersion) }
    let grader = content.provenance.graderVersion
    for pack in content.packs { try add(pack, gradedBy: grader) }
    for entry in content.calendar { try add(entry, at: time) }
    var graders: [Period: Int] = [:]
    for entry in content.calendar { graders[entry.period] = entry.grader }
    for cadence in Cadence.allCases {
      calendar[cadence]?.entries.sort { $0.period < $1.period }
      let periods = (calendar[cadence]?.entries ?? []).map(\.period)
      calendar[cadence]?.graders = Manifest.Graders(periods.map { graders[$0] ?? grader })
    }
  }

  private mutating func add(
    _ pack: ReleaseContent.Pack, gradedBy grader: Int
  ) throws(PublishError) {
    guard !packs.contains(where: { $0.id == pack.id }) else {
      throw .badContent("pack \(pack.id) is there twice")
    }
    guard PackName.isValid(pack.name) else {
      throw .badContent("pack \(pack.id): a name is \(PackName.rule)")
    }
    guard pack.version >= 1 else {
      throw .badContent("pack \(pack.id): version \(pack.version) — versions start at 1")
    }
    guard !pack.puzzles.isEmpty else {
      throw .badContent("pack \(pack.id) is empty — a pack has at least one puzzle")
    }
    let graders = pack.graders ?? pack.puzzles.map { _ in grader }
    guard graders.count == pack.puzzles.count else {
      throw .badContent(
        "pack \(pack.id): \(pack.puzzles.count, of: "puzzle") and the graders of \(graders.count)")
    }
    var puzzles: [SBN] = []
    for (index, text) in pack.puzzles.enumerated() {
      let id = PuzzleID.slot(pack: pack.id, index: index)
      puzzles.append(try RenderedContent.read(text, id: id))
    }
    let bytes = PackFile.bytes(of: pack)
    let sha256 = Digest.sha256(of: bytes)
    let object = StoredObject(
      key: .pack(pack.id, sha256: sha256, in: pack.part), bytes: bytes, mediaType: MediaType.json,
      cacheControl: CacheControl.named(in: pack.part), sha256: sha256)
    objects[object.key] = object
    var line = Manifest.Pack(
      pack, puzzles: puzzles, graders: Manifest.Graders(graders), object: object.key)
    if pack.part == .paid { line.bytes = bytes.count }
    packs.append(line)
  }

  private mutating func add(
    _ entry: ReleaseContent.Entry, at time: Timestamp
  ) throws(PublishError) {
    let period = entry.period
    // A day beyond year 9999 has a text that cannot be read back.
    guard let known = try? Period(id: period.id), known == period else {
      throw .badContent("\(period) is beyond the years that can be written, 1…9999")
    }
    _ = try RenderedContent.read(entry.sbn, id: .date(period))
    let object = StoredObject(
      key: .entry(period), bytes: Array(entry.sbn.utf8), mediaType: MediaType.sbn,
      cacheControl: CacheControl.entry(period, at: time))
    guard objects.updateValue(object, forKey: object.key) == nil else {
      throw .badContent("\(period) is there twice")
    }
    let line = Manifest.Entry(period: period, sha256: object.sha256)
    calendar[period.cadence, default: Manifest.Calendar(entries: [])].entries.append(line)
  }

  private static func read(_ text: String, id: PuzzleID) throws(PublishError) -> SBN {
    do {
      return try SBN(text)
    } catch {
      throw .badText("\(id)", detail: "\(error)")
    }
  }

  /// Whether bytes are one SBN string and nothing else.
  static func isPuzzle(_ bytes: [UInt8]) -> Bool {
    guard let text = String(validating: bytes, as: UTF8.self) else { return false }
    return (try? SBN(text)) != nil
  }

  /// Whether a player would find the same in a release.
  ///
  /// That is the same packs in the same order with the same changes told, the same calendar and the
  /// same profiles. Numbers, clocks and provenance do not count.
  func hasSameContent(as manifest: Manifest) -> Bool {
    manifest.isWhole
      && packs.map(\.object) == manifest.packs.map(\.object)
      && packs.map(\.entitlements) == manifest.packs.map(\.entitlements)
      && packs.map(\.app) == manifest.packs.map(\.app)
      && packs.map(\.changes) == manifest.packs.map(\.changes)
      && calendar.mapValues(\.entries) == manifest.calendar.mapValues(\.entries)
      && now == manifest.now && streaks == manifest.streaks
      && Set(objects.keys).union(carried.keys)
        == Set(manifest.objects.map(\.key).filter { !$0.isPrivateRelease })
  }

  /// The manifest of this content; its withdrawals and what is kept of earlier releases are the
  /// publisher's to add.
  ///
  /// - Parameters:
  ///   - number: The release's number.
  ///   - previous: The release before it in this tree.
  ///   - time: The release's clock.
  ///   - provenance: What the puzzles were made with.
  /// - Returns: The manifest, its objects by ascending key.
  func manifest(
    release number: Int, after previous: PublishedState.Release?, at time: Timestamp,
    provenance: ReleaseContent.Provenance
  ) -> Manifest {
    let named = objects.values.map(Manifest.Object.init) + carried.values.map(\.object)
    var manifest = Manifest(
      release: number,
      previous: previous.map {
        .init(release: $0.manifest.release, sha256: Digest.sha256(of: $0.bytes))
      },
      createdAt: time,
      generatorVersion: provenance.generatorVersion,
      graderVersion: provenance.graderVersion,
      recipeHash: provenance.recipeHash,
      packs: packs,
      objects: named.sorted { $0.key < $1.key },
      earlierObjects: [],
      migrations: migrations,
      calendar: calendar,
      bundle: bundle,
      used: used,
      zstd: zstd)
    manifest.now = now
    manifest.streaks = streaks
    return manifest
  }
}

extension Manifest.Object {
  package init(_ object: StoredObject) {
    self.init(
      key: object.key, mediaType: object.mediaType, bytes: object.bytes.count,
      sha256: object.sha256, md5: object.md5, cacheControl: object.cacheControl)
  }
}

extension Manifest.Pack {
  init(
    _ pack: ReleaseContent.Pack, puzzles: [SBN], graders: Manifest.Graders, object: ObjectKey
  ) {
    var counts: [Grid: Int] = [:]
    for puzzle in puzzles { counts[puzzle.puzzle.grid, default: 0] += 1 }
    let grids = counts.keys.sorted()
    let difficulties = puzzles.compactMap(\.metadata.difficulty).sorted()
    var range: ClosedRange<Int>?
    if let least = difficulties.first, let most = difficulties.last { range = least...most }
    self.init(
      id: pack.id, name: pack.name, version: pack.version, free: pack.free, object: object,
      grids: grids.map { .init(size: $0.side, stars: $0.stars, count: counts[$0] ?? 0) },
      difficulty: range, graders: graders, changes: pack.changes)
    entitlements = pack.entitlements
  }
}
