import AlmanacClient
import Identity
import Synchronization
import TestSupport
import Testing

/// Whatever comes between: what one player has is nobody else's, and nothing that was kept is lost.
@Suite("Players who come and go")
struct PlayerChangeTests {
  private let service: FakeService
  private static let password = "correct horse"

  init() throws { service = try FakeService(FakePress()) }

  /// An opened app whose player has an address.
  private func registered(
    _ email: String, storage: any Storage = MemoryStorage()
  ) async throws -> (device: Device, user: String) {
    let device = try Device(service, storage: storage)
    await device.almanac.start()
    try await device.almanac.account.register(email: email, password: Self.password)
    return (device, try #require(await device.almanac.account.userID))
  }

  private func logIn(_ almanac: Almanac, _ email: String) async throws {
    try await almanac.account.logIn(email: email, password: Self.password)
  }

  @Test("whoever is registered is not taken along, also after a backup or a lost account file")
  func registeredStays() async throws {
    let (device, _) = try await registered("x@b.de")
    let (_, other) = try await registered("y@b.de")
    let puzzle = try await device.ready("intro:0")
    try await device.almanac.progress.keep(puzzle.board(1), of: puzzle, milliseconds: 1)
    await device.almanac.flush()
    for isStarted in [true, false] {
      let storage = MemoryStorage()
      for item in await device.almanac.library.cacheReport where item.kind != .account {
        let bytes = try #require(try await device.storage.read(item.file, limit: 1 << 24))
        try await storage.write(bytes, to: item.file)
      }
      let next = try Device(service, storage: storage)
      if isStarted { await next.almanac.start() }
      try await logIn(next.almanac, "x@b.de")
      #expect(try await next.almanac.progress.board(of: puzzle) == puzzle.board(1))
      try await logIn(next.almanac, "y@b.de")
      await next.almanac.sync.sync()
      #expect(await next.almanac.account.userID == other)
      #expect(try await next.almanac.progress.all == [:])
      #expect(service.rows(of: other) == [])
    }
  }

  @Test("an answer to what was sent before somebody logged in again takes no move back")
  func lateAnswer() async throws {
    let (device, _) = try await registered("a@b.de")
    let puzzle = try await device.ready("intro:0")
    let gate = Gate()
    let almanac = try device.reopened(before: ["POST /sync": gate])
    try await almanac.progress.keep(puzzle.board(1), of: puzzle, milliseconds: 1)
    async let isWhole = almanac.flush()
    await gate.waitForArrival()
    try await almanac.account.logOut()
    try await logIn(almanac, "a@b.de")
    try await almanac.progress.keep(puzzle.board(1, 2), of: puzzle, milliseconds: 2)
    gate.open()
    _ = await isWhole
    await almanac.sync.sync()
    #expect(try await almanac.progress.board(of: puzzle) == puzzle.board(1, 2))
    #expect(almanac.progress.pendingCount == 0)
  }

  @Test("what was refused is not lost when another device plays its place")
  func refusedMerges() async throws {
    let (first, _) = try await registered("a@b.de")
    let puzzle = try await first.ready("intro:0")
    service.set { $0.rejected = ["intro:0": "unknown_puzzle"] }
    try await first.solve(puzzle)
    await first.almanac.flush()
    service.set { $0.rejected = [:] }
    let second = try Device(service)
    await second.almanac.start()
    try await logIn(second.almanac, "a@b.de")
    try await second.almanac.progress.keep(puzzle.board(1), of: puzzle, milliseconds: 1)
    await second.almanac.sync.sync()
    await first.almanac.sync.sync()
    #expect(try await first.almanac.progress.refused == ["intro:0": "unknown_puzzle"])
    // A new release, after which what was refused is sent again.
    service.set { state in
      state.press.number = 2
      state.press.packs["more"]?.version = 2
    }
    await first.almanac.start()
    #expect(try await first.almanac.progress.progress(of: puzzle)?.play?.isSolved == true)
    #expect(try await first.almanac.progress.refused == [:])
  }

  @Test("a refused pack is told, and sent again with a new release")
  func refusedPack() async throws {
    let device = try Device(service)
    await device.almanac.start()
    try await device.almanac.progress.unlock(3, in: "nope")
    #expect(await device.almanac.flush())
    #expect(try await device.almanac.progress.refused == ["nope": "unknown_pack"])
    let next = try Device(service, storage: device.storage)
    #expect(try await next.almanac.progress.refused == ["nope": "unknown_pack"])
    let puzzles = try FakePress.puzzles(side: 5)
    service.set { state in
      state.press.number = 2
      state.press.packs["nope"] = .init(puzzles: Array(puzzles[9..<10]))
    }
    await next.almanac.start()
    #expect(try await next.almanac.progress.refused == [:])
    #expect(next.almanac.progress.pendingCount == 0)
  }

  @Test("a pack that is on its way when the player logs out is bought by nobody else")
  func boughtByOne() async throws {
    let (device, user) = try await registered("a@b.de")
    service.set { $0.bought[user] = ["product-sold"] }
    let gate = Gate()
    let almanac = try device.reopened(after: ["GET /puzzles/pack/sold": gate])
    let download = Task { try await almanac.library.download("sold") }
    await gate.waitForArrival()
    try await almanac.account.logOut()
    gate.open()
    await #expect(throws: InstallFault.self) { try await download.value }
    #expect(try await almanac.progress.purchases.names == [])
    guard case .notPurchased = await almanac.library.puzzle("sold:0") else {
      Issue.record("the pack is ready for nobody")
      return
    }
  }

  @Test("an exchange that was on its way does not take back what a download has shown")
  func boughtMeanwhile() async throws {
    let device = try Device(service)
    await device.almanac.start()
    let user = try #require(await device.almanac.account.userID)
    let gate = Gate()
    let almanac = try device.reopened(after: ["GET /sync": gate])
    async let isWhole = almanac.sync.sync()
    await gate.waitForArrival()
    service.set { $0.bought[user] = ["product-sold"] }
    try await almanac.library.download("sold")
    gate.open()
    #expect(await isWhole)
    guard case .ready = await almanac.library.puzzle("sold:0") else {
      Issue.record("the pack is locked again")
      return
    }
  }

  @Test(
    "an account that was deleted does not come back, whatever is on its way or gets lost",
    arguments: [false, true])
  func deletedForGood(isRegistered: Bool) async throws {
    let device = try Device(service)
    await device.almanac.start()
    if isRegistered {
      try await device.almanac.account.register(email: "a@b.de", password: Self.password)
    }
    let puzzle = try await device.ready("intro:0")
    let (posting, deleting) = (Gate(), Gate())
    let almanac = try device.reopened(
      before: ["POST /sync": posting], after: ["DELETE /account": deleting])
    try await almanac.progress.keep(puzzle.board(1), of: puzzle, milliseconds: 1)
    async let isWhole = almanac.flush()
    await posting.waitForArrival()
    async let deletion: Void = almanac.account.delete()
    await deleting.waitForArrival()
    posting.open()
    _ = await isWhole
    deleting.open()
    try await deletion
    await almanac.sync.sync()
    #expect(await almanac.account.userID == "user-1")
    #expect(try await almanac.progress.all == [:])
    #expect(service.rows(of: "user-1") == [])
    #expect(try await device.storage.files(in: "players")["user-0"] == nil)
  }

  /// A device whose first move the service has.
  private func played(isRegistered: Bool) async throws -> (device: Device, puzzle: PlayablePuzzle) {
    let device = try Device(service)
    await device.almanac.start()
    if isRegistered {
      try await device.almanac.account.register(email: "a@b.de", password: Self.password)
    }
    let puzzle = try await device.ready("intro:0")
    try await device.almanac.progress.keep(puzzle.board(1), of: puzzle, milliseconds: 1)
    await device.almanac.flush()
    return (device, puzzle)
  }

  @Test(
    "a deletion whose answer is lost can be done again, or is noticed by what comes next",
    arguments: [(false, false), (false, true), (true, true)])
  func deletionUnanswered(isRegistered: Bool, isRepeated: Bool) async throws {
    let device = try await played(isRegistered: isRegistered).device
    let account = device.almanac.account
    service.set { $0.fault = { request, _ in request.method == "DELETE" ? .answerLost : nil } }
    await #expect(throws: ServiceFault.self) { try await account.delete() }
    service.set { $0.fault = nil }
    if isRepeated { try await account.delete() } else { await device.almanac.start() }
    await device.almanac.sync.sync()
    #expect(try await device.almanac.progress.all == [:])
    #expect(service.state.withLock { $0.rows.values.allSatisfy(\.isEmpty) })
    #expect(try await device.storage.files(in: "players")["user-0"] == nil)
  }

  @Test("a deletion that failed and was given up leaves the account as it was")
  func deletionGivenUp() async throws {
    let device = try Device(service)
    await device.almanac.start()
    let puzzle = try await device.ready("intro:0")
    service.set { $0.fault = { request, _ in request.method == "DELETE" ? .lost : nil } }
    await #expect(throws: ServiceFault.self) { try await device.almanac.account.delete() }
    service.set { $0.fault = nil }
    try await device.almanac.progress.keep(puzzle.board(1), of: puzzle, milliseconds: 1)
    #expect(await device.almanac.flush())
    // Later the service forgets its sessions, as it does after a month: that is no deletion.
    service.set { $0.tokens = [:] }
    #expect(await device.almanac.sync.sync())
    #expect(await device.almanac.account.userID == "user-0")
    #expect(try await device.almanac.progress.board(of: puzzle) == puzzle.board(1))
  }

  @Test(
    "a token that is refused is no deletion, registered or not, also after one that was lost",
    arguments: [false, true], [false, true])
  func deletionRefused(isRegistered: Bool, wasLost: Bool) async throws {
    let (device, puzzle) = try await played(isRegistered: isRegistered)
    let account = device.almanac.account
    if wasLost {
      service.set { $0.fault = { request, _ in request.method == "DELETE" ? .lost : nil } }
      await #expect(throws: ServiceFault.self) { try await account.delete() }
      service.set { $0.fault = nil }
    }
    service.set { $0.tokens = [:] }
    if isRegistered {
      for _ in 0..<2 { await #expect(throws: ServiceFault.self) { try await account.delete() } }
      #expect(try await device.almanac.progress.board(of: puzzle) == puzzle.board(1))
      try await logIn(device.almanac, "a@b.de")
      try await account.delete()
      #expect(service.rows(of: "user-0") == [])
    } else {
      try await account.delete()
      #expect(service.asked.contains("DELETE /account"))
      #expect(service.rows(of: "user-0") == [])
      #expect(try await device.almanac.progress.all == [:])
    }
  }

  @Test("an account that another device has deleted is deleted here as well")
  func deletedElsewhere() async throws {
    let (device, user) = try await registered("a@b.de")
    let other = try Device(service)
    await other.almanac.start()
    try await logIn(other.almanac, "a@b.de")
    try await other.almanac.account.delete()
    try await device.almanac.account.delete()
    #expect(await device.almanac.account.userID != user)
    #expect(try await device.almanac.progress.all == [:])
  }

  @Test("an account that was logged out of while its deletion begins does not come back")
  func logOutBeforeTheToken() async throws {
    let (device, user) = try await registered("a@b.de")
    service.set { $0.milliseconds += 24 * 86_400_000 }
    device.clock.advance(by: 24 * 86_400_000)
    let gate = Gate()
    let almanac = try device.reopened(after: ["POST /auth/refresh": gate])
    let deletion = Task { try await almanac.account.delete() }
    await gate.waitForArrival()
    let leaving = Task { try await almanac.account.logOut() }
    try await Task.sleep(for: .milliseconds(500))
    gate.open()
    try await leaving.value
    await #expect(throws: ServiceFault.self) { try await deletion.value }
    await almanac.sync.sync()
    #expect(await almanac.account.userID != user)
    #expect(service.state.withLock { $0.accounts.contains(user) })
  }

  @Test("whoever asks for the account at once gets the same one, also on the first launch")
  func oneSecret() async throws {
    let (first, second) = (Gate(), Gate())
    let storage = HoldingStorage("account", [first, second])
    let device = try Device(service, storage: storage)
    let opening = Task { await device.almanac.sync.sync() }
    await first.waitForArrival()
    let asking = Task { await device.almanac.account.isRegistered }
    try await Task.sleep(for: .milliseconds(300))
    first.open()
    try await Task.sleep(for: .milliseconds(300))
    second.open()
    #expect(await opening.value)
    #expect(await !asking.value)
    // The service forgets its sessions: the secret alone opens the account now.
    service.set { $0.tokens = [:] }
    let next = try Device(service, storage: storage)
    #expect(await next.almanac.sync.sync())
    #expect(await next.almanac.account.userID == "user-0")
  }

  @Test("an answer from before a deletion does not bring the account back")
  func answerFromBefore() async throws {
    let device = try Device(service)
    await device.almanac.start()
    let puzzle = try await device.ready("intro:0")
    let gate = Gate()
    let almanac = try device.reopened(after: ["POST /sync": gate])
    try await almanac.progress.keep(puzzle.board(1), of: puzzle, milliseconds: 1)
    async let isWhole = almanac.flush()
    await gate.waitForArrival()
    service.set { $0.fault = { request, _ in request.method == "DELETE" ? .answerLost : nil } }
    await #expect(throws: ServiceFault.self) { try await almanac.account.delete() }
    service.set { $0.fault = nil }
    gate.open()
    _ = await isWhole
    await almanac.sync.sync()
    #expect(try await almanac.progress.all == [:])
    #expect(service.state.withLock { $0.rows.values.allSatisfy(\.isEmpty) })
  }

  @Test("a queue that was taken along and cannot be removed comes back for nobody")
  func takenOnce() async throws {
    let bundle = service.state.withLock { $0.press.bundle }
    let storage = FailingStorage()
    let device = try Device(service, storage: storage)
    service.set { $0.fault = { _, _ in .lost } }
    await device.almanac.start(bundle: bundle)
    let puzzle = try await device.ready("intro:0")
    try await device.almanac.progress.keep(puzzle.board(1), of: puzzle, milliseconds: 1)
    service.set { $0.fault = nil }
    storage.fail { operation, name in operation == .remove && name == "players/nobody" }
    await device.almanac.sync.sync()
    #expect(try await storage.files(in: "players")["nobody"] != nil)
    storage.fail { _, _ in false }
    try await device.almanac.account.register(email: "x@b.de", password: Self.password)
    let (_, other) = try await registered("y@b.de")
    try await device.almanac.account.logOut()
    #expect(try await device.almanac.progress.all == [:])
    try await logIn(device.almanac, "y@b.de")
    await device.almanac.sync.sync()
    #expect(service.rows(of: other) == [])
  }

  @Test("at a login the board of a slot's new puzzle stands against the old one, solved or not")
  func newPuzzle() async throws {
    let (device, _) = try await registered("a@b.de")
    try await device.solve(try await device.ready("intro:0"))
    await device.almanac.flush()
    try await device.almanac.account.logOut()
    let fresh = try FakePress.puzzles(side: 5)[9]
    service.set { state in
      state.press.number = 2
      state.press.packs["intro"]?.version = 2
      state.press.packs["intro"]?.puzzles[0] = fresh
      state.press.packs["intro"]?.changes = [.init(version: 2, slots: [0], reason: "a face")]
    }
    await device.almanac.start()
    let puzzle = try await device.ready("intro:0")
    try await device.almanac.progress.keep(puzzle.board(1, 2), of: puzzle, milliseconds: 1)
    try await logIn(device.almanac, "a@b.de")
    #expect(try await device.almanac.progress.board(of: puzzle) == puzzle.board(1, 2))
  }

  @Test("a damaged note of who played last hides nothing")
  func damagedNote() async throws {
    let device = try Device(service)
    await device.almanac.start()
    let puzzle = try await device.ready("intro:0")
    try await device.almanac.progress.keep(puzzle.board(1, 2, 3), of: puzzle, milliseconds: 1)
    await device.almanac.flush()
    var bytes = try #require(try await device.storage.read("player", limit: 1 << 10))
    bytes[3] ^= 1
    try await device.storage.write(bytes, to: "player")
    let next = try Device(service, storage: device.storage)
    #expect(try await next.almanac.progress.board(of: puzzle) == puzzle.board(1, 2, 3))
  }

  @Test("whoever logs out without a network does not come back by an old token")
  func oldToken() async throws {
    let (device, user) = try await registered("x@b.de")
    let puzzle = try await device.ready("intro:0")
    let gate = Gate()
    let almanac = try device.reopened(before: ["POST /sync": gate])
    try await almanac.progress.keep(puzzle.board(1), of: puzzle, milliseconds: 1)
    async let isWhole = almanac.flush()
    await gate.waitForArrival()
    let isFirst = Mutex(true)
    service.set {
      $0.fault = { request, _ in
        if request.path == "/auth/logout" { return .lost }
        let isRefused = isFirst.withLock { isFirst in
          defer { if request.path == "/sync" { isFirst = false } }
          return isFirst && request.path == "/sync"
        }
        guard isRefused else { return nil }
        return .answer(
          ClientAnswer(
            status: 401, headers: ["content-type": "application/json"],
            body: Array(#"{"error":"x","code":"unauthorized"}"#.utf8)))
      }
    }
    try await almanac.account.logOut()
    gate.open()
    _ = await isWhole
    #expect(await almanac.account.userID != user)
    #expect(try await almanac.progress.all == [:])
  }

  @Test("logging out lets go at once, also where the service does not answer")
  func logOutAtOnce() async throws {
    let (device, _) = try await registered("x@b.de")
    let puzzle = try await device.ready("intro:0")
    try await device.almanac.progress.keep(puzzle.board(1), of: puzzle, milliseconds: 1)
    let gate = Gate()
    let almanac = try device.reopened(before: ["POST /auth/logout": gate])
    async let leaving: Void = almanac.account.logOut()
    await gate.waitForArrival()
    #expect(try await almanac.progress.all == [:])
    gate.open()
    try await leaving
  }

  @Test(
    "logging out lets go at once, also while another session is waited for",
    .timeLimit(.minutes(20)))
  func logOutWhileRenewing() async throws {
    let (device, user) = try await registered("x@b.de")
    let puzzle = try await device.ready("intro:0")
    try await device.almanac.progress.keep(puzzle.board(1), of: puzzle, milliseconds: 1)
    service.set { $0.milliseconds += 25 * 86_400_000 }
    device.clock.advance(by: 25 * 86_400_000)
    let gate = Gate()
    let almanac = try device.reopened(before: ["POST /auth/refresh": gate])
    async let isWhole = almanac.flush()
    await gate.waitForArrival()
    try await almanac.account.logOut()
    #expect(await almanac.account.userID == nil)
    #expect(try await almanac.progress.all == [:])
    gate.open()
    _ = await isWhole
    await almanac.sync.sync()
    #expect(await almanac.account.userID != user)
    #expect(try await almanac.progress.all == [:])
    #expect(service.rows(of: user) == [])
    try await logIn(almanac, "x@b.de")
    await almanac.flush()
    #expect(await almanac.account.userID == user)
    #expect(service.rows(of: user) == ["intro:0"])
  }

  @Test("an anonymous account, which nobody could open again, stays when its player logs out")
  func anonymousStays() async throws {
    let device = try Device(service)
    await device.almanac.start()
    let puzzle = try await device.ready("intro:0")
    try await device.almanac.progress.keep(puzzle.board(1), of: puzzle, milliseconds: 1)
    try await device.almanac.account.logOut()
    await device.almanac.sync.sync()
    #expect(await device.almanac.account.userID == "user-0")
    #expect(try await device.almanac.progress.board(of: puzzle) == puzzle.board(1))
  }

  @Test("a login begins an exchange, and a registration renews a token that is refused")
  func logInExchanges() async throws {
    let (first, _) = try await registered("a@b.de")
    let puzzle = try await first.ready("intro:0")
    try await first.almanac.progress.keep(puzzle.board(1), of: puzzle, milliseconds: 1)
    await first.almanac.flush()
    let second = try Device(service)
    await second.almanac.start()
    try await logIn(second.almanac, "a@b.de")
    var seen: PlayerBoard?
    for _ in 0..<2_000 where seen != puzzle.board(1) {
      seen = try await second.almanac.progress.board(of: puzzle)
      try? await Task.sleep(for: .milliseconds(2))
    }
    #expect(seen == puzzle.board(1))
    let third = try Device(service)
    await third.almanac.start()
    service.set { $0.tokens = [:] }
    try await third.almanac.account.register(email: "c@b.de", password: Self.password)
    #expect(await third.almanac.account.isRegistered)
  }

  /// Puts a backup in the place of what the service has; sessions of later than that are none.
  private func restore(_ backup: FakeService.State) {
    service.set { state in
      let (asked, users, sessions) = (state.asked, state.users, state.sessions)
      let issued = state.issued
      state = backup
      (state.asked, state.users, state.sessions) = (asked, users, sessions)
      state.issued = issued
      state.epoch = "second"
    }
  }

  @Test(
    "where the service was set back to before an account had a password, it gets one again",
    arguments: [false, true])
  func passwordLost(isAccountLost: Bool) async throws {
    let device = try Device(service)
    let before = service.state.withLock(\.self)
    await device.almanac.start()
    let anonymous = service.state.withLock(\.self)
    try await device.almanac.account.register(email: "a@b.de", password: Self.password)
    try await device.solve(try await device.ready("intro:0"))
    await device.almanac.flush()
    restore(isAccountLost ? before : anonymous)
    #expect(await device.almanac.sync.sync() == false)
    await #expect(throws: ServiceFault.refused(status: 401, code: "bad_login", retryAfter: nil)) {
      try await logIn(device.almanac, "a@b.de")
    }
    try await device.almanac.account.register(email: "a@b.de", password: Self.password)
    #expect(await device.almanac.sync.sync())
    let user = try #require(await device.almanac.account.userID)
    #expect(user == (isAccountLost ? "user-1" : "user-0"))
    #expect(service.rows(of: user) == ["intro:0"])
    #expect(try await device.almanac.progress.all.count == 1)
  }

  @Test("an account that has its password stays when its player registers with an ended session")
  func passwordStands() async throws {
    let (device, user) = try await registered("a@b.de")
    service.set { $0.tokens = [:] }
    let fault = ServiceFault.refused(status: 401, code: "unauthorized", retryAfter: nil)
    await #expect(throws: fault) {
      try await device.almanac.account.register(email: "c@d.de", password: Self.password)
    }
    #expect(await device.almanac.account.userID == user)
    #expect(await device.almanac.account.isRegistered)
  }

  @Test(
    "where the service was set back to before a login, the next one takes along what it took",
    arguments: ["x@b.de", "y@b.de"])
  func takenAlongAgain(email: String) async throws {
    let (_, other) = try await registered("x@b.de")
    _ = try await registered("y@b.de")
    let device = try Device(service)
    await device.almanac.start()
    let anonymous = try #require(await device.almanac.account.userID)
    service.set { $0.bought[anonymous] = ["product-sold"] }
    let backup = service.state.withLock(\.self)
    try await logIn(device.almanac, "x@b.de")
    #expect(service.state.withLock { $0.bought[other] } == ["product-sold"])
    restore(backup)
    #expect(await device.almanac.sync.sync() == false)
    try await logIn(device.almanac, email)
    let isTaken = service.state.withLock { $0.bought[other] != nil }
    #expect(isTaken == (email == "x@b.de"))
    #expect(await (device.almanac.account.userID == other) == isTaken)
  }

  @Test("a login takes the anonymous account along, also where its session has ended")
  func endedBeforeLogIn() async throws {
    let (_, other) = try await registered("a@b.de")
    let device = try Device(service)
    await device.almanac.start()
    let anonymous = try #require(await device.almanac.account.userID)
    service.set { state in
      state.bought[anonymous] = ["product-sold"]
      state.tokens = [:]
    }
    try await logIn(device.almanac, "a@b.de")
    #expect(service.state.withLock { $0.bought[other] } == ["product-sold"])
  }

  @Test("what was deleted at the service goes from the disk as soon as that can be written")
  func deletedOnAFullDisk() async throws {
    let storage = FailingStorage()
    let device = try Device(service, storage: storage)
    await device.almanac.start()
    let puzzle = try await device.ready("intro:0")
    try await device.almanac.progress.keep(puzzle.board(1), of: puzzle, milliseconds: 1)
    await device.almanac.flush()
    storage.fail { operation, name in operation == .write && name == "player" }
    await #expect(throws: ServiceFault.self) { try await device.almanac.account.delete() }
    storage.fail { _, _ in false }
    await device.almanac.sync.sync()
    #expect(try await device.almanac.progress.all == [:])
    #expect(try await storage.files(in: "players")["user-0"] == nil)
  }

  @Test("players who come and go at random never meet in one queue", .timeLimit(.minutes(20)))
  func atRandom() async throws {
    var random = ReplaySeed(41).generator
    for round in 0..<60 {
      let service = try FakeService(FakePress())
      let storage = FailingStorage()
      var users: [String] = []
      for (email, id) in [("x@b.de", "intro:0"), ("y@b.de", "intro:1")] {
        let device = try Device(service, storage: storage)
        await device.almanac.start()
        try await device.almanac.account.register(email: email, password: Self.password)
        let puzzle = try await device.ready(id)
        service.set { $0.fault = { _, _ in .lost } }
        try await device.almanac.progress.keep(puzzle.board(1), of: puzzle, milliseconds: 1)
        users.append(try #require(await device.almanac.account.userID))
        try await device.almanac.account.logOut()
        service.set { $0.fault = nil }
      }
      let device = try Device(service, storage: storage)
      let almanac = device.almanac
      let salt = random.below(1 << 20)
      service.set {
        $0.fault = { _, number in
          switch (number &* 7 + salt) % 12 {
          case 0: .lost
          case 1: .answerLost
          default: nil
          }
        }
      }
      if round % 3 == 0 {
        let count = Mutex(salt)
        storage.fail { operation, _ in
          guard operation != .read else { return false }
          return count.withLock { count in
            count += 1
            return count % 25 == 0
          }
        }
      }
      let plans = (0..<3).map { _ in (0..<6).map { _ in random.below(5) } }
      await withTaskGroup { group in
        for plan in plans {
          group.addTask {
            for step in plan {
              switch step {
              case 0: try? await almanac.account.logOut()
              case 1: try? await almanac.account.logIn(email: "x@b.de", password: Self.password)
              case 2: try? await almanac.account.logIn(email: "y@b.de", password: Self.password)
              case 3: await almanac.sync.sync()
              default: await almanac.flush()
              }
            }
          }
        }
      }
      service.set { $0.fault = nil }
      storage.fail { _, _ in false }
      for email in ["x@b.de", "y@b.de"] {
        try await logIn(almanac, email)
        #expect(await almanac.sync.sync())
      }
      let found = service.state.withLock { $0.rows.mapValues { $0.keys.sorted() } }
      #expect(
        found.filter { !$0.value.isEmpty } == [users[0]: ["intro:0"], users[1]: ["intro:1"]],
        "round \(round)")
    }
  }
}
