import Dates
import Identity
import JSONText
import Manifest

extension Library {
  /// Fetches the puzzles of these days, with their weeks and months, and nothing else.
  ///
  /// The service gives what begins anywhere on Earth by tomorrow; what is later is not asked for,
  /// and not in the report.
  ///
  /// - Parameter days: How many days from today on.
  /// - Returns: What was fetched; `found` is how many dates there are. Cancelled, it returns at
  ///   once with what it has.
  public func prefetch(days: Int) async -> LibraryReport {
    await load()
    var report = LibraryReport()
    guard provenRelease != nil else {
      report.failed["opening"] = .noRelease
      return report
    }
    let entries = entries(of: 0..<max(0, min(days, 60)))
    report.found = entries.count
    await fetch(entries, &report)
    return report
  }

  /// The puzzles of some days, counted from today, with their weeks and months: those that the
  /// release has, and that the service gives by now.
  func entries(of days: Range<Int>) -> [Manifest.Entry] {
    let now = Timestamp(epochSeconds: time.milliseconds / 1000)
    var periods: Set<Period> = []
    for offset in days {
      for cadence in Cadence.allCases {
        periods.insert(Period(cadence, containing: now.day.advanced(by: offset)))
      }
    }
    let tomorrow = Timestamp(epochSeconds: now.epochSeconds + 86_400)
    return periods.sorted().compactMap { period in
      guard period.hasBegunAnywhere(at: tomorrow) else { return nil }
      return release?.manifest.calendar[period.cadence]?.entries.first { $0.period == period }
    }
  }

  /// Fetches those of some puzzles that are not here.
  func fetch(_ entries: [Manifest.Entry], _ report: inout LibraryReport) async {
    for entry in entries {
      let id = entry.period.id
      if await cached(entry) != nil { continue }
      if Task.isCancelled {
        report.failed[id] = .service(.cancelled)
        continue
      }
      do throws(InstallFault) {
        try await fetch(entry)
        report.downloaded.append(id)
        report.failed[id] = nil
      } catch {
        report.failed[id] = error
      }
    }
  }

  /// Fetches the puzzle of a day, week or month, for example of an old one.
  ///
  /// - Parameter id: `daily:2026-11-21`.
  /// - Returns: What can be said of it now.
  /// - Throws: `InstallFault` where it could not be fetched.
  public func fetch(_ id: String) async throws(InstallFault) -> PuzzleState {
    let state = await puzzle(id)
    guard state == .downloadRequired else { return state }
    switch PuzzleID(id) {
    case .slot(let slot)?: try await download(slot.pack.text)
    case .date(let period)?:
      let calendar = provenRelease?.manifest.calendar[period.cadence]
      guard let entry = calendar?.entries.first(where: { $0.period == period }) else {
        return state
      }
      try await fetch(entry)
    case nil: break
    }
    return await puzzle(id)
  }

  private func fetch(_ entry: Manifest.Entry) async throws(InstallFault) {
    let period = entry.period
    let answer = try await asked(
      ClientRequest("GET", "/puzzles/\(period.cadence.rawValue)/\(period.key)"),
      limit: Service.Limit.puzzle)
    guard case .string(let text)? = answer.value["puzzle"] else { throw .malformed("no puzzle") }
    try await keep(text, of: entry)
  }

  // MARK: - Room

  /// What is kept on the device: all of the client's files.
  public var cacheReport: [CachedItem] {
    get async {
      var items: [CachedItem] = []
      for (folder, kind) in [
        ("packs", CachedItem.Kind.pack), ("dates", .date), ("players", .progress),
      ] {
        for (name, bytes) in (try? await storage.files(in: folder)) ?? [:] {
          items.append(
            CachedItem(
              kind: kind, id: name, file: "\(folder)/\(name)", bytes: bytes,
              isExcludedFromBackup: kind != .progress))
        }
      }
      for (name, kind) in [
        (AcceptedRelease.name, CachedItem.Kind.release), (Account.name, .account),
        (PlayerProgress.last, .progress), (ServerTime.file, .clock),
      ] {
        let limit = 2 * Service.Limit.opening
        if let bytes = (try? await storage.read(name, limit: limit)) ?? nil {
          items.append(
            CachedItem(
              kind: kind, id: name, file: name, bytes: bytes.count,
              isExcludedFromBackup: kind != .progress))
        }
      }
      return items.sorted { $0.file < $1.file }
    }
  }

  /// Removes a pack from the device; what was played of it stays.
  ///
  /// The next launch fetches it anew, where the player may have it: for a pack that something seems
  /// wrong with, or that is of no use before.
  ///
  /// - Parameter id: The pack.
  /// - Throws: `StorageError`.
  public func clear(pack id: String) async throws(StorageError) {
    await load()
    guard let pack = PackID(id) else { return }
    try await storage.remove("packs/\(pack)")
    forget(pack)
  }

  /// Removes the puzzles of old days, weeks and months from the device; what was played of them
  /// stays.
  ///
  /// - Parameters:
  ///   - days: How many days back they are kept.
  ///   - kept: Ids that are kept however old they are: what somebody is in the middle of.
  /// - Returns: How many were removed.
  /// - Throws: `StorageError`.
  @discardableResult
  public func prune(
    olderThan days: Int = 60, keeping kept: Set<String> = []
  ) async throws(StorageError) -> Int {
    let today = Timestamp(epochSeconds: time.milliseconds / 1000).day
    var count = 0
    for name in try await storage.files(in: "dates").keys {
      let parts = name.split(separator: "-", maxSplits: 1).map(String.init)
      guard parts.count == 2, let period = try? Period(id: parts.joined(separator: ":")),
        period.last.distance(to: today) > days, !kept.contains(period.id)
      else { continue }
      try await storage.remove("dates/\(name)")
      forget(period)
      count += 1
    }
    return count
  }
}
