import Catalog
import Dates
import Identity
import Manifest
import Publishing
import Stores

/// What a published tree tells about the catalogue that made it: the texts of its puzzles, not yet
/// graded.
///
/// Releases are gone through from the oldest that is kept to the latest, finished or not. A puzzle
/// belongs to the first release that has it; a date to the first that names it with these bytes.
struct TreeRecollection {
  let history: ReleaseHistory
  private let reader: ReleaseReader
  /// The puzzles by their texts, what each was published with first, and the version that graded
  /// it.
  private(set) var puzzles: [(text: String, release: Manifest, grader: Int)] = []
  var restoration = Restoration()
  /// What cannot be told any more, a line each.
  private(set) var gaps: [String] = []

  /// Whether the tree lists nothing of what it once had: it is of an earlier program.
  private var isForgetful = true
  private var numbers: [String: Int] = [:]
  private var packs: [ObjectKey: ReleaseContent.Pack] = [:]
  /// The version of each pack that the releases so far have come to.
  private var lastVersions: [PackID: Int] = [:]
  /// What releases have told of changed slots: every one repeats all of it.
  private var toldChanges: [PackID: Set<ChangedSlots>] = [:]
  /// Dates that the latest release does not name any more, with the releases that named them first.
  private(set) var takenBack: [(entry: Manifest.Entry, release: Manifest)] = []

  var latest: Manifest? { history.releases.last }

  /// Reads a tree as it is with its latest release, finished or not.
  ///
  /// - Throws: `PublishError.damagedRelease` when the latest release cannot be read as a whole, and
  ///   `.store` when the store fails; what only earlier releases had and is damaged is a gap.
  init(of store: any ObjectStore, upTo latest: Manifest) async throws {
    history = try await ReleaseHistory(of: store, upTo: latest)
    reader = ReleaseReader(of: store)
    guard let latest = history.releases.last else { return }
    let (used, lost) = try await reader.used(in: latest)
    restoration.used = used
    for key in lost {
      gaps.append(
        "\(key) is damaged or missing: a puzzle that only earlier releases had could be made again")
    }
    isForgetful = latest.used.isEmpty
    if isForgetful, let first = history.releases.first, first.release > 1 {
      gaps.append(
        "releases before \(first.release) are not in the tree any more: a puzzle that only they "
          + "had could be made again")
    }
    for release in history.releases {
      restoration.releases.append(
        NewRelease(
          number: release.release, manifest: try await TreeRecollection.bytes(release, store),
          createdAt: release.createdAt.description, packs: [], dates: []))
      for line in release.packs { try await note(line, of: release, isLatest: release == latest) }
    }
    try await noteCalendar(latest)
    try await noteFillers(latest, store)
    noteMigrations(latest)
    noteSlots(latest)
  }

  /// The bytes of a manifest as the tree has them.
  private static func bytes(_ release: Manifest, _ store: any ObjectStore) async throws -> [UInt8] {
    if let bytes = try await store.get(.release(release.release)),
      (try? Manifest(json: bytes))?.json == release.json
    {
      return bytes
    }
    return try await store.get(.manifest) ?? release.json
  }

  /// The number of a puzzle.
  mutating func number(
    of text: String, in release: Manifest, gradedBy grader: Int
  ) -> Int {
    if let number = numbers[text] { return number }
    puzzles.append((text, release, grader))
    numbers[text] = puzzles.count - 1
    return puzzles.count - 1
  }

  /// Notes that an earlier release than was thought had a puzzle.
  mutating func wasOut(_ number: Int, in release: Manifest) {
    if release.release < puzzles[number].release.release { puzzles[number].release = release }
  }

  // MARK: - Packs

  private mutating func note(
    _ line: Manifest.Pack, of release: Manifest, isLatest: Bool
  ) async throws {
    noteChanges(line, in: release)
    let isNew = lastVersions[line.id] != line.version
    guard isNew || isLatest else { return }
    let pack: ReleaseContent.Pack
    do throws(PublishError) {
      if let known = packs[line.object] {
        pack = known
      } else {
        pack = try await reader.pack(line, of: release)
      }
    } catch {
      if isLatest { throw error }
      if case .store(let failure) = error, !failure.isOfObject { throw error }
      let danger = isForgetful ? ": a puzzle that only it had could be made again" : ""
      gaps.append(
        "version \(line.version) of pack \(line.id) is not in the tree any more\(danger)")
      return
    }
    packs[line.object] = pack
    let slots = pack.puzzles.enumerated().map { slot, text in
      number(of: text, in: release, gradedBy: release.grader(of: line, at: slot))
    }
    guard isNew else { return }
    lastVersions[line.id] = line.version
    // The pack's own name: the next release compares with that. The press never gave it one that is
    // none: somebody else has written it.
    let hasName = PackName.isValid(pack.name)
    if !hasName {
      gaps.append(
        "the name of version \(line.version) of pack \(line.id) is none — it has to be "
          + "\(PackName.rule); its id is kept instead")
    }
    restoration.versions.append(
      Restoration.PackVersion(
        pack: line.id, version: line.version, release: release.release,
        name: hasName ? pack.name : line.id.text, isFree: line.free, puzzles: slots))
  }

  /// Notes what a release tells of changed slots and none before it did.
  ///
  /// A release tells of a version when it publishes it, and all later ones keep it.
  private mutating func noteChanges(_ line: Manifest.Pack, in release: Manifest) {
    for change in line.changes
    where toldChanges[line.id, default: []].insert(change).inserted {
      restoration.changes.append((line.id, change, release.release))
    }
  }

  /// What the slots held that a rollback has put aside: they come back with `release publish
  /// --resume`.
  ///
  /// A puzzle that was taken back since has the one in its place that came then.
  private mutating func noteSlots(_ latest: Manifest) {
    guard latest.rollback != nil else { return }
    let whole = history.releases.filter { $0.rollback == nil }
    if whole.isEmpty {
      gaps.append(
        "no release from before the rollback is in the tree any more: what it has put aside does "
          + "not come back with its end, but for packs that it has put away")
    }
    for pack in Set(restoration.versions.map(\.pack)).sorted() {
      let versions = restoration.versions.filter { $0.pack == pack }
      let line = whole.lazy.reversed().compactMap { release in
        release.packs.first { $0.id == pack }
      }.first
      guard let newest = versions.last, let line,
        let own = versions.last(where: { $0.version == line.version }),
        own.version != newest.version
      else { continue }
      var slots = own.puzzles
      for withdrawal in latest.withdrawals where withdrawal.release > own.release {
        guard let slot = SlotID(withdrawal.id), slot.pack == pack,
          let before = versions.last(where: { $0.release < withdrawal.release }),
          let after = versions.first(where: { $0.release >= withdrawal.release }),
          before.puzzles.indices.contains(slot.index), after.puzzles.indices.contains(slot.index),
          let place = slots.firstIndex(of: before.puzzles[slot.index]),
          !slots.contains(after.puzzles[slot.index])
        else { continue }
        slots[place] = after.puzzles[slot.index]
      }
      restoration.slots[pack] = slots
    }
  }

  private mutating func noteMigrations(_ latest: Manifest) {
    for move in latest.migrations {
      let next = restoration.versions.first {
        $0.pack == move.pack && $0.version == move.fromVersion + 1
      }
      restoration.migrations.append(
        NotedMigration(move, release: next?.release ?? latest.release))
    }
  }

  // MARK: - Calendar

  private mutating func noteCalendar(_ latest: Manifest) async throws {
    var firsts: [Manifest.Entry: Manifest] = [:]
    var order: [Manifest.Entry] = []
    for release in history.releases {
      for cadence in Cadence.allCases {
        for entry in release.calendar[cadence]?.entries ?? [] where firsts[entry] == nil {
          firsts[entry] = release
          order.append(entry)
        }
      }
    }
    let current = Set(latest.calendar.values.flatMap(\.entries))
    for entry in order {
      guard let first = firsts[entry] else { continue }
      guard current.contains(entry) else {
        takenBack.append((entry, first))
        continue
      }
      let text = try await reader.puzzle(entry, of: latest)
      let number = number(of: text, in: first, gradedBy: first.grader(of: entry))
      restoration.dates.append((entry.period, number, first.release))
    }
  }

  /// Notes what was taken back or replaced, with the puzzles of those dates as far as they could be
  /// made again.
  mutating func noteWithdrawals(_ found: [Manifest.Entry: String]) {
    guard let latest else { return }
    var dates: [String: [Int]] = [:]
    var replaced: [Manifest.Entry: Int] = [:]
    let replacements = Set(
      latest.replacements.map { Manifest.Entry(period: $0.period, sha256: $0.replaced) })
    for (entry, release) in takenBack {
      guard let text = found[entry] else {
        if isForgetful {
          gaps.append(
            "the puzzle of \(entry.period.id) in release \(release.release) was taken back and is "
              + "not in the tree any more: it could be made again")
        }
        continue
      }
      let number = number(of: text, in: release, gradedBy: release.grader(of: entry))
      replaced[entry] = number
      if !replacements.contains(entry) { dates[entry.period.id, default: []].append(number) }
    }
    let times = Dictionary(
      history.releases.map { ($0.release, $0.createdAt) }, uniquingKeysWith: { first, _ in first })
    let current = Dictionary(
      latest.calendar.values.flatMap { $0.entries.map { ($0.period, $0.sha256) } },
      uniquingKeysWith: { first, _ in first })
    for line in latest.replacements {
      let after = Manifest.Entry(period: line.period, sha256: line.by)
      let isThere = current[line.period] == line.by
      if current[line.period] == nil, line.release == latest.release {
        gaps.append(
          "the puzzle that \(line.period) was to get after release \(line.release) is not in the "
            + "tree: the next night gives it another, if that is before \(line.period.beginning)")
      }
      restoration.replacements.append(
        Restoration.DateReplacement(
          period: line.period, reason: line.reason, release: line.release,
          at: (times[line.release] ?? latest.createdAt).description,
          before: replaced[Manifest.Entry(period: line.period, sha256: line.replaced)],
          after: isThere
            ? restoration.dates.first { $0.period == line.period }?.puzzle : replaced[after]))
    }
    for line in latest.withdrawals {
      var puzzle: Int?
      if var known = dates[line.id], !known.isEmpty {
        puzzle = known.removeFirst()
        dates[line.id] = known
      } else if let slot = SlotID(line.id) {
        let before = restoration.versions.last {
          $0.pack == slot.pack && $0.release < line.release
        }
        if let before, before.puzzles.indices.contains(slot.index) {
          puzzle = before.puzzles[slot.index]
        }
      }
      let time = times[line.release] ?? latest.createdAt
      restoration.withdrawals.append(
        (Withdrawal(id: line.id, reason: line.reason), time.description, puzzle))
    }
  }

  /// Everything, with its puzzles in the order in which they were published.
  func restoration(_ graded: [NewPuzzle]) -> Restoration {
    var whole = restoration
    // A pack of which no version can be read has nothing to be told of.
    let packs = Set(whole.versions.map(\.pack))
    whole.changes.removeAll { !packs.contains($0.pack) }
    whole.puzzles = zip(graded, puzzles).map { ($0, $1.release.release) }
    return whole
  }
}
