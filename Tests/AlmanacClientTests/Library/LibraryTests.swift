import AlmanacClient
import Dates
import Identity
import JSONText
import Notation
import Synchronization
import Testing

@Suite("The library")
struct LibraryTests {
  @Test("a first launch without a network plays what the app brought along, at once")
  func bundleAlone() async throws {
    let service = try FakeService(FakePress())
    service.set { $0.fault = { _, _ in .lost } }
    let device = try Device(service)
    let bundle = service.state.withLock { $0.press.bundle }
    let report = await device.almanac.start(bundle: bundle)
    #expect(report.failed["opening"] == .service(.noAnswer("the line is dead")))
    #expect(try await device.ready("intro:2").puzzle.grid.side == 5)
    #expect(await device.almanac.library.puzzle("daily:2026-11-22") == .downloadRequired)
    #expect(await device.almanac.library.puzzle("sold:0") == .downloadRequired)
  }

  @Test("a launch brings packs and the puzzles of these days, and the next one brings nothing")
  func launches() async throws {
    let service = try FakeService(FakePress())
    let storage = MemoryStorage()
    let device = try Device(service, storage: storage)
    let report = await device.almanac.start()
    #expect(report.failed == [:])
    #expect(report.found == 3)
    for id in [
      "intro:0", "more:1", "third:0", "daily:2026-11-22", "weekly:2026-47", "monthly:2026-11",
    ] {
      _ = try await device.ready(id)
    }
    let again = try Device(service, storage: storage)
    let second = await again.almanac.start()
    #expect(second.downloaded == [])
    #expect(second.isUpToDate)
    // And all of it without a network.
    service.set { $0.fault = { _, _ in .lost } }
    _ = try await Device(service, storage: storage).ready("daily:2026-11-22")
  }

  @Test("an older pack that is on its way does not take the place of a newer one")
  func olderPack() async throws {
    let service = try FakeService(FakePress())
    let device = try Device(service)
    await device.almanac.start()
    try await device.almanac.library.clear(pack: "intro")
    let gate = Gate()
    let almanac = Almanac(
      transport: HoldingTransport(base: service, after: ["GET /puzzles/pack/intro": gate]),
      storage: device.storage, clock: device.clock, roots: try FakePress.roots())
    async let download: Void = almanac.library.download("intro")
    await gate.waitForArrival()
    let fresh = try FakePress.puzzles(side: 5)[9]
    service.set { state in
      state.press.number = 2
      state.press.packs["intro"]?.version = 2
      state.press.packs["intro"]?.puzzles[0] = fresh
    }
    // The newer one comes another way, in the app's own bundle.
    let bundle = service.state.withLock { $0.press.bundle }
    _ = await almanac.library.update(bundle: bundle)
    gate.open()
    try? await download
    let pack = await almanac.library.listedPacks.first { $0.id == "intro" }
    #expect(pack?.version == 2 && pack?.installedVersion == 2)
  }

  @Test("a shop window has every pack, those that are not here as well")
  func window() async throws {
    let service = try FakeService(FakePress())
    let device = try Device(service)
    #expect(await device.almanac.library.listedPacks == [])
    await device.almanac.start()
    let packs = await device.almanac.library.listedPacks
    #expect(Set(packs.map(\.id)) == ["intro", "more", "third", "sold"])
    let sold = try #require(packs.first { $0.id == "sold" })
    #expect(!sold.isFree && sold.products == ["product-sold"] && sold.installedVersion == nil)
    let intro = try #require(packs.first { $0.id == "intro" })
    #expect(intro.isFree && intro.installedVersion == 1)
    #expect(await device.almanac.library.installedPacks["intro"] == intro.count)
  }

  @Test("a place that cannot be played says why")
  func states() async throws {
    var press = try FakePress()
    press.withdrawals = [("daily:2026-11-20", "two solutions"), ("gone", "not ours")]
    press.dates["daily:2026-12-01"] = press.dates["daily:2026-11-25"]
    let device = try Device(FakeService(press))
    await device.almanac.start()
    let library = device.almanac.library
    #expect(
      await library.puzzle("sold:0")
        == .notPurchased(products: ["unlock_all", "pro_bundle", "product-sold"]))
    #expect(await library.puzzle("daily:2026-11-20") == .withdrawn(reason: "two solutions"))
    #expect(await library.puzzle("gone:3") == .withdrawn(reason: "not ours"))
    #expect(await library.puzzle("daily:2026-11-19") == .notFound)
    #expect(await library.puzzle("intro:3") == .notFound)
    #expect(await library.puzzle("nothing:0") == .notFound)
    // The day begins at 14 hours before UTC's midnight for the first players.
    let beginning = 1_796_083_200_000 - 14 * 3_600_000
    #expect(await library.puzzle("daily:2026-12-01") == .notYet(until: beginning))
    for id in [
      "", "intro", "intro:", "intro:-1", "intro:01", "Intro:1", "../x:1", "daily:2026-13-01",
    ] {
      #expect(await library.puzzle(id) == .invalidID, "\(id)")
    }
  }

  @Test("what changes beside packs and new dates is heard of on the next launch")
  func news() async throws {
    let service = try FakeService(FakePress())
    let storage = MemoryStorage()
    func launched() async throws -> Library {
      let almanac = try Device(service, storage: storage).almanac
      await almanac.start()
      return almanac.library
    }
    _ = try await launched()
    // A date of the day after tomorrow at the latest is taken back.
    service.set { state in
      state.press.number = 2
      state.press.dates["daily:2026-11-23"] = nil
      state.press.withdrawals = [("daily:2026-11-23", "two solutions")]
    }
    var library = try await launched()
    #expect(await library.puzzle("daily:2026-11-23") == .withdrawn(reason: "two solutions"))
    // A pack is sold by another product.
    service.set { state in
      state.press.number = 3
      state.press.packs["sold"]?.products = ["bundle-2027"]
    }
    library = try await launched()
    #expect(
      await library.puzzle("sold:0")
        == .notPurchased(products: ["unlock_all", "pro_bundle", "bundle-2027"]))
    // A key is taken back, while the release stays: what its thief signs is not believed.
    service.set { state in
      state.press.keysVersion = 2
      state.press.listed = [11]
      state.press.signer = 11
    }
    _ = try await launched()
    service.set { state in
      state.press.number = 4
      state.press.keysVersion = 1
      state.press.listed = [10]
      state.press.signer = 10
      state.press.packs["intro"]?.version = 2
    }
    library = try await launched()
    #expect(await library.releaseNumber == 3)
  }

  @Test("a pack that was bought is fetched, and one that was refunded is not played")
  func purchases() async throws {
    let service = try FakeService(FakePress())
    let device = try Device(service)
    await device.almanac.start()
    let user = try #require(await device.almanac.account.userID)
    await #expect(throws: InstallFault.self) {
      try await device.almanac.library.download("sold")
    }
    service.set { $0.bought[user] = ["product-sold"] }
    let report = await device.almanac.start()
    #expect(report.downloaded == ["sold"])
    _ = try await device.ready("sold:1")
    // Just bought, which no exchange has told yet.
    let other = try Device(service)
    await other.almanac.start()
    let buyer = try #require(await other.almanac.account.userID)
    service.set { $0.bought[buyer] = ["product-sold"] }
    try await other.almanac.library.download("sold")
    _ = try await other.ready("sold:1")
    service.set { $0.bought[user] = [] }
    await device.almanac.start()
    guard case .notPurchased = await device.almanac.library.puzzle("sold:1") else {
      Issue.record("a refunded pack is played")
      return
    }
  }

  /// Publishes another puzzle in a slot, in a pack that cannot be fetched for now.
  private func replace(_ slot: Int, of pack: String, at service: FakeService) throws {
    let puzzles = try FakePress.puzzles(side: 5)
    service.set { state in
      state.press.number = 2
      state.press.packs[pack]?.version = 2
      state.press.packs[pack]?.puzzles[slot] = puzzles[9]
      state.press.packs[pack]?.changes = [.init(version: 2, slots: [slot], reason: "a face")]
      state.fault = { request, _ in request.path == "/puzzles/pack/\(pack)" ? .lost : nil }
    }
  }

  @Test(
    "a slot that gets another puzzle is not played with the old one, and its board is not shown")
  func replacedSlot() async throws {
    let service = try FakeService(FakePress())
    let storage = MemoryStorage()
    let device = try Device(service, storage: storage)
    await device.almanac.start()
    let old = try await device.ready("intro:1")
    try await device.solve(old)
    try replace(1, of: "intro", at: service)
    let next = try Device(service, storage: storage)
    #expect(await next.startThroughPauses().failed["intro"] != nil)
    #expect(await next.almanac.library.puzzle("intro:1") == .downloadRequired)
    _ = try await next.ready("intro:0")
    service.set { $0.fault = nil }
    await next.almanac.start()
    let new = try await next.ready("intro:1")
    #expect(new.fingerprint != old.fingerprint)
    #expect(try await next.almanac.progress.board(of: new).stars == [])
    #expect(try await next.almanac.progress.progress(of: new)?.completedAt != nil)
  }

  @Test("a slot of a bought pack that gets another puzzle is not played with the old one either")
  func replacedSoldSlot() async throws {
    let service = try FakeService(FakePress())
    let device = try Device(service)
    await device.almanac.start()
    let user = try #require(await device.almanac.account.userID)
    service.set { $0.bought[user] = ["product-sold"] }
    await device.almanac.start()
    _ = try await device.ready("sold:0")
    try replace(0, of: "sold", at: service)
    #expect(await device.startThroughPauses().failed["sold"] != nil)
    #expect(await device.almanac.library.puzzle("sold:0") == .downloadRequired)
    _ = try await device.ready("sold:1")
  }

  @Test("an app that knows other roots by now plays on with what is here, and takes nothing new")
  func otherRoots() async throws {
    let service = try FakeService(FakePress())
    let storage = MemoryStorage()
    await (try Device(service, storage: storage)).almanac.start()
    let roots = try FakePress.roots(3, 4)
    service.set { $0.fault = { _, _ in .lost } }
    let next = try Device(service, storage: storage, roots: roots)
    await next.almanac.start()
    _ = try await next.ready("intro:0")
    _ = try await next.ready("daily:2026-11-22")
    #expect(await next.almanac.library.puzzle("intro:3") == .notFound)
    #expect(await next.almanac.library.listedPacks.count == 4)
    // What the root of before has signed is refused, and nothing is fetched by it.
    service.set { state in
      state.fault = nil
      state.press.number = 2
    }
    try await next.almanac.library.clear(pack: "intro")
    let report = await next.almanac.start()
    #expect(report.failed["opening"] != nil && report.downloaded == [])
    await #expect(throws: InstallFault.noRelease) {
      try await next.almanac.library.download("intro")
    }
    service.set { $0.press.root = 3 }
    #expect(await next.almanac.start().downloaded == ["intro"])
    #expect(await next.almanac.library.releaseNumber == 2)
  }

  @Test("days to come can be fetched for a flight, which stops at once when it is cancelled")
  func prefetching() async throws {
    let service = try FakeService(FakePress())
    let device = try Device(service)
    await device.almanac.start()
    var report = await device.almanac.library.prefetch(days: 2)
    #expect(report.failed == [:] && report.downloaded.isEmpty)
    // A day later, the service gives the next one; what is later still is not asked for.
    device.clock.advance(by: 86_400_000)
    service.set { state in
      state.milliseconds += 86_400_000
      state.asked = []
    }
    report = await device.almanac.library.prefetch(days: 40)
    #expect(report.downloaded == ["daily:2026-11-25"])
    #expect(report.isUpToDate)
    #expect(service.asked == ["GET /puzzles/daily/2026-11-25"])
    device.clock.advance(by: 2 * 86_400_000)
    service.set { $0.fault = { _, _ in .lost } }
    _ = try await device.ready("daily:2026-11-25")

    let next = try FakeService(FakePress())
    let other = try Device(next)
    await other.almanac.start()
    other.clock.advance(by: 86_400_000)
    let cancelled = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await other.almanac.library.prefetch(days: 4)
    }
    #expect(await cancelled.value.failed == ["daily:2026-11-25": .service(.cancelled)])
    let third = try Device(next).almanac.library
    #expect(await third.prefetch(days: 4).failed == ["opening": .noRelease])
  }

  @Test("where nights fail, the days that the release has are fetched one by one")
  func failedNights() async throws {
    let service = try FakeService(FakePress())
    let storage = MemoryStorage()
    await (try Device(service, storage: storage)).almanac.start()
    service.set { state in
      state.press.lastNight = Timestamp(epochSeconds: state.milliseconds / 1000).day
      state.milliseconds += 2 * 86_400_000
      state.asked = []
    }
    let device = try Device(service, storage: storage)
    #expect(await device.almanac.start().downloaded == ["daily:2026-11-25"])
    #expect(service.asked.contains("GET /puzzles/daily/2026-11-25"))
    _ = try await device.ready("daily:2026-11-25")
  }

  @Test("a launch that was cancelled, or has no release, is not up to date")
  func notUpToDate() async throws {
    let service = try FakeService(FakePress())
    let device = try Device(service)
    let cancelled = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await device.almanac.library.update()
    }
    #expect(await cancelled.value.failed["opening"] == .service(.cancelled))
    // Cancelled once it is known what there is.
    service.set { state in
      state.fault = { request, _ in
        if request.path == "/puzzles/opening" { withUnsafeCurrentTask { $0?.cancel() } }
        return nil
      }
    }
    let opening = Task { await device.almanac.library.update() }
    #expect(await opening.value.failed["intro"] == .service(.cancelled))
    // An answer without a release, to a device that has none.
    service.set { state in
      state.fault = { request, _ in
        guard request.path == "/puzzles/opening" else { return nil }
        return .changed { answer in
          let now = (try? JSONValue(reading: answer.body))?["now"] ?? .null
          return ClientAnswer(
            status: 200, headers: answer.headers,
            body: JSONValue.object([JSONMember("now", now)]).text)
        }
      }
    }
    let other = try Device(service)
    let bundle = service.state.withLock { $0.press.bundle }
    #expect(await other.almanac.start(bundle: bundle).failed == ["opening": .noRelease])
    await #expect(throws: InstallFault.noRelease) {
      try await other.almanac.library.download("intro")
    }
    // A bundle that is lost on its way, or that is none, does not matter once all packs are here.
    service.set { $0.fault = { request, _ in request.path == "/puzzles/bundle" ? .lost : nil } }
    let third = try Device(service)
    let report = await third.almanac.start(bundle: Array("{}".utf8))
    #expect(report.isUpToDate)
    #expect(report.notices.count == 1)
  }

  @Test("a launch that is cancelled behind another one ends at once", .timeLimit(.minutes(20)))
  func cancelledBehind() async throws {
    let device = try Device(try FakeService(FakePress()))
    let gate = Gate()
    let almanac = try device.reopened(before: ["GET /puzzles/opening": gate])
    let first = Task { await almanac.start() }
    await gate.waitForArrival()
    let second = Task { await almanac.start() }
    try await Task.sleep(for: .milliseconds(50))
    second.cancel()
    #expect(await second.value.failed["opening"] == .service(.cancelled))
    gate.open()
    #expect(await first.value.isUpToDate)
  }

  @Test(
    "of a launch that is cancelled before packs that were bought, those are told and no more",
    .timeLimit(.minutes(20)))
  func cancelledBeforeBought() async throws {
    let service = try FakeService(FakePress())
    let device = try Device(service)
    await device.almanac.start()
    service.set { $0.bought["user-0"] = ["product-sold"] }
    let (bought, third) = (Gate(), Gate())
    let almanac = try device.reopened(
      before: ["GET /puzzles/pack/third": third], after: ["GET /sync": bought])
    let openings = service.asked.count { $0.contains("/opening") }
    let start = Task { await almanac.start() }
    await bought.waitForArrival()
    while service.asked.count(where: { $0.contains("/opening") }) == openings {
      try await Task.sleep(for: .milliseconds(1))
    }
    // Another update, which takes its time over a pack that has come meanwhile.
    service.set { state in
      state.press.number += 1
      state.press.packs["third"]?.version = 2
    }
    let other = Task { await almanac.library.update() }
    await third.waitForArrival()
    bought.open()
    while try await !almanac.progress.purchases.names.contains("product-sold") {
      try await Task.sleep(for: .milliseconds(1))
    }
    try await Task.sleep(for: .milliseconds(50))
    start.cancel()
    let report = await start.value
    #expect(report.failed["opening"] == nil)
    #expect(report.failed["sold"] == .service(.cancelled))
    #expect(report.found == 4)
    third.open()
    #expect(await other.value.isUpToDate)
  }

  @Test("a release of ten thousand packs can be opened, and is there again offline")
  func largeRelease() async throws {
    let service = try FakeService(FakePress())
    // As many bytes as the lines of these packs and their objects would have.
    let reason = String(repeating: "\"many\" ", count: 1_200_000)
    service.set { $0.press.withdrawals = [("daily:2026-11-01", reason)] }
    let device = try Device(service)
    #expect(await device.almanac.start().isUpToDate)
    service.set { $0.fault = { _, _ in .lost } }
    let next = try Device(service, storage: device.storage)
    #expect(await next.almanac.library.releaseNumber == 1)
  }

  @Test("what is kept is reported, and can be cleared pack by pack and pruned by age")
  func room() async throws {
    let device = try Device(FakeService(FakePress()))
    await device.almanac.start()
    try await device.solve(try await device.ready("daily:2026-11-22"))
    var report = await device.almanac.library.cacheReport
    #expect(report.count { $0.kind == .pack } == 3)
    #expect(report.allSatisfy { $0.bytes > 0 })
    #expect(report.allSatisfy { ($0.kind == .progress) != $0.isExcludedFromBackup })
    try await device.almanac.library.clear(pack: "intro")
    #expect(await device.almanac.library.puzzle("intro:0") == .downloadRequired)
    device.clock.advance(by: 30 * 86_400_000)
    #expect(try await device.almanac.library.prune(olderThan: 20) >= 4)
    report = await device.almanac.library.cacheReport
    #expect(report.count { $0.kind == .pack } == 2)
    #expect(!report.contains { $0.id == "daily-2026-11-22" })
    let all = try await device.almanac.progress.all
    #expect(all["daily:2026-11-22"]?.completedAt != nil)
  }
}
