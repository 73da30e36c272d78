import AlmanacClient
import ClientSupport
import Synchronization
import TestSupport
import Testing

@Suite("Storage")
struct StorageTests {
  @Test("the disk and the memory keep the same")
  func conformance() async throws {
    let folder = TemporaryFolder()
    let storages: [any Storage] = [MemoryStorage(), try DiskStorage(folder: folder.path)]
    for storage in storages {
      #expect(try await storage.read("packs/one", limit: 10) == nil)
      #expect(try await storage.files(in: "packs") == [:])
      try await storage.write([1, 2], to: "packs/one")
      try await storage.append([3], to: "packs/one")
      try await storage.append([4], to: "packs/two")
      #expect(try await storage.read("packs/one", limit: 10) == [1, 2, 3])
      #expect(try await storage.files(in: "packs") == ["one": 3, "two": 1])
      await #expect(throws: StorageError.self) { try await storage.read("packs/one", limit: 2) }
      try await storage.write([9], to: "packs/one")
      #expect(try await storage.read("packs/one", limit: 10) == [9])
      try await storage.remove("packs/one")
      try await storage.remove("packs/one")
      #expect(try await storage.files(in: "packs") == ["two": 1])
    }
  }

  @Test("a folder is one client's at a time")
  func locked() async throws {
    let folder = TemporaryFolder()
    let storage = try DiskStorage(folder: folder.path)
    #expect(throws: StorageError.self) { _ = try DiskStorage(folder: folder.path) }
    try await storage.write([1], to: "a")
  }

  @Test("of two that play from one folder, the later one has it, and no move is lost")
  func twoClients() async throws {
    let folder = TemporaryFolder()
    let storage = try DiskStorage(folder: folder.path)
    let service = try FakeService(FakePress())
    let first = try Device(service, storage: storage)
    let second = try Device(service, storage: storage)
    await first.almanac.start()
    let puzzle = try await first.ready("intro:0")
    try await first.almanac.progress.keep(puzzle.board(1), of: puzzle, milliseconds: 1)
    #expect(try await second.almanac.progress.board(of: puzzle) == puzzle.board(1))
    try await second.almanac.progress.keep(puzzle.board(1, 2), of: puzzle, milliseconds: 1)
    await #expect(throws: StorageError.self) {
      try await first.almanac.progress.keep(puzzle.board(1, 3), of: puzzle, milliseconds: 1)
    }
    try await second.almanac.progress.keep(puzzle.board(1, 2, 4), of: puzzle, milliseconds: 1)
    let third = try Device(service, storage: storage)
    #expect(try await third.almanac.progress.board(of: puzzle) == puzzle.board(1, 2, 4))
  }

  /// A day's play: what is acknowledged at which step.
  private func play(_ device: Device, until isDead: () -> Bool) async -> [String: PlayerBoard] {
    var kept: [String: PlayerBoard] = [:]
    await device.almanac.start()
    for id in ["intro:0", "daily:2026-11-22", "more:1"] {
      guard let puzzle = try? await device.ready(id) else { continue }
      var board =
        (try? await device.almanac.progress.board(of: puzzle)) ?? .init(puzzle.puzzle.grid)
      for cell in [3, 8, 13] {
        board[cell] = .mark
        let isKept = try? await device.almanac.progress.keep(board, of: puzzle, milliseconds: 1)
        if isKept == nil { return kept }
        kept[id] = board
      }
      await device.almanac.sync.sync()
    }
    return kept
  }

  @Test("killed in any change of a file, no move is lost that was kept, and no pack")
  func kills() async throws {
    var count = 0
    while true {
      let service = try FakeService(FakePress())
      let base = MemoryStorage()
      let storage = KillableStorage(base)
      storage.killAfter(count)
      let device = try Device(service, storage: storage)
      let kept = await play(device, until: { storage.isDead })
      let isWhole = !storage.isDead
      let packs = await device.almanac.library.installedPacks

      // The app is opened again, first without a network.
      service.set { $0.fault = { _, _ in .lost } }
      let next = try Device(service, storage: base)
      #expect(await next.almanac.library.installedPacks == packs, "\(count)")
      for (id, board) in kept {
        let puzzle = try await next.ready(id)
        #expect(try await next.almanac.progress.board(of: puzzle) == board, "\(count) \(id)")
      }
      service.set { $0.fault = nil }
      #expect(await next.almanac.start().failed == [:], "\(count)")
      await next.almanac.sync.sync()
      #expect(next.almanac.progress.pendingCount == 0)
      for (id, board) in kept {
        let cells = service.state.withLock { $0.rows["user-0"]?[id]?.play?.cells }
        #expect(cells == board.cells, "\(count) \(id)")
      }
      if isWhole { break }
      count += 1
    }
    #expect(count > 20)
    print("killed in each of \(count) changes of files")
  }

  @Test("files that were damaged are as good as missing, and the others are read")
  func damage() async throws {
    var random = ReplaySeed(24).generator
    for _ in 0..<60 {
      let service = try FakeService(FakePress())
      let storage = MemoryStorage()
      let device = try Device(service, storage: storage)
      _ = await play(device, until: { false })
      var names: [String] = ["release", "account", "player", "clock"]
      for folder in ["packs", "dates", "players"] {
        names += try await storage.files(in: folder).keys.map { "\(folder)/\($0)" }.sorted()
      }
      let name = names[random.below(names.count)]
      var bytes = try #require(try await storage.read(name, limit: 1 << 24))
      for _ in 0...random.below(3) where !bytes.isEmpty {
        bytes[random.below(bytes.count)] = UInt8(random.below(256))
      }
      try await storage.write(bytes, to: name)
      let next = try Device(service, storage: storage)
      #expect(await next.almanac.start().failed == [:], "\(name)")
      _ = try await next.ready("intro:0")
      _ = try await next.ready("daily:2026-11-22")
    }
  }

  @Test("a log does not grow for ever")
  func compaction() async throws {
    let service = try FakeService(FakePress())
    let storage = MemoryStorage()
    let device = try Device(service, storage: storage)
    await device.almanac.start()
    let puzzle = try await device.ready("monthly:2026-11")
    var board = PlayerBoard(puzzle.puzzle.grid)
    for number in 0..<1_000 {
      board[number % 100] = board[number % 100] == .mark ? .open : .mark
      try await device.almanac.progress.keep(board, of: puzzle, milliseconds: number)
    }
    let size = try await storage.files(in: "players").values.reduce(0, +)
    #expect(size < 300_000)
    let next = try Device(service, storage: storage)
    #expect(try await next.almanac.progress.board(of: puzzle) == board)
  }
}
