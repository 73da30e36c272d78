import AlmanacClient
import JSONText
import Synchronization
import TestSupport
import Testing

@Suite("Bad input from the network")
struct BadInputTests {
  /// A device that is up to date, and a service that has a release more.
  private func pair() async throws -> (FakeService, Device) {
    let service = try FakeService(FakePress())
    let device = try Device(service)
    await device.almanac.start()
    let puzzles = try FakePress.puzzles(side: 5)
    service.set { state in
      state.press.number = 2
      state.press.packs["intro"]?.version = 2
      state.press.packs["intro"]?.puzzles.append(puzzles[9])
    }
    return (service, device)
  }

  private func holdsOldState(_ device: Device) async throws {
    #expect(await device.almanac.library.puzzle("intro:3") != .invalidID)
    _ = try await device.ready("intro:2")
    _ = try await device.ready("daily:2026-11-22")
  }

  @Test("pages of captive portals, empty answers and wrong types change nothing")
  func portals() async throws {
    let (service, device) = try await pair()
    let html = Array("<html><body>Log in to our Wi-Fi</body></html>".utf8)
    let answers = [
      ClientAnswer(status: 200, headers: ["content-type": "text/html"], body: html),
      ClientAnswer(status: 200, headers: ["content-type": "application/json"], body: html),
      ClientAnswer(status: 200, headers: ["content-type": "application/json"], body: []),
      ClientAnswer(status: 200, headers: [:], body: Array("{}".utf8)),
      ClientAnswer(status: 302, headers: ["location": "http://login.example"], body: []),
      ClientAnswer(status: 511, headers: ["content-type": "text/html"], body: html),
      ClientAnswer(status: 204),
    ]
    for answer in answers {
      service.set { $0.fault = { _, _ in .answer(answer) } }
      let report = await device.almanac.start()
      #expect(report.failed["opening"] == .service(.notTheService(status: answer.status)))
      #expect(await device.almanac.library.releaseNumber == 1)
      try await holdsOldState(device)
    }
  }

  @Test("a body that is longer than it may be is not kept in memory")
  func tooLong() async throws {
    let (service, device) = try await pair()
    let huge = ClientAnswer(
      status: 200, headers: ["content-type": "application/json"],
      body: [UInt8](repeating: 0x20, count: 33 << 20))
    service.set { $0.fault = { _, _ in .answer(huge) } }
    let report = await device.almanac.start()
    #expect(report.failed["opening"] == .service(.tooLong(bytes: 33 << 20)))
    try await holdsOldState(device)
  }

  @Test("a release that nobody trusted has signed is refused, and so is any step back")
  func forgeries() async throws {
    let changes: [(String, @Sendable (inout FakePress) -> Void)] = [
      ("signed by a thief", { $0.signer = 66 }),
      ("signed by nobody", { $0.signer = nil }),
      ("keys of another root", { ($0.root, $0.listed, $0.signer) = (66, [66], 66) }),
      ("keys that list a thief, unsigned by a root", { ($0.root, $0.keysVersion) = (66, 2) }),
      ("another release of the same number", { $0.number = 1 }),
    ]
    for (name, change) in changes {
      let (service, device) = try await pair()
      service.set { change(&$0.press) }
      let report = await device.almanac.start()
      #expect(report.failed["opening"] != nil || !report.notices.isEmpty, "\(name)")
      #expect(await device.almanac.library.releaseNumber == 1, "\(name)")
      #expect(await device.almanac.library.puzzle("intro:3") == .notFound, "\(name)")
      try await holdsOldState(device)
    }
  }

  @Test("while a release is refused, the one before brings the puzzles of its days")
  func datesBesideForgery() async throws {
    let (service, device) = try await pair()
    service.set { state in
      state.press.signer = 66
      state.milliseconds += 2 * 86_400_000
    }
    device.clock.advance(by: 2 * 86_400_000)
    let report = await device.almanac.start()
    #expect(report.failed["opening"] != nil)
    #expect(report.downloaded == ["daily:2026-11-25"])
    _ = try await device.ready("daily:2026-11-25")
  }

  @Test("a release that is older than what was seen is a stale cache, and no error")
  func staleCache() async throws {
    let (service, device) = try await pair()
    let before = service.state.withLock { $0.press }
    #expect(await device.almanac.start().isUpToDate)
    #expect(await device.almanac.library.releaseNumber == 2)
    service.set { state in
      state.press = before
      state.press.number = 1
      state.press.packs["intro"]?.version = 1
      state.press.packs["intro"]?.puzzles.removeLast()
    }
    let report = await device.almanac.start()
    #expect(report.failed == [:])
    #expect(await device.almanac.library.releaseNumber == 2)
    _ = try await device.ready("intro:3")
  }

  @Test("a pack that is not what was signed is refused, whatever is wrong with it")
  func badPacks() async throws {
    let puzzles = try FakePress.puzzles(side: 5)
    func pack(_ change: (inout FakePress.Pack) -> Void, id: String = "intro") throws -> [UInt8] {
      var pack = try #require(try FakePress().packs["intro"])
      pack.version = 2
      pack.puzzles.append(puzzles[9])
      change(&pack)
      return FakePress.file(id, pack)
    }
    let bodies: [(String, [UInt8])] = [
      ("another puzzle", try pack { $0.puzzles[3] = puzzles[8] }),
      ("another version", try pack { $0.version = 3 }),
      ("the version before", try pack { $0.version = 1 }),
      ("no puzzle", try pack { $0.puzzles = [] }),
      ("a puzzle that cannot be read", try pack { $0.puzzles[0] = "5x1.AAAA" }),
      (
        "a puzzle of ten thousand letters",
        try pack { $0.puzzles[0] = "5x1." + String(repeating: "A", count: 10_000) }
      ),
      ("another id", try pack({ _ in }, id: "more")),
      ("an id that leads out", try pack({ _ in }, id: "../../account")),
      ("half of it", Array(try pack { _ in }.prefix(100))),
      ("an array", Array("[]".utf8)),
      ("deep nesting", Array(String(repeating: "[", count: 100_000).utf8)),
      ("nothing known", Array("{\"id\":7}".utf8)),
    ]
    for (name, body) in bodies {
      let (service, device) = try await pair()
      service.set { state in
        state.fault = { request, _ in
          guard request.path == "/puzzles/pack/intro" else { return nil }
          return .changed { ClientAnswer(status: 200, headers: $0.headers, body: body) }
        }
      }
      let report = await device.almanac.start()
      #expect(report.failed["intro"] != nil, "\(name)")
      #expect(await device.almanac.library.puzzle("intro:3") == .downloadRequired, "\(name)")
      try await holdsOldState(device)
    }
  }

  @Test("of a bundle that was fetched, nothing is kept that was not signed, or has to be bought")
  func badBundle() async throws {
    let service = try FakeService(FakePress())
    let device = try Device(service)
    var packs = try FakePress().packs
    packs["intro"]?.puzzles[1] = try FakePress.puzzles(side: 5)[9]
    let body = FakePress.bundle(packs)
    service.set { state in
      state.fault = { request, _ in
        if request.path.hasPrefix("/puzzles/pack/") { return .lost }
        guard request.path == "/puzzles/bundle" else { return nil }
        return .changed { ClientAnswer(status: 200, headers: $0.headers, body: body) }
      }
    }
    let report = await device.startThroughPauses()
    let library = device.almanac.library
    #expect(report.failed == ["intro": .service(.noAnswer("the line is dead"))])
    #expect(await library.installedPacks == ["more": 2, "third": 2])
    #expect(await library.puzzle("intro:0") == .downloadRequired)
    service.set { $0.fault = nil }
    await device.almanac.start()
    let puzzles = service.state.withLock { $0.press.packs["intro"]?.puzzles }
    #expect(try await device.ready("intro:1").sbn.description == puzzles?[1])
  }

  @Test("numbers that no clock has are refused, and waits are bounded")
  func numbers() async throws {
    let service = try FakeService(FakePress())
    let device = try Device(service)
    await device.almanac.start()
    let solved = try await device.ready("intro:0")
    try await device.solve(solved)
    let sync = device.almanac.sync
    for number in ["9223372036854775807", "-9223372036854775808", "9007199254740992", "0"] {
      service.set { state in
        state.fault = { request, _ in
          guard request.path.hasPrefix("/sync") else { return nil }
          let body = #"{"serverTime":\#(number),"cursor":1,"success":true}"#
          return .changed { answer in
            ClientAnswer(status: 200, headers: answer.headers, body: Array(body.utf8))
          }
        }
      }
      await sync.sync()
      #expect(sync.lastFailure == .malformed("no serverTime or cursor"), "\(number)")
    }
    let busy = ClientAnswer(
      status: 503,
      headers: ["content-type": "application/json", "retry-after": "9223372036854775807"],
      body: Array(#"{"error":"later","code":"unavailable"}"#.utf8))
    service.set { $0.fault = { _, _ in .answer(busy) } }
    await sync.sync()
    #expect(sync.lastFailure == .refused(status: 503, code: "unavailable", retryAfter: 3600))
    service.set { $0.fault = nil }
    await sync.sync()
    #expect(sync.lastFailure == nil)
    #expect(try await device.almanac.progress.progress(of: solved)?.play?.isSolved == true)
  }

  @Test("a session that ends at no time is none", arguments: [Int.min, -1, Int.max])
  func sessions(end: Int) async throws {
    let service = try FakeService(FakePress())
    let device = try Device(service)
    service.set { state in
      state.fault = { request, _ in
        guard request.path == "/auth/anon" else { return nil }
        return .changed { answer in
          let body = #"{"userId":"u1","token":"t","expiresAt":\#(end)}"#
          return ClientAnswer(status: 200, headers: answer.headers, body: Array(body.utf8))
        }
      }
    }
    await device.almanac.start()
    await device.almanac.sync.sync()
    #expect(device.almanac.sync.lastFailure == .malformed("no session"))
  }

  @Test("a clock that was kept wrong is not believed", arguments: [Int.min, Int.max])
  func keptClock(correction: Int) async throws {
    let storage = MemoryStorage()
    try await storage.write(Array("\(correction)".utf8), to: "clock")
    let device = try Device(try FakeService(FakePress()), storage: storage)
    await device.almanac.start()
    _ = try await device.ready("intro:0")
    #expect(device.almanac.now == device.clock.milliseconds)
  }

  @Test("answers damaged at random trap nowhere, and lose neither puzzles nor progress")
  func damage() async throws {
    var random = ReplaySeed(24).generator
    let service = try FakeService(FakePress())
    let device = try Device(service)
    await device.almanac.start()
    let solved = try await device.ready("intro:0")
    try await device.solve(solved)
    await device.almanac.sync.flush()
    for round in 0..<200 {
      let (seed, kind) = (random.next(), random.below(4))
      service.set { state in
        state.press.number += 1
        state.fault = { _, _ in
          .changed { answer in
            var random = SeededGenerator(seed: seed)
            var body = answer.body
            guard !body.isEmpty else { return answer }
            switch kind {
            case 0: body[random.below(body.count)] = UInt8(random.below(256))
            case 1: body.removeLast(random.below(body.count))
            case 2: body.insert(UInt8(random.below(256)), at: random.below(body.count))
            default:
              let start = random.below(body.count)
              body.replaceSubrange(
                start..<min(body.count, start + random.below(40)),
                with: Array("null".utf8))
            }
            return ClientAnswer(status: answer.status, headers: answer.headers, body: body)
          }
        }
      }
      _ = await device.almanac.library.update()
      await device.almanac.sync.sync()
      _ = try await device.ready("intro:0")
      let row = try await device.almanac.progress.progress(of: solved)
      #expect(row?.play?.isSolved == true, "round \(round)")
    }
    service.set { $0.fault = nil }
    #expect(await device.almanac.start().isUpToDate)
    #expect(device.almanac.sync.lastFailure == nil)
  }
}
