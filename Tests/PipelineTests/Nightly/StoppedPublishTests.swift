import Dates
import HouseSupport
import Pipeline
import Synchronization
import TestSupport
import Testing

@Suite("A publish that is asked to stop")
struct StoppedPublishTests {
  /// Says stop from some question on, and for ever.
  private final class Patience: Sendable {
    private let left: Mutex<Int>
    init(_ count: Int) { left = Mutex(count) }
    var isOver: Bool { left.withLock { $0 < 0 } }
    func ask() -> Bool {
      left.withLock { left in
        left -= 1
        return left < 0
      }
    }
  }

  private func night(_ house: NightlyHouse, _ patience: Patience) async throws -> NightReport {
    let settings = StoreSettings(
      variable: { _ in nil }, clock: { Timestamp(epochSeconds: 0) }, wait: { _ in },
      isStopped: { patience.ask() })
    let context = RunContext(
      now: try Timestamp("2026-12-30T03:00:00Z"), jobs: 1,
      interruption: { patience.isOver ? 15 : nil }, stores: settings)
    return await Night().run(in: house.places, context)
  }

  @Test("before any operation of the store it ends with 143, and the next night finishes it")
  func everywhere() async throws {
    let reference = try NightlyHouse()
    #expect(try await reference.run().status == .done)
    let house = try NightlyHouse()
    var stops = 0
    // Each night is stopped a little later than the one before.
    while stops < 400 {
      let report = try await night(house, Patience(stops))
      if report.status == .done { break }
      #expect(report.status == .terminated, "\(stops): \(report.failure ?? "")")
      #expect(report.failure?.contains("terminated") == true)
      stops += 1
    }
    #expect(stops > 20)
    #expect(try house.tree() == reference.tree())
    #expect(try await house.check().isEmpty)
  }
}
