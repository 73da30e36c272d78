import AlmanacClient
import ClientSupport
import JSONText
import Synchronization
import TestSupport
import Testing

@Suite("Progress")
struct ProgressTests {
  @Test("a board is there again after a restart, with the order of its moves")
  func restart() async throws {
    let service = try FakeService(FakePress())
    let storage = MemoryStorage()
    let device = try Device(service, storage: storage)
    await device.almanac.start()
    let puzzle = try await device.ready("intro:0")
    var board = PlayerBoard(puzzle.puzzle.grid)
    for cell in [7, 3, 12] {
      board[cell] = .mark
      try await device.almanac.progress.keep(board, of: puzzle, milliseconds: 5)
    }
    board[3] = .star
    try await device.almanac.progress.keep(board, of: puzzle, milliseconds: 9)
    service.set { $0.fault = { _, _ in .lost } }
    let next = try Device(service, storage: storage)
    #expect(try await next.almanac.progress.board(of: puzzle) == board)
    #expect(try await next.almanac.progress.moves(of: puzzle) == [7, 12, 3])
    let row = try await next.almanac.progress.progress(of: puzzle)
    #expect(row?.play?.milliseconds == 9)
    #expect(next.almanac.progress.pendingCount == 1)
  }

  @Test("of cells that one tap fills, the star comes before the marks that follow from it")
  func starsFirst() async throws {
    let device = try Device(try FakeService(FakePress()))
    await device.almanac.start()
    let puzzle = try await device.ready("intro:0")
    var board = puzzle.board(7, 8)
    board[12] = .star
    try await device.almanac.progress.keep(board, of: puzzle, milliseconds: 1)
    #expect(try await device.almanac.progress.moves(of: puzzle) == [12, 7, 8])
    for cell in [16, 18, 20] { board[cell] = .mark }
    board[24] = .star
    try await device.almanac.progress.keep(board, of: puzzle, milliseconds: 2)
    #expect(
      try await device.almanac.progress.moves(of: puzzle) == [12, 7, 8, 24, 16, 18, 20])
  }

  @Test("a solved puzzle stays solved")
  func solved() async throws {
    let device = try Device(FakeService(FakePress()))
    await device.almanac.start()
    let puzzle = try await device.ready("daily:2026-11-22")
    try await device.solve(puzzle)
    let empty = PlayerBoard(puzzle.puzzle.grid)
    #expect(try await device.almanac.progress.keep(empty, of: puzzle, milliseconds: 1))
    #expect(try await device.almanac.progress.board(of: puzzle) != empty)
    #expect(try await device.almanac.progress.streaks.daily.length == 1)
    device.clock.advance(by: 2 * 86_400_000)
    #expect(try await device.almanac.progress.streaks.daily.length == 0)
  }

  @Test("a clock that was put back makes no move older than the one before")
  func clockPutBack() async throws {
    let device = try Device(FakeService(FakePress()))
    await device.almanac.start()
    let puzzle = try await device.ready("intro:0")
    var board = PlayerBoard(puzzle.puzzle.grid)
    board[0] = .mark
    try await device.almanac.progress.keep(board, of: puzzle, milliseconds: 1)
    let before = try #require(await device.almanac.progress.progress(of: puzzle)?.play?.updatedAt)
    device.clock.advance(by: -3_600_000)
    board[1] = .mark
    try await device.almanac.progress.keep(board, of: puzzle, milliseconds: 2)
    let after = try #require(await device.almanac.progress.progress(of: puzzle)?.play?.updatedAt)
    #expect(after == before + 1)
  }

  @Test("the clock is the service's, as far as its answers tell, also on the next day without any")
  func correctedClock() async throws {
    let service = try FakeService(FakePress())
    let storage = MemoryStorage()
    let ahead = 400 * 86_400_000
    let device = try Device(service, storage: storage, clockIsAhead: ahead)
    #expect(device.almanac.current("daily") == "daily:2027-12-27")
    await device.almanac.start()
    #expect(device.almanac.current("daily") == "daily:2026-11-22")
    #expect(device.almanac.current("weekly") == "weekly:2026-47")
    let half = 12 * 3_600_000
    #expect(try abs(#require(device.almanac.countdown(to: "daily")) - half) < 2_000)
    service.set { $0.fault = { _, _ in .lost } }
    let next = try Device(service, storage: storage, clockIsAhead: ahead)
    await next.almanac.start()
    #expect(next.almanac.current("monthly") == "monthly:2026-11")
  }

  @Test("an answer that lay in a cache says nothing of the time")
  func cachedDate() async throws {
    let service = try FakeService(FakePress())
    let device = try Device(service)
    service.set {
      $0.fault = { request, _ in
        guard request.path == "/puzzles/bundle" else { return nil }
        return .changed { answer in
          let old = ["date": "Sun, 01 Nov 2026 12:00:00 GMT", "age": "1814400"]
          return ClientAnswer(
            status: answer.status, headers: answer.headers.merging(old) { $1 }, body: answer.body)
        }
      }
    }
    await device.almanac.start()
    #expect(service.asked.contains("GET /puzzles/bundle"))
    #expect(device.almanac.current("daily") == "daily:2026-11-22")
  }

  @Test(
    "a clock that is set right is right at once, also without a network",
    arguments: [400, -400], [false, true])
  func setRight(days: Int, isReopened: Bool) async throws {
    let service = try FakeService(FakePress())
    let storage = MemoryStorage()
    let wrong = days * 86_400_000
    let device = try Device(service, storage: storage, clockIsAhead: wrong)
    await device.almanac.start()
    service.set { $0.fault = { _, _ in .lost } }
    device.clock.set(by: -wrong)
    device.clock.advance(by: 86_400_000)
    service.set { $0.milliseconds += 86_400_000 }
    let next = isReopened ? try Device(service, storage: storage) : device
    await next.almanac.start()
    #expect(next.almanac.current("daily") == "daily:2026-11-23")
  }

  @Test("a clock that is put back by a year holds no exchange up")
  func clockPutBackByAYear() async throws {
    let service = try FakeService(FakePress())
    let year = 365 * 86_400_000
    let device = try Device(service, clockIsAhead: year)
    await device.almanac.start()
    let puzzle = try await device.ready("intro:0")
    service.set { $0.fault = { _, _ in .lost } }
    var board = PlayerBoard(puzzle.puzzle.grid)
    board[0] = .mark
    try await device.almanac.progress.keep(board, of: puzzle, milliseconds: 1)
    await device.almanac.flush()
    service.set { $0.fault = nil }
    device.clock.advance(by: -year)
    board[1] = .mark
    try await device.almanac.progress.keep(board, of: puzzle, milliseconds: 2)
    for _ in 0..<2_000 where device.clock.pauses.count != 1 || device.clock.pauses[0] > 900_000 {
      try? await Task.sleep(for: .milliseconds(2))
    }
    #expect(device.clock.pauses.count == 1 && device.clock.pauses[0] <= 900_000)
  }

  @Test("a streak stays when a completion that was heard of long ago is sent again")
  func streakStays() async throws {
    let service = try FakeService(FakePress())
    let device = try Device(service)
    await device.almanac.start()
    let puzzle = try await device.ready("daily:2026-11-22")
    try await device.solve(puzzle)
    await device.almanac.flush()
    device.clock.advance(by: 10 * 86_400_000)
    service.set { $0.milliseconds += 10 * 86_400_000 }
    let before = try await device.almanac.progress.streaks.daily.last
    #expect(before != nil)
    try await device.almanac.progress.useHint(on: puzzle)
    #expect(try await device.almanac.progress.streaks.daily.last == before)
  }

  @Test("where the book cannot be read, it is not said that all has arrived")
  func unreadable() async throws {
    let service = try FakeService(FakePress())
    let storage = FailingStorage()
    let device = try Device(service, storage: storage)
    await device.almanac.start()
    let puzzle = try await device.ready("intro:0")
    let board = PlayerBoard(puzzle.puzzle.grid)
    try await device.almanac.progress.keep(board, of: puzzle, milliseconds: 1)
    storage.fail { operation, name in operation == .read && name.hasPrefix("players/") }
    let next = try Device(service, storage: storage)
    #expect(await next.almanac.flush() == false)
    #expect(next.almanac.sync.lastFailure != nil)
  }

  @Test("hints are counted, and three are everybody's")
  func hints() async throws {
    let service = try FakeService(FakePress())
    let device = try Device(service)
    await device.almanac.start()
    #expect(try await device.almanac.progress.hintsLeft == 3)
    let puzzle = try await device.ready("intro:0")
    try await device.almanac.progress.useHint(on: puzzle)
    #expect(try await device.almanac.progress.hintsLeft == 2)
    let user = try #require(await device.almanac.account.userID)
    service.set { $0.bought[user] = ["unlimited_hints"] }
    await device.almanac.sync.sync()
    #expect(try await device.almanac.progress.hintsLeft == nil)
  }

  @Test("a hint is for the board as it is: the earliest mistake first, then one step")
  func coach() async throws {
    let device = try Device(FakeService(FakePress()))
    await device.almanac.start()
    let puzzle = try await device.ready("monthly:2026-11")
    var board = PlayerBoard(puzzle.puzzle.grid)
    let hint = try #require(try await device.almanac.coach.hint(for: puzzle, on: board))
    guard case .step = hint.content else {
      Issue.record("an empty board has no mistake")
      return
    }
    let texts = Hint.Depth.allCases.map { hint.text($0, in: .german) }
    #expect(Set(texts).count == 3)
    // Two wrong stars: the one that was put first is told first.
    var solved = board
    while let hint = try await device.almanac.coach.hint(for: puzzle, on: solved) {
      if case .step(let step) = hint.content { solved.apply(step) }
    }
    let wrong = board.cells.indices.filter { !solved.stars.contains($0) }.suffix(2)
    for cell in wrong { board[cell] = .star }
    for moves in [Array(wrong), wrong.reversed()] {
      let hint = try await device.almanac.coach.hint(for: puzzle, on: board, moves: moves)
      guard case .mistake(let mistake)? = hint?.content else {
        Issue.record("a wrong star is no mistake")
        return
      }
      #expect(mistake.cell == moves.first)
    }
  }

  @Test("what cannot be kept is told, and was not done")
  func fullDisk() async throws {
    let service = try FakeService(FakePress())
    let storage = KillableStorage(MemoryStorage())
    let device = try Device(service, storage: storage)
    await device.almanac.start()
    let puzzle = try await device.ready("intro:0")
    var board = PlayerBoard(puzzle.puzzle.grid)
    storage.killAfter(0)
    board[0] = .star
    await #expect(throws: StorageError.self) {
      try await device.almanac.progress.keep(board, of: puzzle, milliseconds: 1)
    }
    #expect(try await device.almanac.progress.board(of: puzzle).stars == [])
  }

  @Test("that the disk is full is not said to be the fault of an answer")
  func fullDiskOfSync() async throws {
    let storage = FailingStorage()
    storage.fail { operation, name in operation == .write && name == "account" }
    let device = try Device(FakeService(FakePress()), storage: storage)
    #expect(await !device.almanac.sync.sync())
    #expect(device.almanac.sync.lastFailure == .storage("account cannot be had"))
  }

  @Test("a slot that nobody could be told of is kept as the last one that can")
  func farSlot() async throws {
    let device = try Device(FakeService(FakePress()))
    try await device.almanac.progress.unlock(.max, in: "intro")
    #expect(try await device.almanac.progress.unlocked(in: "intro") == 9_007_199_254_740_991)
    #expect(await device.almanac.flush())
    let next = try Device(device.service, storage: device.storage)
    #expect(try await next.almanac.progress.unlocked(in: "intro") == 9_007_199_254_740_991)
  }

  /// A clock that is as wrong as can be.
  private struct FarClock: ClientClock {
    let milliseconds: Int
    func sleep(milliseconds: Int) async throws { throw CancellationError() }
  }

  @Test("a clock at the end of all numbers does no harm", arguments: [Int.max, Int.min])
  func farClock(time: Int) async throws {
    let service = try FakeService(FakePress())
    let storage = MemoryStorage()
    service.set { $0.fault = { _, _ in .lost } }
    for isLost in [true, false] {
      if !isLost { service.set { $0.fault = nil } }
      let almanac = Almanac(
        transport: service, storage: storage, clock: FarClock(milliseconds: time),
        roots: try FakePress.roots())
      await almanac.start(bundle: service.state.withLock { $0.press.bundle })
      let state = await almanac.library.puzzle("intro:0")
      guard case .ready(let puzzle) = state else {
        Issue.record("\(state)")
        continue
      }
      try await almanac.progress.keep(puzzle.board(1), of: puzzle, milliseconds: 1)
      for value in 0...1 { try await almanac.progress.set(.timer, to: value) }
      #expect(await almanac.flush() == !isLost)
      _ = try await almanac.progress.streaks
      for cadence in ["daily", "weekly", "monthly"] {
        #expect(almanac.countdown(to: cadence) != nil)
        #expect(almanac.current(cadence) != nil)
      }
      let next = Almanac(transport: service, storage: storage, clock: FarClock(milliseconds: time))
      #expect(try await next.progress.settings.value(of: .timer) == 1)
    }
  }
}
