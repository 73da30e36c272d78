import Dates
import Identity
import Manifest
import Notation
import PlayerState
import Printable
import Signing

/// The puzzles of this device: what there is, what is here, and what can be played now.
///
/// Nothing is taken that is not what the press has signed, and nothing is removed before what takes
/// its place is on the disk. Whatever happens to a download, what was there stays.
public actor Library {
  let account: Account
  let service: Service
  let storage: any Storage
  let progress: PlayerProgress
  let turns = Turns()
  var gate: ReleaseGate
  /// What is on the disk, read once.
  private(set) var packs: [PackID: PackContents] = [:]
  private var dates: [Period: PlayablePuzzle] = [:]
  private var loading: Task<Void, Never>?
  private var hasLoaded = false

  init(
    account: Account, service: Service, storage: any Storage, progress: PlayerProgress,
    roots: [PublicKey]
  ) {
    self.account = account
    self.service = service
    self.storage = storage
    self.progress = progress
    gate = ReleaseGate(roots: roots)
  }

  var time: ServerTime { service.time }
  var release: AcceptedRelease? { gate.accepted }
  /// The release by which something new is taken: one that the roots of now vouch for.
  var provenRelease: AcceptedRelease? { gate.isVouchedFor ? gate.accepted : nil }

  // MARK: - What is there

  /// What can be said of a place, without asking anybody.
  ///
  /// - Parameter id: `intro:3`, `daily:2026-11-21`, `weekly:2026-48` or `monthly:2026-11`.
  /// - Returns: The puzzle, or why it cannot be played.
  public func puzzle(_ id: String) async -> PuzzleState {
    await load()
    return switch PuzzleID(id) {
    case nil: .invalidID
    case .slot(let slot): puzzle(of: slot)
    case .date(let period): await puzzle(of: period)
    }
  }

  private func puzzle(of slot: SlotID) -> PuzzleState {
    let listed = release?.manifest.packs.first { $0.id == slot.pack }
    let installed = packs[slot.pack]
    guard let listed else {
      if let reason = withdrawal(of: [slot.description, slot.pack.text]) {
        return .withdrawn(reason: reason)
      }
      // Without any release, what the app brought along is all that there is.
      guard release == nil else { return .notFound }
      guard let installed else { return .downloadRequired }
      return installed.state(of: slot)
    }
    guard slot.index < listed.count else {
      return withdrawal(of: [slot.description]).map { .withdrawn(reason: $0) } ?? .notFound
    }
    if !listed.free && !purchases.opens(pack: slot.pack.text, products: listed.entitlements) {
      return .notPurchased(
        products: Purchases.opening(pack: slot.pack.text, products: listed.entitlements))
    }
    guard let installed else { return .downloadRequired }
    // A slot that has another puzzle by now is not played with the old one.
    let isOld = listed.changes(after: installed.version).contains { $0.slots.contains(slot.index) }
    return isOld || slot.index >= installed.puzzles.count
      ? .downloadRequired : installed.state(of: slot)
  }

  private func puzzle(of period: Period) async -> PuzzleState {
    let now = Timestamp(epochSeconds: time.milliseconds / 1000)
    let calendar = release?.manifest.calendar[period.cadence]
    let entry = calendar?.entries.first { $0.period == period }
    if entry == nil, release?.manifest.emptyDates.contains(period) == true {
      return .withdrawn(reason: withdrawal(of: [period.id]) ?? "")
    }
    guard period.hasBegunAnywhere(at: now) else {
      return .notYet(until: period.beginning.epochSeconds * 1000)
    }
    guard let entry else {
      // A date behind all that are known may be in a release that is not here yet.
      guard let calendar, let last = calendar.last, period <= last else {
        return .downloadRequired
      }
      return .notFound
    }
    return await cached(entry).map { .ready($0) } ?? .downloadRequired
  }

  private func withdrawal(of ids: [String]) -> String? {
    (release?.manifest.withdrawals.last { ids.contains($0.id) }?.reason).map(Printable.line)
  }

  /// The packs that there are, in the order of the release; none before there is a release on the
  /// device.
  public var listedPacks: [ListedPack] {
    get async {
      await load()
      return (release?.manifest.packs ?? []).map { pack in
        ListedPack(
          id: pack.id.text, name: Printable.line(pack.name), version: pack.version,
          isFree: pack.free, count: pack.count, size: pack.size, stars: pack.stars,
          difficulty: pack.difficulty, products: pack.entitlements,
          installedVersion: packs[pack.id]?.version)
      }
    }
  }

  /// The packs on the device: their ids and how many puzzles they have.
  public var installedPacks: [String: Int] {
    get async {
      await load()
      return Dictionary(uniqueKeysWithValues: packs.map { ($0.key.text, $0.value.puzzles.count) })
    }
  }

  /// The number of the release that this device believes in.
  public var releaseNumber: Int? {
    get async {
      await load()
      return release?.manifest.release
    }
  }

  private var purchases: Purchases { progress.knownPurchases }

  /// Whether this player may have a pack.
  func mayHave(_ pack: Manifest.Pack) -> Bool {
    pack.free || purchases.opens(pack: pack.id.text, products: pack.entitlements)
  }

  // MARK: - The disk

  /// Reads what is on the disk, once.
  func load() async {
    if hasLoaded { return }
    if loading == nil {
      loading = Task {
        // Whose puzzles these are, and by what time; where that cannot be read, nothing is bought.
        _ = try? await progress.purchases
        if let texts = await AcceptedRelease.read(from: storage) {
          gate.recall(texts, at: time.milliseconds)
        }
        for (name, _) in (try? await storage.files(in: "packs")) ?? [:] {
          let file = await SealedFile.read(
            "packs/\(name)", limit: Service.Limit.pack, in: storage)
          guard let file, let pack = try? PackContents(reading: file.bytes), pack.id.text == name
          else { continue }
          packs[pack.id] = pack
        }
        await followMoved()
        hasLoaded = true
      }
    }
    await loading?.value
  }

  /// Has what was played follow the puzzles of packs that are here as the release has them, where
  /// any of their slots has ever changed.
  func followMoved() async {
    for listed in release?.manifest.packs ?? [] where !listed.changes.isEmpty {
      guard let pack = packs[listed.id], pack.sha256 == listed.sha256 else { continue }
      // What cannot be kept now is tried again with the next start.
      try? await progress.follow(pack.places)
    }
  }

  /// Keeps a pack in the place of the one before.
  func keep(_ pack: PackContents) async throws(InstallFault) {
    let listed = release?.manifest.packs.first { $0.id == pack.id }
    // A pack that is new here has nothing to be compared with.
    let isChanged =
      packs[pack.id].map { zip($0.fingerprints, pack.fingerprints).contains { $0 != $1 } } ?? false
    do throws(StorageError) {
      // First: nobody begins a slot's new puzzle before the board of the old one has gone with it.
      if isChanged || listed?.changes.isEmpty == false {
        // A bundle may be of before the release: no board goes back to where its puzzle was then.
        let later = listed?.changes(after: pack.version) ?? []
        try await progress.follow(pack.places(without: Set(later.flatMap(\.slots))))
      }
      try await SealedFile.write(pack.bytes, to: "packs/\(pack.id)", in: storage)
    } catch {
      throw .storage("\(error)")
    }
    packs[pack.id] = pack
  }

  func forget(_ pack: PackID) { packs[pack] = nil }

  func forget(_ period: Period) { dates[period] = nil }

  static func file(of period: Period) -> String {
    "dates/\(period.cadence.rawValue)-\(period.key)"
  }

  /// The puzzle of a date, where it is here and what the release says.
  func cached(_ entry: Manifest.Entry) async -> PlayablePuzzle? {
    if let known = dates[entry.period], entry.holds(known.sbn.description) { return known }
    let file = await SealedFile.read(
      Library.file(of: entry.period), limit: Service.Limit.puzzle, in: storage)
    guard let file, file.sha256 == entry.sha256,
      let sbn = SBN(fetched: String(decoding: file.bytes, as: UTF8.self))
    else { return nil }
    let puzzle = PlayablePuzzle(id: entry.period.id, sbn: sbn)
    dates[entry.period] = puzzle
    return puzzle
  }

  /// Keeps the puzzle of a date.
  func keep(_ text: String, of entry: Manifest.Entry) async throws(InstallFault) {
    guard entry.holds(text) else { throw .otherDigest }
    guard SBN(fetched: text) != nil else { throw .malformed("no puzzle") }
    do throws(StorageError) {
      try await SealedFile.write(
        Array(text.utf8), to: Library.file(of: entry.period), in: storage)
    } catch {
      throw .storage("\(error)")
    }
  }
}

extension PackContents {
  fileprivate func state(of slot: SlotID) -> PuzzleState {
    guard puzzles.indices.contains(slot.index) else { return .notFound }
    return .ready(PlayablePuzzle(id: slot.description, sbn: puzzles[slot.index]))
  }
}
