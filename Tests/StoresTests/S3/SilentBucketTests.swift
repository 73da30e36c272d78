import Dates
import HouseSupport
import Stores
import Synchronization
import Testing

@Suite("A bucket that never answers")
struct SilentBucketTests {
  /// Asks a run to stop.
  private final class Stop: Sendable {
    private let flag = Atomic(false)
    var isAsked: Bool { flag.load(ordering: .relaxed) }
    func ask() { flag.store(true, ordering: .relaxed) }
  }

  private let listener: LoopbackListener
  private let key: ObjectKey

  init() throws {
    listener = try LoopbackListener(answer: nil)
    key = try ObjectKey("puzzles/manifest.json")
  }

  /// A store in it that would wait for half a minute.
  private func store(
    isStopped: @escaping @Sendable () -> Bool = { false }
  ) throws -> S3Store {
    S3Store(
      try S3Location("s3://puzzles/live", endpoint: "http://127.0.0.1:\(listener.port)"),
      credentials: try S3Credentials(accessKey: "A", secretKey: "S"), timeout: .seconds(30),
      retries: S3Retries(attempts: 2, wait: { _ in }, isStopped: isStopped),
      clock: { Timestamp(epochSeconds: 0) })
  }

  @Test("many requests at once are given up as soon as the run is to stop, and hold up nobody")
  func stopping() async throws {
    let stop = Stop()
    let store = try store(isStopped: { stop.isAsked })
    let begin = ContinuousClock.now
    let stops = await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<40 {
        group.addTask {
          do throws(StoreError) {
            _ = try await store.get(key)
            return false
          } catch {
            return error == .stopped(store: "s3://puzzles/live")
          }
        }
      }
      // Blocked threads would let this one wait for its turn.
      try? await Task.sleep(for: .milliseconds(300))
      stop.ask()
      return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(stops == 40)
    #expect(ContinuousClock.now - begin < .seconds(5))
  }

  @Test("a request goes with the task that waits for it")
  func cancelling() async throws {
    let store = try store()
    let begin = ContinuousClock.now
    let waiting = Task { try? await store.get(key) }
    try await Task.sleep(for: .milliseconds(200))
    waiting.cancel()
    #expect(await waiting.value == nil)
    #expect(ContinuousClock.now - begin < .seconds(5))
  }
}
