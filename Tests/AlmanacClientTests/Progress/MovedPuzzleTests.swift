import AlmanacClient
import Identity
import Synchronization
import Testing

@Suite("Puzzles that move")
struct MovedPuzzleTests {
  private let service: FakeService

  init() throws { service = try FakeService(FakePress()) }

  /// Publishes the three puzzles of `intro` in another order: the first is the second, the second
  /// the third, and the third the first.
  private func move(_ pack: String = "intro", version: Int = 2) {
    service.set { state in
      state.press.number += 1
      guard var moved = state.press.packs[pack], let last = moved.puzzles.popLast() else { return }
      moved.puzzles.insert(last, at: 0)
      moved.version = version
      moved.changes.append(
        ChangedSlots(
          version: version, slots: Array(moved.puzzles.indices), reason: "from easy to hard"))
      state.press.packs[pack] = moved
    }
  }

  private func board(_ device: Device, _ id: String) async throws -> PlayerBoard {
    try await device.almanac.progress.board(of: device.ready(id))
  }

  @Test("what was played goes with its puzzle, on every device", arguments: [false, true])
  func moved(isUnsent: Bool) async throws {
    let devices = try (0..<2).map { _ in try Device(service, secret: "one-secret-of-two-phones") }
    for device in devices { await device.almanac.start() }
    let device = devices[0]
    let (first, second) = (try await device.ready("intro:0"), try await device.ready("intro:1"))
    try await device.solve(first)
    try await device.almanac.progress.keep(second.board(3, 5), of: second, milliseconds: 1)
    try await device.almanac.progress.useHint(on: second)
    if !isUnsent { await device.almanac.flush() }
    let solved = try await board(device, "intro:0")
    move()
    for device in devices { await device.almanac.start() }
    await device.almanac.flush()
    await devices[1].almanac.start()
    for device in devices {
      #expect(try await board(device, "intro:1") == solved)
      #expect(
        try await device.almanac.progress.progress(of: device.ready("intro:1"))?.play?.isSolved
          == true)
      #expect(try await board(device, "intro:2") == second.board(3, 5))
      #expect(try await board(device, "intro:0") == device.ready("intro:0").board())
      #expect(try await device.almanac.progress.hintsLeft == 2)
      #expect(device.almanac.progress.pendingCount == 0)
    }
    #expect(try await device.almanac.progress.moves(of: device.ready("intro:2")) == [3, 5])
    // And again, from a start that was ended meanwhile.
    move(version: 3)
    let next = try Device(service, storage: device.storage, secret: "one-secret-of-two-phones")
    await next.almanac.start()
    #expect(try await board(next, "intro:2") == solved)
    #expect(try await board(next, "intro:0") == second.board(3, 5))
  }

  /// Where the second phone stands when a row comes with the board of its slot's new puzzle.
  enum Stand: CaseIterable {
    case sent, unsent, playedOn, behindAMove
  }

  @Test(
    "of two phones that have both played, neither loses a board that has to move",
    arguments: Stand.allCases)
  func movedOnBoth(stand: Stand) async throws {
    let devices = try (0..<2).map { _ in try Device(service, secret: "one-secret-of-two-phones") }
    for device in devices { await device.almanac.start() }
    let (first, second) = (
      try await devices[0].ready("intro:0"), try await devices[1].ready("intro:1")
    )
    try await devices[0].almanac.progress.keep(first.board(4), of: first, milliseconds: 1)
    devices[1].clock.advance(by: 1_000)
    var played = second.board(3, 5)
    let progress = devices[1].almanac.progress
    try await progress.keep(second.board(3), of: second, milliseconds: 1)
    try await progress.keep(played, of: second, milliseconds: 2)
    if stand != .unsent { await devices[1].almanac.flush() }
    move()
    // The first phone's board goes to the slot of the second one's, and the service knows it there.
    await devices[0].almanac.start()
    await devices[0].almanac.flush()
    if stand == .behindAMove {
      let gate = Gate()
      let almanac = try devices[1].reopened(after: ["GET /sync": gate])
      async let isWhole = almanac.sync.sync()
      await gate.waitForArrival()
      played = second.board(3, 5, 6)
      try await almanac.progress.keep(played, of: second, milliseconds: 3)
      gate.open()
      #expect(await isWhole)
    } else {
      await devices[1].almanac.sync.sync()
    }
    // It has heard of that now, and not of the release.
    var phone = try Device(
      service, storage: devices[1].storage, secret: "one-secret-of-two-phones")
    let old = phone.almanac.progress
    #expect(try await old.board(of: second) == played)
    if stand != .behindAMove { #expect(try await old.moves(of: second) == [3, 5]) }
    if stand == .playedOn {
      played = second.board(3, 5, 6)
      try await old.keep(played, of: second, milliseconds: 3)
      #expect(try await old.moves(of: second) == [3, 5, 6])
    }
    phone = try Device(service, storage: devices[1].storage, secret: "one-secret-of-two-phones")
    await phone.almanac.start()
    await phone.almanac.flush()
    await devices[0].almanac.start()
    for device in [phone, devices[0]] {
      #expect(try await board(device, "intro:1") == first.board(4))
      #expect(try await board(device, "intro:2") == played)
      #expect(try await board(device, "intro:0") == device.ready("intro:0").board())
      #expect(device.almanac.progress.pendingCount == 0)
    }
  }

  @Test("an answer of before a release moves no board back")
  func lateAnswer() async throws {
    let device = try Device(service)
    await device.almanac.start()
    let puzzle = try await device.ready("intro:0")
    try await device.solve(puzzle)
    let solved = try await board(device, "intro:0")
    let gate = Gate()
    let almanac = try device.reopened(after: ["POST /sync": gate])
    async let isSent = almanac.flush()
    await gate.waitForArrival()
    move()
    _ = await almanac.library.update()
    guard case .ready(let other) = await almanac.library.puzzle("intro:0") else {
      throw Device.NotReady(state: await almanac.library.puzzle("intro:0"))
    }
    try await almanac.progress.keep(other.board(7), of: other, milliseconds: 1)
    gate.open()
    _ = await isSent
    #expect(try await almanac.progress.board(of: other) == other.board(7))
    #expect(try await almanac.progress.board(of: puzzle) == solved)
    let all = try await almanac.progress.all
    #expect(all["intro:0"]?.play?.puzzle == other.fingerprint)
    #expect(all["intro:1"]?.play?.puzzle == puzzle.fingerprint)
  }

  @Test("while boards are on their way to other slots, each is found", .timeLimit(.minutes(20)))
  func onTheWay() async throws {
    let storage = HoldingStorage("players/user-0", [])
    let device = try Device(service, storage: storage)
    await device.almanac.start()
    let progress = device.almanac.progress
    let (first, second) = (try await device.ready("intro:0"), try await device.ready("intro:1"))
    try await progress.keep(first.board(4), of: first, milliseconds: 1)
    try await progress.keep(second.board(3, 5), of: second, milliseconds: 1)
    move()
    // The first change notes that slots have other puzzles, the second is the way itself.
    let (noted, way) = (Gate(), Gate())
    noted.open()
    storage.hold([noted, way])
    async let report = device.almanac.library.update()
    await way.waitForArrival()
    #expect(try await progress.board(of: first) == first.board(4))
    #expect(try await progress.board(of: second) == second.board(3, 5))
    way.open()
    #expect(await report.isUpToDate)
    #expect(try await progress.board(of: first) == first.board(4))
    #expect(try await board(device, "intro:2") == second.board(3, 5))
  }

  @Test("where boards cannot be kept in other slots, they are found where they were")
  func fullDisk() async throws {
    let storage = FailingStorage()
    let device = try Device(service, storage: storage)
    await device.almanac.start()
    let puzzle = try await device.ready("intro:0")
    try await device.almanac.progress.keep(puzzle.board(4), of: puzzle, milliseconds: 1)
    move()
    await device.almanac.start()
    #expect(try await device.almanac.progress.board(of: puzzle) == puzzle.board(4))
    move(version: 3)
    let count = Mutex(0)
    storage.fail { operation, name in
      guard operation == .append, name == "players/user-0" else { return false }
      return count.withLock { count in
        count += 1
        return count > 1
      }
    }
    #expect(await device.almanac.library.update().failed["intro"] != nil)
    #expect(try await device.almanac.progress.board(of: puzzle) == puzzle.board(4))
    storage.fail { _, _ in false }
    _ = await device.almanac.library.update()
    #expect(try await board(device, "intro:2") == puzzle.board(4))
  }

  @Test("a bundle of before a release moves no board back", arguments: [false, true])
  func oldBundle(isRestarted: Bool) async throws {
    let bundle = service.state.withLock(\.press.bundle)
    let device = try Device(service)
    await device.almanac.start()
    let puzzle = try await device.ready("intro:0")
    try await device.almanac.progress.keep(puzzle.board(4), of: puzzle, milliseconds: 1)
    move()
    await device.almanac.start()
    await device.almanac.flush()
    try await device.almanac.library.clear(pack: "intro")
    // After a restart nothing but the release on the disk says that slots have other puzzles.
    let next = isRestarted ? try Device(service, storage: device.storage) : device
    service.set { $0.fault = { request, _ in request.path.contains("/pack/") ? .lost : nil } }
    _ = await next.startThroughPauses(bundle: bundle)
    let all = try await next.almanac.progress.all
    #expect(all["intro:0"]?.play == nil)
    #expect(all["intro:1"]?.play?.puzzle == puzzle.fingerprint)
    if !isRestarted {
      #expect(try await next.almanac.progress.board(of: puzzle) == puzzle.board(4))
    }
    service.set { $0.fault = nil }
    await next.almanac.start(bundle: bundle)
    #expect(try await board(next, "intro:1") == puzzle.board(4))
  }

  @Test("what was played waits for a pack that cannot be fetched yet")
  func laterPack() async throws {
    let device = try Device(service)
    await device.almanac.start()
    let puzzle = try await device.ready("intro:0")
    try await device.almanac.progress.keep(puzzle.board(4), of: puzzle, milliseconds: 1)
    await device.almanac.flush()
    move()
    service.set { $0.fault = { request, _ in request.path.contains("/pack/") ? .lost : nil } }
    _ = await device.startThroughPauses()
    await device.almanac.sync.sync()
    service.set { $0.fault = nil }
    await device.almanac.start()
    #expect(try await board(device, "intro:1") == puzzle.board(4))
  }

  @Test("a puzzle that the app got before it moved is played on in its new place")
  func oldPlace() async throws {
    let device = try Device(service)
    await device.almanac.start()
    let puzzle = try await device.ready("intro:0")
    move()
    await device.almanac.start()
    let progress = device.almanac.progress
    let other = try await device.ready("intro:0")
    try await progress.keep(other.board(7), of: other, milliseconds: 1)
    try await progress.keep(puzzle.board(4), of: puzzle, milliseconds: 1)
    #expect(try await progress.board(of: puzzle) == puzzle.board(4))
    #expect(try await board(device, "intro:1") == puzzle.board(4))
    #expect(try await board(device, "intro:0") == other.board(7))
  }

  @Test("the queue of whoever had logged out follows when they come back")
  func otherPlayer() async throws {
    let device = try Device(service)
    await device.almanac.start()
    try await device.almanac.account.register(email: "a@b.de", password: "correct horse")
    let puzzle = try await device.ready("intro:0")
    try await device.almanac.progress.keep(puzzle.board(4), of: puzzle, milliseconds: 1)
    try await device.almanac.account.logOut()
    move()
    await device.almanac.start()
    try await device.almanac.account.logIn(email: "a@b.de", password: "correct horse")
    #expect(try await board(device, "intro:1") == puzzle.board(4))
  }

  @Test("a queue that cannot be kept where its puzzles are loses no board with the next move")
  func otherPlayerOnAFullDisk() async throws {
    let storage = FailingStorage()
    let device = try Device(service, storage: storage)
    let (account, progress) = (device.almanac.account, device.almanac.progress)
    await device.almanac.start()
    try await account.register(email: "a@b.de", password: "correct horse")
    let (first, second) = (try await device.ready("intro:0"), try await device.ready("intro:1"))
    // The service never hears of them.
    service.set { $0.fault = { request, _ in request.path == "/sync" ? .lost : nil } }
    try await progress.keep(first.board(4), of: first, milliseconds: 1)
    try await progress.keep(second.board(3, 5), of: second, milliseconds: 1)
    try await account.logOut()
    move()
    await device.almanac.start()
    let count = Mutex(0)
    storage.fail { operation, name in
      guard operation == .append, name == "players/user-0" else { return false }
      return count.withLock { count in
        count += 1
        return count == 1
      }
    }
    try await account.logIn(email: "a@b.de", password: "correct horse")
    #expect(count.withLock(\.self) > 0)
    storage.fail { _, _ in false }
    try await progress.keep(first.board(4, 6), of: first, milliseconds: 2)
    let next = try Device(service, storage: storage)
    service.set { $0.fault = { _, _ in .lost } }
    await next.almanac.start()
    #expect(try await board(next, "intro:1") == first.board(4, 6))
    #expect(try await board(next, "intro:2") == second.board(3, 5))
  }

  @Test("a move on a puzzle that is gone takes no board of the one in its place away")
  func replaced() async throws {
    let device = try Device(service)
    await device.almanac.start()
    let old = try await device.ready("intro:0")
    let fresh = try FakePress.puzzles(side: 5)[9]
    service.set { state in
      state.press.number = 2
      state.press.packs["intro"]?.version = 2
      state.press.packs["intro"]?.puzzles[0] = fresh
      state.press.packs["intro"]?.changes = [
        ChangedSlots(version: 2, slots: [0], reason: "a face in it")
      ]
    }
    await device.almanac.start()
    let new = try await device.ready("intro:0")
    let progress = device.almanac.progress
    try await progress.keep(new.board(2), of: new, milliseconds: 1)
    #expect(try await progress.keep(old.board(1), of: old, milliseconds: 1) == false)
    #expect(try await progress.board(of: new) == new.board(2))
    try await device.solve(new)
    let solved = try await progress.board(of: new)
    #expect(try await progress.keep(old.board(1), of: old, milliseconds: 1) == false)
    #expect(try await progress.board(of: new) == solved)
    await device.almanac.flush()
    #expect(service.state.withLock { $0.rows["user-0"]?["intro:0"]?.play?.isSolved } == true)
  }
}
