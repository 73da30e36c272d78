import Dates
import HouseSupport
import Stores
import Synchronization
import Testing

// No clock is read here: among all the other tests a task may wait for minutes until it is its
// turn. Whatever waits for an answer in vain runs into the time limit instead.
@Suite("A bucket that answers late or never", .timeLimit(.minutes(20)))
struct SilentBucketTests {
  /// Tells another task or thread that it is time.
  private final class Flag: Sendable {
    private let flag = Atomic(false)
    var isRaised: Bool { flag.load(ordering: .relaxed) }
    func raise() { flag.store(true, ordering: .relaxed) }
  }

  private let key: ObjectKey

  init() throws { key = try ObjectKey("puzzles/manifest.json") }

  /// A store in a bucket, which waits for an hour unless told otherwise.
  private func store(
    at listener: LoopbackListener, timeout: Duration = .seconds(3600), attempts: Int = 2,
    isStopped: @escaping @Sendable () -> Bool = { false },
    isWaiting: (@Sendable (String) -> Void)? = nil
  ) throws -> S3Store {
    S3Store(
      try S3Location("s3://puzzles/live", endpoint: "http://127.0.0.1:\(listener.port)"),
      credentials: try S3Credentials(accessKey: "A", secretKey: "S"), timeout: timeout,
      retries: S3Retries(
        attempts: attempts, wait: { _ in }, isStopped: isStopped, patience: .milliseconds(10),
        isWaiting: isWaiting),
      clock: { Timestamp(epochSeconds: 0) })
  }

  @Test("many requests at once are given up as soon as the run is to stop, and hold up nobody")
  func stopping() async throws {
    let listener = try LoopbackListener(answer: nil)
    let stop = Flag()
    let store = try store(at: listener, isStopped: { stop.isRaised })
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
      stop.raise()
      return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(stops == 40)
  }

  @Test("who waits is told for whom, and nobody is of one that answers")
  func waiting() async throws {
    let hosts = Mutex<[String]>([])
    let stop = Flag()
    let silent = try LoopbackListener(answer: nil)
    let store = try store(
      at: silent, isStopped: { stop.isRaised },
      isWaiting: { host in
        hosts.withLock { $0.append(host) }
        stop.raise()
      })
    await #expect(throws: StoreError.stopped(store: "s3://puzzles/live")) {
      _ = try await store.get(key)
    }
    #expect(hosts.withLock { $0 } == ["127.0.0.1:\(silent.port)"])
    let told = Flag()
    let retries = S3Retries(
      wait: { _ in }, patience: .seconds(3600), isWaiting: { _ in told.raise() })
    _ = try await bucket(retries).get(key)
    #expect(!told.isRaised)
  }

  /// A store in a bucket that is empty, and answers at once.
  private func bucket(_ retries: S3Retries) throws -> S3Store {
    S3Store(
      try S3Location("s3://puzzles/live", endpoint: "https://h.example"),
      credentials: try S3Credentials(accessKey: "A", secretKey: "S"), retries: retries,
      clock: { Timestamp(epochSeconds: 0) }, transport: FakeBucket())
  }

  @Test("a request goes with the task that waits for it")
  func cancelling() async throws {
    let listener = try LoopbackListener(answer: nil)
    let store = try store(at: listener)
    let waiting = Task { try? await store.get(key) }
    try await Task.sleep(for: .milliseconds(200))
    waiting.cancel()
    #expect(await waiting.value == nil)
  }

  @Test("an answer that comes late is taken, and one that comes too late changes nothing")
  func late() async throws {
    let due = Flag()
    defer { due.raise() }
    let listener = try LoopbackListener(
      answer: "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n",
      when: { due.isRaised })
    let hasty = try store(at: listener, timeout: .milliseconds(500), attempts: 1)
    await #expect(
      throws: StoreError.unreachable(
        store: "s3://puzzles/live",
        detail: "puzzles/live/puzzles/manifest.json at http://127.0.0.1:\(listener.port): "
          + "it takes too long, 1 times")
    ) { _ = try await hasty.get(key, limit: 1000) }
    // The answer to the first comes while the second waits for its own.
    let patient = try store(at: listener)
    async let answer = patient.get(key, limit: 1000)
    try await Task.sleep(for: .milliseconds(300))
    due.raise()
    #expect(try await answer == nil)
  }
}
