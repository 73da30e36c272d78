import AlmanacClient
import Identity
import PlayerState
import Testing

/// Kills, full disks and lost answers between any two steps of a change of players.
@Suite("Changes of players that break off")
struct BrokenChangeTests {
  private let service: FakeService
  private static let password = "correct horse"

  init() throws { service = try FakeService(FakePress()) }

  /// A device on which something was played and sent.
  private func played(
    _ storage: any Storage = MemoryStorage()
  ) async throws -> (Device, PlayablePuzzle) {
    let device = try Device(service, storage: storage)
    await device.almanac.start()
    let puzzle = try await device.ready("intro:0")
    try await device.almanac.progress.keep(puzzle.board(1), of: puzzle, milliseconds: 1)
    #expect(await device.almanac.flush())
    return (device, puzzle)
  }

  @Test("a deletion that was given up wipes nothing, also when the token ends later")
  func givenUp() async throws {
    let (device, puzzle) = try await played()
    service.set { $0.fault = { _, _ in .lost } }
    await #expect(throws: ServiceFault.self) { try await device.almanac.account.delete() }
    try await device.almanac.progress.keep(puzzle.board(1, 2), of: puzzle, milliseconds: 2)
    service.set { state in
      state.fault = nil
      state.tokens = [:]
    }
    await device.almanac.sync.sync()
    #expect(try await device.almanac.progress.board(of: puzzle) == puzzle.board(1, 2))
    #expect(await device.almanac.account.userID == "user-0")
  }

  @Test(
    "killed between two files at a deletion, nothing deleted is shown, and no later move is lost")
  func killedAtDeletion() async throws {
    let storage = FailingStorage()
    let (device, puzzle) = try await played(storage)
    let other = try await device.ready("intro:1")
    storage.fail { operation, name in operation == .write && name == "player" }
    await #expect(throws: ServiceFault.self) { try await device.almanac.account.delete() }
    storage.fail { _, _ in false }
    // A new opening, offline.
    let next = try Device(service, storage: storage)
    service.set { $0.fault = { _, _ in .lost } }
    await next.almanac.start()
    #expect(try await next.almanac.progress.progress(of: puzzle) == nil, "deleted is shown")
    try await next.almanac.progress.keep(other.board(3), of: other, milliseconds: 1)
    service.set { $0.fault = nil }
    await next.almanac.sync.sync()
    #expect(try await next.almanac.progress.board(of: other) == other.board(3), "move lost")
  }

  @Test("killed between two files at a logout, nobody sees what was played, and plays apart")
  func killedAtLogOut() async throws {
    let storage = FailingStorage()
    let (device, puzzle) = try await played(storage)
    try await device.almanac.account.register(email: "a@b.de", password: Self.password)
    let other = try await device.ready("intro:1")
    storage.fail { operation, name in operation == .write && name == "player" }
    try? await device.almanac.account.logOut()
    storage.fail { _, _ in false }
    let next = try Device(service, storage: storage)
    service.set { $0.fault = { _, _ in .lost } }
    await next.almanac.start()
    #expect(try await next.almanac.progress.progress(of: puzzle) == nil, "shown to whoever comes")
    try await next.almanac.progress.keep(other.board(3), of: other, milliseconds: 1)
    service.set { $0.fault = nil }
    await next.almanac.sync.sync()
    #expect(try await next.almanac.progress.board(of: other) == other.board(3), "move hidden")
    try await next.almanac.account.logIn(email: "a@b.de", password: Self.password)
    await next.almanac.sync.sync()
    // What was played anonymously has gone into it by the login, and not before.
    #expect(service.rows(of: "user-0") == ["intro:0", "intro:1"])
  }

  @Test("a login that half failed gives nothing to the next one")
  func halfLogIn() async throws {
    for email in ["x@b.de", "y@b.de"] {
      let device = try Device(service)
      await device.almanac.start()
      try await device.almanac.account.register(email: email, password: Self.password)
    }
    let storage = FailingStorage()
    let (device, _) = try await played(storage)
    storage.fail { operation, name in operation == .write && name == "player" }
    await #expect(throws: ServiceFault.self) {
      try await device.almanac.account.logIn(email: "x@b.de", password: Self.password)
    }
    storage.fail { _, _ in false }
    try await device.almanac.account.logIn(email: "y@b.de", password: Self.password)
    await device.almanac.sync.sync()
    #expect(service.rows(of: "user-0") == ["intro:0"])
    #expect(service.rows(of: "user-1") == [])
  }

  @Test("a deletion that a logout comes before is not said to be done")
  func logOutBeforeDeletion() async throws {
    let (device, _) = try await played()
    try await device.almanac.account.register(email: "a@b.de", password: Self.password)
    let gate = Gate()
    let almanac = try device.reopened(before: ["DELETE /account": gate])
    let deletion = Task { try await almanac.account.delete() }
    await gate.waitForArrival()
    try await almanac.account.logOut()
    gate.open()
    await #expect(throws: ServiceFault.self) { try await deletion.value }
  }

  @Test("a deletion that arrives after a logout takes the queue away as well")
  func deletionAfterLogOut() async throws {
    let (device, _) = try await played()
    try await device.almanac.account.register(email: "a@b.de", password: Self.password)
    let gate = Gate()
    let almanac = try device.reopened(after: ["DELETE /account": gate])
    let deletion = Task { try await almanac.account.delete() }
    await gate.waitForArrival()
    try await almanac.account.logOut()
    gate.open()
    try await deletion.value
    #expect(try await device.storage.files(in: "players")["user-0"] == nil)
  }

  @Test("a queue that cannot be removed stops no exchange")
  func lasting() async throws {
    let storage = FailingStorage()
    let (device, puzzle) = try await played(storage)
    storage.fail { operation, name in operation == .remove && name == "players/user-0" }
    try? await device.almanac.account.delete()
    try await device.almanac.progress.keep(puzzle.board(4), of: puzzle, milliseconds: 1)
    #expect(await device.almanac.sync.sync())
    #expect(await device.almanac.sync.sync())
  }

  @Test("with a damaged note and two queues, nobody sees the one of whoever logged out")
  func damagedNote() async throws {
    let (device, puzzle) = try await played()
    try await device.almanac.account.register(email: "a@b.de", password: Self.password)
    service.set { $0.fault = { _, _ in .lost } }
    try await device.almanac.account.logOut()
    let other = try await device.ready("intro:1")
    try await device.almanac.progress.keep(other.board(3), of: other, milliseconds: 1)
    try await device.storage.write(Array("nobody".utf8), to: "player")
    let next = try Device(service, storage: device.storage)
    await next.almanac.start()
    #expect(try await next.almanac.progress.progress(of: puzzle) == nil, "another's board is shown")
    #expect(try await next.almanac.progress.board(of: other) == other.board(3), "mine is hidden")
    service.set { $0.fault = nil }
    await next.almanac.sync.sync()
    #expect(try await next.almanac.progress.board(of: other) == other.board(3), "mine is lost")
  }

  @Test("a note that says nothing of who is registered takes nobody along")
  func silentNote() async throws {
    let (device, _) = try await played()
    try await device.almanac.account.register(email: "a@b.de", password: Self.password)
    let storage = MemoryStorage()
    for item in await device.almanac.library.cacheReport where item.kind != .account {
      let bytes = try #require(try await device.storage.read(item.file, limit: 1 << 24))
      try await storage.write(bytes, to: item.file)
    }
    // The name alone, sealed.
    let name = Array("user-0".utf8)
    try await storage.write(Array("\(Digest.sha256(of: name))\n".utf8) + name, to: "player")
    let next = try Device(service, storage: storage)
    await next.almanac.start()
    #expect(try await next.almanac.progress.all == [:])
    #expect(service.rows(of: "user-1") == [])
  }

  @Test("what was refused is sent again when the new release came by an update alone")
  func refusedAfterUpdate() async throws {
    let device = try Device(service)
    await device.almanac.start()
    try await device.almanac.progress.unlock(3, in: "nope")
    await device.almanac.flush()
    #expect(try await device.almanac.progress.refused == ["nope": "unknown_pack"])
    let puzzles = try FakePress.puzzles(side: 5)
    service.set { state in
      state.press.number = 2
      state.press.packs["nope"] = .init(puzzles: Array(puzzles[9..<10]))
    }
    _ = await device.almanac.library.update()
    await device.almanac.start()
    #expect(try await device.almanac.progress.refused == [:])
  }

  @Test("streaks of whoever logs in to an account stay")
  func streaksAtLogIn() async throws {
    let device = try Device(service)
    await device.almanac.start()
    let fresh = try Device(service)
    await fresh.almanac.start()
    try await fresh.almanac.account.register(email: "x@b.de", password: Self.password)
    try await device.solve(try await device.ready("daily:2026-11-22"))
    await device.almanac.flush()
    service.set { $0.milliseconds += 86_400_000 }
    device.clock.advance(by: 86_400_000)
    await device.almanac.start()
    try await device.solve(try await device.ready("daily:2026-11-23"))
    await device.almanac.flush()
    #expect(try await device.almanac.progress.streaks.daily.length == 2)
    service.set { $0.milliseconds += 8 * 86_400_000 }
    device.clock.advance(by: 8 * 86_400_000)
    let before = try await device.almanac.progress.streaks.daily
    let weekly = try await device.almanac.progress.streaks
    try await device.almanac.account.logIn(email: "x@b.de", password: Self.password)
    await device.almanac.sync.sync()
    #expect(try await device.almanac.progress.streaks.daily == before)
    #expect(try await device.almanac.progress.streaks == weekly)
  }

  @Test("one read of the account that fails costs no account")
  func failedRead() async throws {
    let storage = FailingStorage()
    let (device, _) = try await played(storage)
    try await device.almanac.account.register(email: "a@b.de", password: Self.password)
    let next = try Device(service, storage: storage)
    storage.fail { operation, name in operation == .read && name == "account" }
    await next.almanac.sync.sync()
    storage.fail { _, _ in false }
    await next.almanac.sync.sync()
    #expect(await next.almanac.account.userID == "user-0")
    let third = try Device(service, storage: storage)
    #expect(await third.almanac.account.userID == "user-0")
  }

  @Test("after a login that half failed and a logout, what was not sent reaches its account")
  func halfLogInThenLogOut() async throws {
    let x = try Device(service)
    await x.almanac.start()
    try await x.almanac.account.register(email: "x@b.de", password: Self.password)
    let storage = FailingStorage()
    let device = try Device(service, storage: storage)
    await device.almanac.start()
    let puzzle = try await device.ready("intro:0")
    try await device.almanac.progress.keep(puzzle.board(1), of: puzzle, milliseconds: 1)
    storage.fail { operation, name in
      operation == .write && name == "player" || operation == .append
    }
    await #expect(throws: ServiceFault.self) {
      try await device.almanac.account.logIn(email: "x@b.de", password: Self.password)
    }
    storage.fail { _, _ in false }
    try await device.almanac.account.logOut()
    await device.almanac.sync.sync()
    try await device.almanac.account.logIn(email: "x@b.de", password: Self.password)
    await device.almanac.sync.sync()
    #expect(try await device.almanac.progress.board(of: puzzle) == puzzle.board(1))
    #expect(service.rows(of: "user-0") == ["intro:0"])
  }

  /// A phone on which a daily was solved nine days ago, of which the service has heard on that day
  /// or only now, and another one of its player.
  private func phones(isHeard: Bool) async throws -> (first: Device, second: Device) {
    let device = try Device(service)
    await device.almanac.start()
    try await device.almanac.account.register(email: "x@b.de", password: Self.password)
    try await device.solve(try await device.ready("daily:2026-11-22"))
    if isHeard { await device.almanac.flush() }
    service.set { $0.milliseconds += 9 * 86_400_000 }
    device.clock.advance(by: 9 * 86_400_000)
    await device.almanac.start()
    let other = try Device(service)
    await other.almanac.start()
    try await other.almanac.account.logIn(email: "x@b.de", password: Self.password)
    return (device, other)
  }

  @Test("a second phone tells the same streaks as the first")
  func streaksOfTwo() async throws {
    let (device, other) = try await phones(isHeard: true)
    await other.almanac.sync.sync()
    #expect(try await other.almanac.progress.all["daily:2026-11-22"]?.completedAt != nil)
    let mine = try await device.almanac.progress.streaks.daily
    let theirs = try await other.almanac.progress.streaks.daily
    #expect(mine.last == theirs.last)
  }

  @Test("what the service heard of too late counts on no phone")
  func heardTooLate() async throws {
    let (device, other) = try await phones(isHeard: false)
    for phone in [device, other] {
      await phone.almanac.sync.sync()
      let all = try await phone.almanac.progress.all
      #expect(all["daily:2026-11-22"]?.completedAt != nil)
      #expect(try await phone.almanac.progress.streaks.daily.last == nil)
    }
  }
}
