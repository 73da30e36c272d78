import AlmanacClient
import Synchronization
import Testing

@Suite("Requests and bytes")
struct RequestCountTests {
  @Test("a first launch takes six requests at most, and each later day two, and one to exchange")
  func launches() async throws {
    let service = try FakeService(FakePress())
    let storage = MemoryStorage()
    await (try Device(service, storage: storage)).almanac.start()
    #expect(
      Set(service.asked) == [
        "POST /auth/anon", "GET /sync", "GET /puzzles/opening", "GET /puzzles/bundle",
      ])
    #expect(service.asked.count <= 6)
    let bytes = service.state.withLock { $0.bytes }
    print("a first launch of three packs: \(service.asked.count) requests, \(bytes) bytes")
    #expect(bytes < 20_000)

    // A day on which nothing changed but the date.
    service.set { state in
      state.asked = []
      state.bytes = 0
      state.milliseconds += 86_400_000
      state.press.number = 2
    }
    await (try Device(service, storage: storage)).almanac.start()
    #expect(puzzles(service).count == 1)
    #expect(service.asked.count == 2)
    let small = service.state.withLock { $0.bytes }
    print("a later day: \(service.asked.count) requests, \(small) bytes")
    #expect(small < 4_000)

    // A day that brings a pack.
    let more = try FakePress.puzzles(side: 5)[9]
    service.set { state in
      state.asked = []
      state.milliseconds += 86_400_000
      state.press.number = 3
      state.press.packs["more"]?.version = 2
      state.press.packs["more"]?.puzzles.append(more)
    }
    let device = try Device(service, storage: storage)
    await device.almanac.start()
    #expect(puzzles(service).count == 2)
    _ = try await device.ready("more:2")

    // A day that the release of this device does not name.
    service.set { state in
      state.asked = []
      state.milliseconds += 86_400_000
      state.press.number = 4
      state.press.dates["daily:2026-11-26"] = state.press.dates["daily:2026-11-21"]
    }
    let last = try Device(service, storage: storage)
    await last.almanac.start()
    #expect(puzzles(service).count == 2)
    _ = try await last.ready("daily:2026-11-26")
  }

  private func puzzles(_ service: FakeService) -> [String] {
    service.asked.filter { $0.hasPrefix("GET /puzzles/") }
  }

  @Test("a launch that breaks off anywhere goes on where it was")
  func resuming() async throws {
    var press = try FakePress()
    press.hasBundle = false
    let service = try FakeService(press)
    let storage = MemoryStorage()
    // Every launch gets one answer more than the one before, and is then cut off.
    var fetched: [String] = []
    for allowed in 1...12 {
      let begun = service.asked.count
      service.set { $0.fault = { _, number in number - begun < allowed ? nil : .lost } }
      let device = try Device(service, storage: storage)
      let report = await device.startThroughPauses()
      for id in report.downloaded {
        #expect(!fetched.contains(id), "\(id) is fetched twice")
        fetched.append(id)
      }
      if report.isUpToDate { break }
    }
    #expect(Set(fetched).isSuperset(of: ["intro", "more", "third", "daily:2026-11-22"]))
  }
}
