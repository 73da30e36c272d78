import Dates
import Identity
import JSONText
import Manifest

extension Library {
  /// Brings the device up to date: first what the app brought along, then what the service has.
  ///
  /// What is there can be played all the while. What was interrupted is gone on with: everything is
  /// kept as soon as it is whole.
  ///
  /// - Parameter bundle: The bytes of a `bundle/free.json` that is built into the app.
  /// - Returns: What was found and fetched, and what was not, each with its reason. Cancelled while
  ///   another update runs, it returns at once and has done nothing.
  public func update(bundle: [UInt8]? = nil) async -> LibraryReport {
    let report = await turns.runUnlessCancelled {
      await load()
      var report = LibraryReport()
      if let bundle { await install(bundle: bundle, &report) }
      await refresh(&report, isWhole: false)
      // The release went on while its packs were fetched.
      if report.failed.values.contains(.otherDigest) {
        report.failed = [:]
        await refresh(&report, isWhole: true)
      }
      report.found = countOfPacks
      return report
    }
    return if let report { report } else { await givenUp(["opening"]) }
  }

  /// How many packs this player can have.
  private var countOfPacks: Int {
    release?.manifest.packs.count { mayHave($0) } ?? packs.count
  }

  /// What is told of an update that was cancelled before it began, by what it was to fetch.
  private func givenUp(_ ids: [String]) async -> LibraryReport {
    await load()
    var report = LibraryReport()
    report.found = countOfPacks
    for id in ids { report.failed[id] = .service(.cancelled) }
    return report
  }

  // MARK: - The app's own packs

  /// Takes the packs of a bundle that are not here yet, or older here.
  ///
  /// A bundle of the app's own is believed as the app is. One that was fetched is held against the
  /// release.
  func install(bundle: [UInt8], _ report: inout LibraryReport) async {
    do throws(InstallFault) {
      for pack in try PackContents.packs(ofBundle: bundle) {
        guard pack.version > packs[pack.id]?.version ?? 0 else { continue }
        if let listed = release?.manifest.packs.first(where: { $0.id == pack.id }),
          listed.version == pack.version, listed.sha256 != pack.sha256
        {
          continue
        }
        try await keep(pack)
      }
    } catch {
      report.failed["bundle"] = error
      report.notices.append("the bundle that the app brought along: \(error)")
    }
  }

  // MARK: - What there is

  private func refresh(_ report: inout LibraryReport, isWhole: Bool) async {
    do throws(InstallFault) {
      try await open(&report, isWhole: isWhole)
    } catch {
      report.failed["opening"] = error
    }
    await fetchPacks(&report)
  }

  /// Asks what there is; takes the release where it is another, and the puzzles of these days.
  ///
  /// Where that release is refused, the one from before still vouches for dates: they are taken
  /// before it is told.
  private func open(
    _ report: inout LibraryReport, isWhole: Bool
  ) async throws(InstallFault) {
    if Task.isCancelled { throw .service(.cancelled) }
    var query: [String: String] = [:]
    if !isWhole, let provenRelease { query["known"] = provenRelease.known }
    let answer = try await asked(
      ClientRequest("GET", "/puzzles/opening", query: query), limit: Service.Limit.opening)
    var fault: InstallFault?
    if let texts = AcceptedRelease.Texts(answer.value) {
      do throws(InstallFault) {
        try await take(texts, &report)
      } catch {
        fault = error
      }
    }
    guard case .string(let text)? = answer.value["now"],
      let now = try? NowContents(reading: Array(text.utf8))
    else { throw fault ?? .malformed("the opening has no dates") }
    let isMissing = await take(now.dates, &report)
    // A date that this device's release does not have, or has with another puzzle.
    if isMissing, !isWhole, query["known"] != nil, AcceptedRelease.Texts(answer.value) == nil {
      return try await open(&report, isWhole: true)
    }
    guard provenRelease != nil else { throw fault ?? .noRelease }
    // Where nights fail, `now.json` stays behind, and the release has had these days for long.
    await fetch(entries(of: -1..<3), &report)
    if let fault { throw fault }
  }

  /// Takes a release, and keeps it where it is another.
  private func take(
    _ texts: AcceptedRelease.Texts, _ report: inout LibraryReport
  ) async throws(InstallFault) {
    let before = release
    report.notices += try gate.take(texts, at: time.milliseconds)
    guard let release, !release.isSame(as: before) else { return }
    do throws(StorageError) {
      // Before it is kept: whoever is killed between takes it once more.
      try await progress.noteChanged(release.slotsChanged(since: before))
      try await release.write(to: storage)
    } catch {
      throw .storage("\(error)")
    }
    await followMoved()
  }

  /// Keeps the puzzles of these days; says whether a release is needed that tells of more.
  ///
  /// Nobody signs `now.json`: what is in it is held against the release.
  private func take(_ dates: JSONValue, _ report: inout LibraryReport) async -> Bool {
    var isMissing = false
    for cadence in Cadence.allCases {
      guard case .array(let lines)? = dates[cadence.rawValue] else { continue }
      let calendar = provenRelease?.manifest.calendar[cadence]
      for line in lines.prefix(16) {
        guard case .string(let id)? = line["id"], let period = try? Period(id: id),
          period.cadence == cadence, line["state"] == .string("published")
        else { continue }
        guard let entry = calendar?.entries.first(where: { $0.period == period }),
          line["sha256"] == .string(entry.sha256)
        else {
          isMissing = true
          continue
        }
        guard case .string(let text)? = line["sbn"], await cached(entry) == nil else { continue }
        do throws(InstallFault) {
          try await keep(text, of: entry)
          report.downloaded.append(id)
        } catch {
          report.failed[id] = error
        }
      }
    }
    return isMissing
  }

  // MARK: - Packs

  private func fetchPacks(_ report: inout LibraryReport) async {
    var missing = missingPacks
    if Task.isCancelled { missing = [] }
    // One request instead of many, on a first launch without a bundle of the app's own.
    if packs.isEmpty, missing.count(where: \.free) > 2, release?.manifest.bundle != nil {
      do throws(InstallFault) {
        let answer = try await asked(
          ClientRequest("GET", "/puzzles/bundle"), limit: Service.Limit.bundle)
        await installFetched(bundle: answer.body, &report)
      } catch {
        report.failed["bundle"] = error
      }
      missing = missingPacks
    }
    await withTaskGroup(of: (PackID, InstallFault?).self) { group in
      var rest = missing[...]
      func next() {
        guard !Task.isCancelled, let pack = rest.popFirst() else { return }
        group.addTask { (pack.id, await self.faultFetching(pack)) }
      }
      for _ in 0..<Library.width { next() }
      for await (id, fault) in group {
        if let fault { report.failed[id.text] = fault } else { report.downloaded.append(id.text) }
        next()
      }
    }
    // With every pack here, it makes no difference that a bundle could not be had.
    missing = missingPacks
    if missing.isEmpty { report.failed["bundle"] = nil }
    for pack in missing where Task.isCancelled && report.failed[pack.id.text] == nil {
      report.failed[pack.id.text] = .service(.cancelled)
    }
  }

  /// Whether there are packs that this player may have and that are not here.
  var lacksPacks: Bool { !missingPacks.isEmpty }

  /// Fetches the packs that are not here, without asking anew what there is.
  func updatePacks() async -> LibraryReport {
    let report = await turns.runUnlessCancelled {
      var report = LibraryReport()
      await fetchPacks(&report)
      report.found = countOfPacks
      return report
    }
    return if let report { report } else { await givenUp(missingPacks.map(\.id.text)) }
  }

  /// How many packs are fetched at a time.
  private static let width = 3

  /// The packs that this player may have, and that are not here as the release has them.
  private var missingPacks: [Manifest.Pack] {
    (provenRelease?.manifest.packs ?? []).filter {
      mayHave($0) && packs[$0.id]?.sha256 != $0.sha256
    }
  }

  /// Takes the packs of a bundle that was fetched: those that the release names, as it names them.
  private func installFetched(bundle: [UInt8], _ report: inout LibraryReport) async {
    do throws(InstallFault) {
      for pack in try PackContents.packs(ofBundle: bundle) {
        let listed = release?.manifest.packs.first { $0.id == pack.id }
        guard let listed, listed.free, listed.sha256 == pack.sha256 else { continue }
        try await keep(pack)
        report.downloaded.append(pack.id.text)
      }
    } catch {
      report.failed["bundle"] = error
    }
  }

  /// How often a pack is asked for, and what is waited between.
  private static let tries = (count: 3, pause: 500)

  private func faultFetching(
    _ listed: Manifest.Pack, by player: String? = nil
  ) async -> InstallFault? {
    var fault: InstallFault?
    for number in 1...Library.tries.count {
      do throws(InstallFault) {
        try await fetch(listed, by: player)
        return nil
      } catch {
        fault = error
        guard error.mayPass, number < Library.tries.count else { return error }
      }
      let pause = Library.tries.pause << number
      do {
        try await time.sleep(milliseconds: pause / 2 + Int.random(in: 0...pause))
      } catch {
        break
      }
    }
    return fault
  }

  /// Fetches a pack and puts it in the place of the old one, where it is what the release says.
  private func fetch(
    _ listed: Manifest.Pack, by player: String?
  ) async throws(InstallFault) {
    let request = ClientRequest(
      "GET", "/puzzles/pack/\(listed.id)", query: ["v": "\(listed.version)"])
    let answer = try await asked(
      request, limit: Service.Limit.pack, asPlayer: !listed.free, player)
    let pack = try PackContents(reading: answer.body)
    guard pack.id == listed.id else { throw .otherID }
    guard pack.version >= listed.version else {
      throw .tooOld(version: pack.version, promised: listed.version)
    }
    // The release may have gone on meanwhile.
    let now = release?.manifest.packs.first { $0.id == listed.id }
    guard pack.sha256 == listed.sha256, pack.sha256 == now?.sha256 else { throw .otherDigest }
    guard pack.puzzles.count == listed.count else {
      throw .malformed("\(pack.puzzles.count) puzzles, not \(listed.count)")
    }
    try await keep(pack)
  }

  /// Fetches a pack now, for example when it was bought, which the service knows and need not have
  /// told this device yet.
  ///
  /// - Parameter id: The pack, such as `intro`.
  /// - Throws: `InstallFault`: `.noRelease` where nothing is known yet of what there is, `.service`
  ///   where the pack is not to be had; what is on the device stays as it was.
  public func download(_ id: String) async throws(InstallFault) {
    await load()
    guard let release = provenRelease else { throw .noRelease }
    guard let listed = release.manifest.packs.first(where: { $0.id.text == id }) else {
      throw .service(.refused(status: 404, code: "not_found", retryAfter: nil))
    }
    if mayHave(listed) {
      if packs[listed.id]?.sha256 == listed.sha256 { return }
      if let fault = await faultFetching(listed) { throw fault }
      return
    }
    let player: String
    do throws(ServiceFault) { player = try await account.session().user } catch {
      throw .service(error)
    }
    if let fault = await faultFetching(listed, by: player) { throw fault }
    do throws(StorageError) {
      try await progress.noteBought(listed.id.text, by: player)
    } catch {
      throw .storage("\(error)")
    }
  }

  func asked(
    _ request: ClientRequest, limit: Int, asPlayer: Bool = false, _ player: String? = nil
  ) async throws(InstallFault) -> ServiceAnswer {
    do throws(ServiceFault) {
      if asPlayer { return try await account.ask(request, as: player, limit: limit) }
      return try await service.ask(request, limit: limit)
    } catch {
      throw .service(error)
    }
  }
}

extension InstallFault {
  /// Whether it may be over in a moment.
  fileprivate var mayPass: Bool {
    switch self {
    case .service(.noAnswer): true
    case .service(.refused(let status, _, _)): status >= 500
    default: false
    }
  }
}
