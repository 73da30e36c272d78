import AlmanacClient
import Identity
import StarBattle
import Synchronization
import Testing

@Suite("Sync")
struct SyncTests {
  /// Waits for something that happens on other threads.
  private func until(_ holds: () async -> Bool) async -> Bool {
    for _ in 0..<2_000 {
      if await holds() { return true }
      try? await Task.sleep(for: .milliseconds(2))
    }
    return false
  }

  @Test("a change is sent when five seconds have passed without another, in one request")
  func debounce() async throws {
    let service = try FakeService(FakePress())
    let device = try Device(service)
    await device.almanac.start()
    let puzzle = try await device.ready("intro:0")
    for cell in 0..<5 {
      try await device.almanac.progress.keep(puzzle.board(cell), of: puzzle, milliseconds: 1)
      #expect(await until { device.clock.pauses == [5_000] })
      device.clock.advance(by: 4_000)
    }
    #expect(!service.asked.contains("POST /sync"))
    device.clock.advance(by: 1_500)
    #expect(await until { device.almanac.progress.pendingCount == 0 })
    #expect(service.asked.count { $0 == "POST /sync" } == 1)
    #expect(service.state.withLock { $0.batches } == [1])
  }

  @Test("what the service did not acknowledge stays in the queue, and comes again later and later")
  func staysQueued() async throws {
    let service = try FakeService(FakePress())
    let device = try Device(service)
    await device.almanac.start()
    let puzzle = try await device.ready("intro:0")
    let html = ClientAnswer(
      status: 200, headers: ["content-type": "text/html"], body: Array("<html>".utf8))
    let error = ClientAnswer(
      status: 503, headers: ["content-type": "application/json"],
      body: Array("{\"error\":\"x\",\"code\":\"unavailable\"}".utf8))
    let other = ClientAnswer(
      status: 200, headers: ["content-type": "application/json"], body: Array("{}".utf8))
    for (number, answer) in [html, error, other, ClientAnswer(status: 200)].enumerated() {
      service.set { $0.fault = { _, _ in .answer(answer) } }
      try await device.almanac.progress.keep(puzzle.board(number), of: puzzle, milliseconds: 1)
      #expect(await device.almanac.flush() == false)
      #expect(device.almanac.progress.pendingCount == 1)
      #expect(device.almanac.sync.lastFailure != nil)
    }
    // Without anybody asking, it comes by itself, after a pause.
    service.set { $0.fault = nil }
    let before = service.asked.count
    #expect(await until { device.clock.pauses.count == 1 })
    device.clock.advance(by: 2_000)
    #expect(service.asked.count == before)
    device.clock.advance(by: 60_000)
    #expect(await until { device.almanac.progress.pendingCount == 0 })
    #expect(await until { device.almanac.sync.lastFailure == nil })
  }

  @Test(
    "nothing is asked before the time that the service asks to wait", .timeLimit(.minutes(20)),
    arguments: [429, 503])
  func retryAfter(status: Int) async throws {
    let service = try FakeService(FakePress())
    let device = try Device(service)
    await device.almanac.start()
    let puzzle = try await device.ready("intro:0")
    try await device.almanac.progress.keep(puzzle.board(1), of: puzzle, milliseconds: 1)
    #expect(await until { device.clock.pauses == [5_000] })
    let busy = ClientAnswer(
      status: status, headers: ["content-type": "application/json", "retry-after": "600"],
      body: Array(#"{"error":"later","code":"unavailable"}"#.utf8))
    service.set { $0.fault = { _, _ in .answer(busy) } }
    #expect(await device.almanac.flush() == false)
    service.set { $0.fault = nil }
    let before = service.asked.count
    #expect(await until { device.clock.pauses == [600_000] })
    device.clock.advance(by: 599_000)
    #expect(device.clock.pauses == [1_000])
    #expect(service.asked.count == before)
    device.clock.advance(by: 2_000)
    #expect(await until { device.almanac.progress.pendingCount == 0 })
    #expect(service.asked.count == before + 1)
  }

  @Test("the answer that is lost on its way does no harm")
  func lostAnswer() async throws {
    let service = try FakeService(FakePress())
    let device = try Device(service)
    await device.almanac.start()
    let puzzle = try await device.ready("intro:0")
    try await device.almanac.progress.keep(puzzle.board(1), of: puzzle, milliseconds: 1)
    service.set { $0.fault = { _, _ in .answerLost } }
    await device.almanac.flush()
    #expect(device.almanac.progress.pendingCount == 1)
    service.set { $0.fault = nil }
    #expect(await device.almanac.flush())
    #expect(try await device.almanac.progress.board(of: puzzle) == puzzle.board(1))
  }

  @Test("a token that is refused is renewed once, and by the device's secret where that fails")
  func tokens() async throws {
    let service = try FakeService(FakePress())
    let device = try Device(service)
    await device.almanac.start()
    let puzzle = try await device.ready("intro:0")
    // The service has forgotten all sessions.
    service.set { $0.tokens = [:] }
    try await device.almanac.progress.keep(puzzle.board(1), of: puzzle, milliseconds: 1)
    #expect(await device.almanac.flush())
    #expect(
      service.asked.suffix(4) == [
        "POST /sync", "POST /auth/refresh", "POST /auth/anon", "POST /sync",
      ])
    #expect(await device.almanac.account.userID == "user-0")
  }

  /// What comes between a renewed session and the phone.
  enum Obstacle: CaseIterable, Sendable {
    /// Its answer is lost.
    case line
    /// It cannot be kept, and the app is opened anew.
    case disk
  }

  @Test(
    "a session that is renewed and does not arrive costs nobody the account",
    arguments: Obstacle.allCases, [false, true])
  func renewalLost(_ obstacle: Obstacle, isDue: Bool) async throws {
    let service = try FakeService(FakePress())
    let storage = FailingStorage()
    var device = try Device(service, storage: storage)
    await device.almanac.start()
    try await device.almanac.account.register(email: "a@b.de", password: "correct horse")
    func pass(days: Int) {
      service.set { $0.milliseconds += days * 86_400_000 }
      device.clock.advance(by: days * 86_400_000)
    }
    let hasAnswered = Mutex(false)
    service.set { state in
      state.fault = { request, _ in
        guard request.path == "/auth/refresh" else { return nil }
        hasAnswered.withLock { $0 = true }
        return obstacle == .line ? .answerLost : nil
      }
    }
    storage.fail { operation, name in
      obstacle == .disk && operation == .write && name == "account" && hasAnswered.withLock { $0 }
    }
    if isDue {
      // A week before its end it is renewed, and good until the new one comes.
      pass(days: 24)
      await device.almanac.sync.sync()
    } else {
      // Long before, whoever deletes the account needs a token that is new.
      await #expect(throws: ServiceFault.self) { try await device.almanac.account.delete() }
    }
    #expect(service.asked.contains("POST /auth/refresh"))
    service.set { $0.fault = nil }
    storage.fail { _, _ in false }
    if obstacle == .disk { device = try Device(service, storage: storage) }
    #expect(await device.almanac.sync.sync())
    // The old one has ended by now, wherever it was.
    pass(days: 8)
    #expect(await device.almanac.sync.sync())
    #expect(await device.almanac.account.userID == "user-0")
    // One that has arrived is not asked for again.
    let count = service.asked.count { $0 == "POST /auth/refresh" }
    #expect(await device.almanac.sync.sync())
    #expect(service.asked.count { $0 == "POST /auth/refresh" } == count)
  }

  @Test(
    "a batch that is not taken is halved, and an entry that is taken in no request is parked",
    arguments: [400, 413, 422])
  func tooLarge(status: Int) async throws {
    let service = try FakeService(FakePress())
    let device = try Device(service)
    await device.almanac.start()
    for id in ["intro:0", "intro:1", "more:0", "more:1", "third:0", "third:1", "daily:2026-11-22"] {
      let puzzle = try await device.ready(id)
      try await device.almanac.progress.keep(puzzle.board(2), of: puzzle, milliseconds: 1)
    }
    service.set { state in
      state.largestBatch = 3
      state.tooLarge = status
      state.rejected = ["more:1": "unknown_puzzle"]
    }
    #expect(await device.almanac.flush())
    #expect(service.state.withLock { $0.batches }.contains(3))
    #expect(device.almanac.progress.pendingCount == 0)
    #expect(try await device.almanac.progress.refused == ["more:1": "unknown_puzzle"])
    // Playing on sends it again.
    service.set { $0.rejected = [:] }
    let puzzle = try await device.ready("more:1")
    try await device.almanac.progress.keep(puzzle.board(2, 3), of: puzzle, milliseconds: 1)
    #expect(await device.almanac.flush())
    #expect(try await device.almanac.progress.refused == [:])
    service.set { $0.largestBatch = 0 }
    try await device.almanac.progress.keep(puzzle.board(2, 4), of: puzzle, milliseconds: 1)
    #expect(await device.almanac.flush())
    #expect(try await device.almanac.progress.refused == ["more:1": "too_many"])
  }

  @Test("two devices of a player agree, whoever plays what when, and whatever their clocks say")
  func twoDevices() async throws {
    let service = try FakeService(FakePress())
    let first = try Device(service, clockIsAhead: 90 * 86_400_000)
    await first.almanac.start()
    try await first.almanac.account.register(email: "a@b.de", password: "correct horse")
    let second = try Device(service, clockIsAhead: -7_200_000)
    await second.almanac.start()
    let solved = try await second.ready("intro:1")
    try await second.solve(solved)
    try await second.almanac.account.logIn(email: "a@b.de", password: "correct horse")
    await second.almanac.sync.sync()
    await first.almanac.sync.sync()
    #expect(try await first.almanac.progress.progress(of: solved)?.play?.isSolved == true)

    let puzzle = try await first.ready("intro:0")
    try await first.almanac.progress.keep(puzzle.board(1), of: puzzle, milliseconds: 1)
    await first.almanac.sync.sync()
    await second.almanac.sync.sync()
    try await second.almanac.progress.keep(puzzle.board(1, 2), of: puzzle, milliseconds: 2)
    await second.almanac.sync.sync()
    await first.almanac.sync.sync()
    #expect(try await first.almanac.progress.board(of: puzzle) == puzzle.board(1, 2))
    let (one, other) = (
      try await first.almanac.progress.all, try await second.almanac.progress.all
    )
    #expect(one == other)
    try await first.almanac.progress.set(.theme, to: 2)
    try await first.almanac.progress.unlock(2, in: "intro")
    try await second.almanac.progress.unlock(1, in: "intro")
    await first.almanac.sync.sync()
    await second.almanac.sync.sync()
    #expect(try await second.almanac.progress.settings.value(of: .theme) == 2)
    for device in [first, second] {
      #expect(try await device.almanac.progress.unlocked(in: "intro") == 2)
      #expect(device.almanac.progress.pendingCount == 0)
    }
  }

  @Test("a move that was made while its board was on its way is not lost, whatever the answer says")
  func moveMeanwhile() async throws {
    let service = try FakeService(FakePress())
    // So far ahead that the service brings its time back.
    let device = try Device(service)
    await device.almanac.start()
    let puzzle = try await device.ready("intro:0")
    device.clock.advance(by: 3_600_000)
    try await device.almanac.progress.keep(puzzle.board(1), of: puzzle, milliseconds: 1)
    let (almanac, later) = (device.almanac, puzzle.board(1, 2))
    let gate = Gate()
    let slow = SlowTransport(base: service, gate: gate)
    let other = Almanac(
      transport: slow, storage: device.storage, clock: device.clock,
      roots: try FakePress.roots())
    _ = almanac
    let flushing = Task { await other.flush() }
    await gate.waitForArrival()
    try await other.progress.keep(later, of: puzzle, milliseconds: 2)
    gate.open()
    _ = await flushing.value
    #expect(try await other.progress.board(of: puzzle) == later)
    await other.flush()
    #expect(other.progress.pendingCount == 0)
    #expect(try await other.progress.board(of: puzzle) == later)
    let kept = service.state.withLock { $0.rows["user-0"]?["intro:0"]?.play?.cells }
    #expect(kept == later.cells)
  }

  @Test("each player has a queue: what one has not sent is not sent as another's")
  func queues() async throws {
    let service = try FakeService(FakePress())
    let device = try Device(service)
    await device.almanac.start()
    try await device.almanac.account.register(email: "a@b.de", password: "correct horse")
    let puzzle = try await device.ready("intro:0")
    service.set { $0.fault = { _, _ in .lost } }
    try await device.almanac.progress.keep(puzzle.board(1), of: puzzle, milliseconds: 1)
    try await device.almanac.account.logOut()
    service.set { $0.fault = nil }
    await device.almanac.sync.sync()
    #expect(await device.almanac.account.userID == "user-1")
    #expect(try await device.almanac.progress.all == [:])
    #expect(service.state.withLock { $0.rows["user-1"] } == nil)
    try await device.almanac.account.logIn(email: "a@b.de", password: "correct horse")
    await device.almanac.sync.sync()
    #expect(try await device.almanac.progress.board(of: puzzle) == puzzle.board(1))
    #expect(service.state.withLock { $0.rows["user-0"]?["intro:0"]?.play != nil })
  }

  @Test("whoever logs in, logs out or goes away plays on at once with what is theirs")
  func playersChange() async throws {
    let service = try FakeService(FakePress())
    let device = try Device(service)
    let (account, progress) = (device.almanac.account, device.almanac.progress)
    await device.almanac.start()
    let user = try #require(await account.userID)
    service.set { $0.bought[user] = ["product-sold"] }
    await device.almanac.start()
    try await account.register(email: "a@b.de", password: "correct horse")
    let puzzle = try await device.ready("sold:0")
    try await progress.keep(puzzle.board(1), of: puzzle, milliseconds: 1)
    try await account.logOut()
    #expect(try await progress.all == [:])
    #expect(
      await device.almanac.library.puzzle("sold:0")
        == .notPurchased(products: ["unlock_all", "pro_bundle", "product-sold"]))
    // What nobody plays meanwhile goes into whoever comes.
    let other = try await device.ready("intro:0")
    try await progress.keep(other.board(2), of: other, milliseconds: 1)
    try await account.logIn(email: "a@b.de", password: "correct horse")
    #expect(try await progress.board(of: puzzle) == puzzle.board(1))
    #expect(try await progress.board(of: other) == other.board(2))
    _ = try await device.ready("sold:0")
    try await account.delete()
    #expect(try await progress.all == [:])
    #expect(try await device.storage.files(in: "players") == [:])
  }

  @Test(
    "an exchange that is on its way when the player changes is nobody else's",
    .timeLimit(.minutes(20)), arguments: [false, true])
  func playerChangesMeanwhile(hasArrived: Bool) async throws {
    let service = try FakeService(FakePress())
    let device = try Device(service)
    await device.almanac.start()
    try await device.almanac.account.register(email: "a@b.de", password: "correct horse")
    let puzzle = try await device.ready("intro:0")
    try await device.almanac.progress.keep(puzzle.board(1), of: puzzle, milliseconds: 1)
    let gate = Gate()
    let gates = ["POST /sync": gate]
    let almanac = try device.reopened(
      before: hasArrived ? [:] : gates, after: hasArrived ? gates : [:])
    async let isWhole = almanac.sync.sync()
    await gate.waitForArrival()
    try await almanac.account.logOut()
    #expect(try await almanac.progress.all == [:])
    gate.open()
    #expect(await isWhole)
    #expect(await almanac.account.userID == "user-1")
    #expect(try await almanac.progress.all == [:])
    #expect(service.rows(of: "user-1") == [])
    #expect(service.rows(of: "user-0") == (hasArrived ? ["intro:0"] : []))
    // What came when its session had ended is sent when its player comes back.
    try await almanac.account.logIn(email: "a@b.de", password: "correct horse")
    #expect(await almanac.sync.sync())
    #expect(service.rows(of: "user-0") == ["intro:0"])
    #expect(try await almanac.progress.board(of: puzzle) == puzzle.board(1))
  }

  @Test("a restored backup, which is without the account, gives what was played to the next one")
  func restored() async throws {
    let service = try FakeService(FakePress())
    let device = try Device(service)
    await device.almanac.start()
    let puzzle = try await device.ready("intro:0")
    try await device.almanac.progress.keep(puzzle.board(1), of: puzzle, milliseconds: 1)
    await device.almanac.flush()
    let backup = MemoryStorage()
    for item in await device.almanac.library.cacheReport where !item.isExcludedFromBackup {
      let bytes = try #require(try await device.storage.read(item.file, limit: 1 << 24))
      try await backup.write(bytes, to: item.file)
    }
    let next = try Device(service, storage: backup)
    #expect(await next.almanac.start().isUpToDate)
    #expect(await next.almanac.account.userID == "user-1")
    #expect(try await next.almanac.progress.board(of: puzzle) == puzzle.board(1))
    #expect(service.state.withLock { $0.rows["user-1"]?["intro:0"]?.play != nil })
  }

  @Test("what was damaged on the disk comes back from the service")
  func damagedBook() async throws {
    let service = try FakeService(FakePress())
    let device = try Device(service)
    await device.almanac.start()
    for id in ["intro:0", "intro:1", "more:0"] {
      let puzzle = try await device.ready(id)
      try await device.almanac.progress.keep(puzzle.board(3), of: puzzle, milliseconds: 1)
    }
    await device.almanac.sync.sync()
    let all = try await device.almanac.progress.all
    #expect(all.count == 3)
    let name = try #require(try await device.storage.files(in: "players").keys.first)
    let bytes = try #require(try await device.storage.read("players/" + name, limit: 1 << 24))
    for place in stride(from: 5, to: bytes.count, by: bytes.count / 7) {
      var damaged = bytes
      damaged[place] ^= 1
      let storage = MemoryStorage()
      for file in ["account", "player", "release"] {
        let kept = try #require(try await device.storage.read(file, limit: 1 << 24))
        try await storage.write(kept, to: file)
      }
      try await storage.write(damaged, to: "players/" + name)
      let next = try Device(service, storage: storage)
      await next.almanac.start()
      #expect(try await next.almanac.progress.all == all, "byte \(place)")
      // What could not be read is gone, so that the next launch asks for what is new alone.
      let last = try Device(service, storage: storage)
      await last.almanac.start()
      #expect(service.asked.last { $0.hasPrefix("GET /sync") }?.contains("since") == true)
    }
  }

  @Test("a service that was set back hears everything again")
  func setBack() async throws {
    let service = try FakeService(FakePress())
    let device = try Device(service)
    await device.almanac.start()
    let puzzle = try await device.ready("intro:0")
    try await device.solve(puzzle)
    try await device.almanac.progress.set(.theme, to: 2)
    try await device.almanac.progress.unlock(2, in: "intro")
    await device.almanac.sync.sync()
    service.set { state in
      (state.rows, state.changes, state.cursors) = ([:], [:], [:])
      (state.settings, state.packs) = ([:], [:])
    }
    await device.almanac.sync.sync()
    #expect(service.state.withLock { $0.settings["user-0"]?.value(of: .theme) } == 2)
    #expect(service.state.withLock { $0.packs["user-0"] } == ["intro": 2])
    #expect(service.state.withLock { $0.rows["user-0"]?["intro:0"]?.play?.isSolved } == true)
    #expect(try await device.almanac.progress.progress(of: puzzle)?.play?.isSolved == true)
  }

  /// Plays on a place, and sends it.
  private func play(_ device: Device, _ id: String, _ marks: Int) async throws {
    let puzzle = try await device.ready(id)
    var board = PlayerBoard(puzzle.puzzle.grid)
    for cell in 0..<marks { board[cell] = .mark }
    try await device.almanac.progress.keep(board, of: puzzle, milliseconds: marks)
    await device.almanac.flush()
  }

  @Test(
    "a service that was set back hears everything again, also when it has counted on since",
    arguments: [nil, "first"])
  func overtaken(epoch: String?) async throws {
    let service = try FakeService(FakePress())
    service.set { $0.epoch = epoch }
    let device = try Device(service)
    await device.almanac.start()
    try await play(device, "intro:1", 1)
    let backup = service.state.withLock { ($0.rows, $0.changes, $0.cursors) }
    for marks in 1...5 { try await play(device, "intro:0", marks) }
    service.set { ($0.rows, $0.changes, $0.cursors) = backup }
    for marks in 1...10 { try await play(device, "intro:2", marks) }
    await device.almanac.sync.sync()
    #expect(service.rows(of: "user-0") == ["intro:0", "intro:1", "intro:2"])
    #expect(try await device.almanac.progress.all.count == 3)
    #expect(device.almanac.progress.pendingCount == 0)
  }

  @Test(
    "whoever comes when a service that was set back has counted on hears everything again",
    arguments: [false, true])
  func overtakenByAnother(wasClosed: Bool) async throws {
    let service = try FakeService(FakePress())
    let secret = "one-secret-of-two-phones"
    var devices = try (0..<2).map { _ in try Device(service, secret: secret) }
    for device in devices { await device.almanac.start() }
    try await play(devices[0], "intro:0", 1)
    let backup = service.state.withLock { ($0.rows, $0.changes, $0.cursors) }
    for marks in 1...5 { try await play(devices[1], "intro:1", marks) }
    await devices[1].almanac.sync.sync()
    service.set { state in
      (state.rows, state.changes, state.cursors) = backup
      state.epoch = "second"
    }
    for marks in 1...10 { try await play(devices[0], "intro:2", marks) }
    if wasClosed {
      devices = try devices.map { try Device(service, storage: $0.storage, secret: secret) }
    }
    for _ in 0..<2 { for device in devices { #expect(await device.almanac.sync.sync()) } }
    #expect(service.rows(of: "user-0") == ["intro:0", "intro:1", "intro:2"])
    for device in devices {
      #expect(try await device.almanac.progress.all.count == 3)
      let count = service.asked.count
      #expect(await device.almanac.sync.sync())
      #expect(service.asked.count == count + 1, "what is known is not sent again and again")
    }
  }

  /// Gives a slot another puzzle, in a release of its own.
  private func replace(_ service: FakeService, with text: String) {
    service.set { state in
      state.press.number += 1
      let version = state.press.number
      state.press.packs["intro"]?.version = version
      state.press.packs["intro"]?.puzzles[0] = text
      state.press.packs["intro"]?.changes.append(
        .init(version: version, slots: [0], reason: "a face"))
    }
  }

  @Test("a board that the service left out comes when its slot has the puzzle of before again")
  func rolledBack() async throws {
    let service = try FakeService(FakePress())
    let devices = try (0..<2).map { _ in try Device(service, secret: "one-secret-of-two-phones") }
    for device in devices { await device.almanac.start() }
    let puzzle = try await devices[0].ready("intro:0")
    try await devices[0].solve(puzzle)
    await devices[0].almanac.flush()
    replace(service, with: try FakePress.puzzles(side: 5)[9])
    await devices[1].almanac.start()
    #expect(try await devices[1].almanac.progress.progress(of: puzzle)?.play == nil)
    replace(service, with: puzzle.sbn.description)
    await devices[1].almanac.start()
    let again = try await devices[1].ready("intro:0")
    #expect(try await devices[1].almanac.progress.progress(of: again)?.play?.isSolved == true)
    // What is known is not told again and again.
    await devices[1].almanac.start()
    #expect(service.asked.last { $0.hasPrefix("GET /sync") }?.contains("since") == true)
  }

  @Test(
    "that a slot was completed stays, also where a service that was set back has forgotten it",
    arguments: [false, true])
  func historyStays(isHintUsed: Bool) async throws {
    let service = try FakeService(FakePress())
    let device = try Device(service)
    await device.almanac.start()
    let puzzle = try await device.ready("intro:0")
    try await device.almanac.progress.keep(puzzle.board(1), of: puzzle, milliseconds: 1)
    await device.almanac.sync.sync()
    let backup = service.state.withLock { ($0.rows, $0.changes, $0.cursors) }
    try await device.solve(puzzle)
    await device.almanac.sync.sync()
    let completedAt = try await device.almanac.progress.all["intro:0"]?.completedAt
    replace(service, with: try FakePress.puzzles(side: 5)[9])
    await device.almanac.start()
    service.set { state in
      (state.rows, state.changes, state.cursors) = backup
      state.epoch = "second"
    }
    if isHintUsed { try await device.almanac.progress.useHint(on: device.ready("intro:0")) }
    #expect(await device.almanac.sync.sync())
    #expect(completedAt != nil)
    #expect(try await device.almanac.progress.all["intro:0"]?.completedAt == completedAt)
    let other = try await device.ready("intro:0")
    #expect(try await device.almanac.progress.progress(of: other)?.play == nil)
  }

  @Test("a completion that the service refuses is in no streak")
  func refusedStreak() async throws {
    let service = try FakeService(FakePress())
    let device = try Device(service)
    await device.almanac.start()
    try await device.solve(try await device.ready("daily:2026-11-22"))
    #expect(try await device.almanac.progress.streaks.daily.length == 1)
    service.set { $0.rejected = ["daily:2026-11-22": "unknown_puzzle"] }
    await device.almanac.flush()
    #expect(try await device.almanac.progress.streaks.daily.length == 0)
  }

  @Test("a setting that the service does not know is told, and sent again with a new release")
  func unknownSetting() async throws {
    let service = try FakeService(FakePress())
    let device = try Device(service)
    await device.almanac.start()
    service.set { $0.rejected = ["settings": "malformed"] }
    try await device.almanac.progress.set(.theme, to: 2)
    #expect(await device.almanac.flush())
    #expect(try await device.almanac.progress.refused == ["settings": "malformed"])
    #expect(device.almanac.progress.pendingCount == 0)
  }

  @Test("settings can be changed, twice in a row as well, after a service's clock was ahead")
  func settingsAfterClockAhead() async throws {
    let service = try FakeService(FakePress())
    let device = try Device(service)
    await device.almanac.start()
    let progress = device.almanac.progress
    service.set { $0.milliseconds += 2 * 86_400_000 }
    await device.almanac.sync.sync()
    try await progress.set(.theme, to: 1)
    #expect(await device.almanac.flush())
    service.set { $0.milliseconds -= 2 * 86_400_000 }
    await device.almanac.sync.sync()
    for theme in [2, 0] {
      try await progress.set(.theme, to: theme)
      #expect(await device.almanac.flush())
    }
    await device.almanac.sync.sync()
    #expect(try await progress.settings.value(of: .theme) == 0)
  }

  @Test("what was to be sent is sent, also where that was cancelled", .timeLimit(.minutes(20)))
  func cancelledFlush() async throws {
    let service = try FakeService(FakePress())
    let device = try Device(service)
    await device.almanac.start()
    let puzzle = try await device.ready("intro:0")
    let gate = Gate()
    let almanac = try device.reopened(after: ["GET /sync": gate])
    async let isWhole = almanac.sync.sync()
    await gate.waitForArrival()
    try await almanac.progress.keep(puzzle.board(1), of: puzzle, milliseconds: 1)
    while device.clock.pauses.isEmpty { try await Task.sleep(for: .milliseconds(1)) }
    let flush = Task { await almanac.flush() }
    while !device.clock.pauses.isEmpty { try await Task.sleep(for: .milliseconds(1)) }
    flush.cancel()
    #expect(await flush.value == false)
    gate.open()
    #expect(await isWhole)
    #expect(service.rows(of: "user-0") == [])
    for _ in 0..<2_000 where service.rows(of: "user-0") == [] {
      device.clock.advance(by: 1_000)
      try await Task.sleep(for: .milliseconds(1))
    }
    #expect(service.rows(of: "user-0") == ["intro:0"])
  }

  @Test("what apps show follows what happens")
  func sequences() async throws {
    let service = try FakeService(FakePress())
    let device = try Device(service)
    await device.almanac.start()
    var counts = device.almanac.progress.pendingCounts.makeAsyncIterator()
    #expect(await counts.next() == 0)
    let puzzle = try await device.ready("intro:0")
    try await device.almanac.progress.keep(puzzle.board(1), of: puzzle, milliseconds: 1)
    #expect(await counts.next() == 1)
    var syncs = device.almanac.sync.lastSyncs.makeAsyncIterator()
    let first = try #require(await syncs.next() ?? nil)
    // The service's clock first: what waits may be sent as soon as the device's is advanced.
    service.set { $0.milliseconds += 60_000 }
    device.clock.advance(by: 60_000)
    #expect(await device.almanac.flush())
    #expect(try #require(await syncs.next() ?? nil) == first + 60_000)
    try await device.almanac.progress.keep(puzzle.board(2), of: puzzle, milliseconds: 2)
    var faults = device.almanac.sync.failureStates.makeAsyncIterator()
    #expect(await faults.next() == .some(nil))
    service.set { $0.fault = { _, _ in .lost } }
    await device.almanac.flush()
    #expect(await faults.next() == .noAnswer("the line is dead"))
  }
}

/// Holds back the first request until somebody opens it.
final class Gate: Sendable {
  private let state = Mutex<(isOpen: Bool, hasArrived: Bool)>((false, false))

  func open() { state.withLock { $0.isOpen = true } }

  func pass() async {
    state.withLock { $0.hasArrived = true }
    while !state.withLock({ $0.isOpen }) { try? await Task.sleep(for: .milliseconds(1)) }
  }

  func waitForArrival() async {
    while !state.withLock({ $0.hasArrived }) { try? await Task.sleep(for: .milliseconds(1)) }
  }
}

struct SlowTransport: Transport {
  let base: FakeService
  let gate: Gate

  func send(_ request: ClientRequest, limit: Int) async throws(TransportFailure) -> ClientAnswer {
    if request.path == "/sync" { await gate.pass() }
    return try await base.send(request, limit: limit)
  }
}
