import HTTP
import HouseSupport
import Identity
import Manifest
import Publishing
import Stores
import Synchronization
import Testing
import Verifying

/// Services that say what no service should, and credentials that are no good.
@Suite("A hostile bucket", .timeLimit(.minutes(20)))
struct HostileBucketTests {
  private let key = Samples.key("puzzles/a.json")

  @Test(
    "a Retry-After of any number or text gives a pause of 0.2 to 30 seconds",
    arguments: [
      "-9223372036854775808", "-1", "0", "9223372036854775807", "9223372036854775808", "", " 7",
      "1e300", "nan", "-0", "Fri, 31 Dec 1999 23:59:59 GMT", "٣", "\u{0}",
    ])
  func retryAfter(text: String) {
    for attempt in [1, 2, 6, 60, Int.max] {
      let pause = S3Retries.pause(after: attempt, asked: text)
      #expect((.milliseconds(200)...(.seconds(30))).contains(pause), "\(text) after \(attempt)")
    }
  }

  @Test("a Retry-After gives such a pause over a real connection as well")
  func retryAfterOnLoopback() async throws {
    let listener = try LoopbackListener(
      answer: "HTTP/1.1 503 Slow Down\r\nRetry-After: -9223372036854775808\r\n"
        + "Content-Length: 0\r\nConnection: close\r\n\r\n")
    let pauses = Mutex<[Duration]>([])
    let store = S3Store(
      try S3Location("s3://puzzles/live", endpoint: "http://127.0.0.1:\(listener.port)"),
      credentials: try S3Credentials(accessKey: "A", secretKey: "S"), timeout: .seconds(3600),
      retries: S3Retries(attempts: 3, wait: { pause in pauses.withLock { $0.append(pause) } }),
      clock: { Samples.clock })
    await #expect(throws: StoreError.self) { _ = try await store.get(key, limit: 1000) }
    #expect(pauses.withLock { $0 } == [.milliseconds(200), .milliseconds(400)])
  }

  // MARK: - Listings

  private func page(_ keys: [String], next token: String? = nil) -> FakeBucket.Fate {
    let lines = keys.map {
      "<Contents><Key>live/\($0)</Key><Size>1</Size></Contents>"
    }
    let end =
      token.map {
        "<IsTruncated>true</IsTruncated><NextContinuationToken>\($0)</NextContinuationToken>"
      } ?? ""
    return .answer("<ListBucketResult>\(lines.joined())\(end)</ListBucketResult>")
  }

  /// Lists from a bucket with these answers, by the number of the request.
  private func list(
    _ answer: @escaping @Sendable (Int) -> FakeBucket.Fate
  ) async throws -> (names: [String], requests: Int) {
    let bucket = FakeBucket { number, _ in answer(number) }
    do throws(StoreError) {
      let listing = try await bucket.store().list("puzzles/")
      return (listing.objects.map(\.key.text), bucket.count)
    } catch {
      guard case .unreachable("s3://puzzles/live", let detail) = error else { throw error }
      #expect(detail.contains("listing"), "\(detail)")
      return ([], bucket.count)
    }
  }

  @Test("a listing that is truncated for ever ends")
  func endlessListing() async throws {
    // The same token, tokens in turn with the same keys, keys that go back.
    let same = try await list { _ in page(["a"], next: "t") }
    #expect(same.names.isEmpty && same.requests == 5)
    let inTurn = try await list { page(["a"], next: "t\($0)") }
    #expect(inTurn.names.isEmpty && inTurn.requests == 5)
    let back = try await list { page(["k\(9 - $0 % 10)"], next: "t\($0)") }
    #expect(back.names.isEmpty && back.requests == 5)
    // Nothing, with another token each time.
    let empty = try await list { page([], next: "t\($0)") }
    #expect(empty.names.isEmpty && empty.requests == 101)
    // Ever more, all of it new.
    let more = try await list { number in
      let keys = (0..<(1 << 15)).map { "\(String(100_000 + number))/\(100_000 + $0)" }
      return page(keys, next: "t\(number)")
    }
    #expect(more.names.isEmpty && more.requests == 33)
  }

  @Test("pages that say nothing, or come twice by accident, end no listing that has an end")
  func oddListing() async throws {
    let answers = [
      page([], next: "1"), page(["a", "b"], next: "2"), page(["a", "b"], next: "2"),
      page([], next: "3"), page(["c"], next: "4"), page([]),
    ]
    let found = try await list { answers[min($0, answers.count - 1)] }
    #expect(found.names == ["a", "b", "c"])
  }

  // MARK: - Refusals

  @Test(
    "expired credentials and a wrong clock are named, at once and with what to do",
    arguments: [
      (403, "RequestTimeTooSkewed", "clock"), (400, "ExpiredToken", "expired"),
      (403, "ExpiredToken", "expired"), (400, "InvalidToken", "get new ones"),
      (403, "InvalidAccessKeyId", "AWS_ACCESS_KEY_ID"),
      (403, "SignatureDoesNotMatch", "AWS_SECRET_ACCESS_KEY"), (404, "NoSuchBucket", "its name"),
      (403, "AccessDenied", "list the bucket"), (401, "Unauthorized", "credentials"),
    ])
  func refusals(status: Int, code: String, says: String) async throws {
    let bucket = FakeBucket { _, _ in .refused(status, code: code) }
    let store = try bucket.store()
    let object = StoredObject(
      key: key, bytes: [1], mediaType: "application/json", cacheControl: "no-cache")
    for body in [
      { _ = try await store.get(key, limit: 9) }, { _ = try await store.list("puzzles/") },
      { _ = try await store.put(object, .always) },
    ] as [() async throws -> Void] {
      let before = bucket.count
      await #expect {
        try await body()
      } throws: { error in
        "\(error)".contains(says) && "\(error)".contains("\(status), \(code)")
      }
      #expect(bucket.count == before + 1)
    }
  }

  @Test("a publish that meets a refusal, at one key or from one request on, changes nothing live")
  func refusedMidway() async throws {
    let later = Samples.time("2026-11-22T03:00:00Z")
    let probe = FakeBucket()
    try await Samples.publish(Samples.content(), to: probe.store())
    let first = probe.count
    try await Samples.publish(Samples.content(days: 5), to: probe.store(), at: later)
    let keys = try await probe.store().list("").objects.map(\.key.text)
    let isOn = Mutex(false)
    // Credentials that end while the publish goes on.
    for number in stride(from: 0, to: probe.count - first, by: 2) {
      try await expectWhole { count, _ in
        isOn.withLock { $0 } && count >= first + number
          ? .refused(400, code: "ExpiredToken") : .answered
      } disturbing: { on in
        isOn.withLock { $0 = on }
      }
    }
    // One key that may not be read, or not be written.
    for key in keys {
      for method in ["GET", "PUT"] {
        try await expectWhole { _, request in
          isOn.withLock { $0 } && request.method == method && request.path.hasSuffix("/" + key)
            ? .refused(403, code: "AccessDenied") : .answered
        } disturbing: { on in
          isOn.withLock { $0 = on }
        }
      }
    }
  }

  /// Publishes, publishes again while something is wrong, and once more when it is right.
  private func expectWhole(
    _ fate: @escaping @Sendable (Int, HTTPRequest) -> FakeBucket.Fate,
    disturbing: (Bool) -> Void, at location: SourceLocation = #_sourceLocation
  ) async throws {
    let bucket = FakeBucket(fate: fate)
    let store = try bucket.store()
    let later = Samples.time("2026-11-22T03:00:00Z")
    try await Samples.publish(Samples.content(), to: store)
    disturbing(true)
    do throws(PublishError) {
      try await Samples.publish(Samples.content(days: 5), to: store, at: later)
    } catch {
      guard case .store(.refused) = error else { throw error }
    }
    disturbing(false)
    let reading = try await TreeVerifier(store: store).read()
    #expect(reading.isWhole, "\(reading.findings)", sourceLocation: location)
    try await Samples.publish(Samples.content(days: 5), to: store, at: later)
    let again = try await TreeVerifier(store: store).read(atLeast: 2).findings
    #expect(again == [], sourceLocation: location)
  }

  // MARK: - Listings that lag behind

  @Test("a listing that lags behind leaves a whole release, and is right when it has caught up")
  func staleListing() async throws {
    for from in 0..<3 {
      let isOn = Mutex(false)
      let bucket = FakeBucket { _, _ in isOn.withLock { $0 } ? .stale : .answered }
      let store = try bucket.store()
      if from > 0 { try await Samples.publish(Samples.content(), to: store) }
      if from < 2 { bucket.keepListing() }
      var content = Samples.content(days: 5)
      content.packs[0] = Samples.pack("intro", version: 2, first: 300, count: 5)
      if from > 0 {
        let time = Samples.time("2026-11-22T03:00:00Z")
        try await Samples.publish(content, to: store, at: time)
        if from == 2 {
          bucket.keepListing()
          let last = Publisher(store: store)
          try await last.publish(
            last.plan(
              content, at: Samples.time("2026-11-23T03:00:00Z"), after: nil, keepingFrom: 3))
        }
      }
      content.packs[0] = Samples.pack("intro", version: from == 0 ? 1 : 3, first: 100)
      isOn.withLock { $0 = true }
      let time = Samples.time("2026-11-24T03:00:00Z")
      for _ in 0..<2 {
        do throws(PublishError) {
          try await Samples.publish(content, to: store, at: time)
        } catch {
          // Somebody else, it seems: the run says to try again.
          guard case .store(.preconditionFailed) = error else { throw error }
        }
        isOn.withLock { $0 = false }
        let reading = try await TreeVerifier(store: store).read()
        // A first release may have to wait until the listing shows what it is made of.
        let isWhole = reading.isWhole || from == 0 && reading.manifest == nil
        #expect(isWhole, "\(from): \(reading.findings)")
        isOn.withLock { $0 = true }
      }
      isOn.withLock { $0 = false }
      try await Samples.publish(content, to: store, at: time)
      #expect(try await TreeVerifier(store: store).read().findings == [], "\(from)")
    }
  }

  // MARK: - Addresses

  @Test(
    "neither name nor password of an endpoint is echoed",
    arguments: [
      "http://name:secret@host", "https://name:secret@host:9000/path", "name:secret@host",
      "http://name:sec/ret@host", "http://name:sec?ret@host", "https://host/?key=secret",
      "http://name:secret@[::1]:9000", "HTTP://name:secret@host",
    ])
  func secretEndpoint(endpoint: String) {
    let error = #expect(throws: StoreError.self) {
      try S3Location("s3://bucket/p", endpoint: endpoint)
    }
    for part in ["name", "sec", "ret"] { #expect(error.map { "\($0)".contains(part) } == false) }
    let other = #expect(throws: StoreError.self) {
      try S3Location("s3://name:secret@bucket/p", endpoint: "https://host")
    }
    #expect(other.map { "\($0)".contains("secret") } == false)
  }

  @Test(
    "endpoints that nobody can call are refused with words",
    arguments: [
      "http://::1:9000", "http://127.0.0.1:99999", "http://127.1:1", "http://2130706433",
      "http://256.1.1.1", "http://host:", "http://host:0", "http://host:+1", "http://:9000",
      "http://1.2.3.4.5", "https://host:9000:1", "http://[::1%25lo]", "http://[::1", "http://[]:1",
      "http://[::1]9000", "http://[1.2.3.4]", "http://[host]",
    ])
  func oddEndpoint(endpoint: String) {
    #expect {
      try S3Location("s3://bucket/p", endpoint: endpoint)
    } throws: { "\($0)".contains("it must be an endpoint such as https://host") }
  }

  @Test(
    "endpoints that can be called are taken",
    arguments: [
      "http://127.0.0.1:9000", "https://a1.r2.cloudflarestorage.com", "http://minio:9000/base",
      "http://10.0.0.255", "https://3com.example", "http://host.example.:80",
      "http://[::1]:9000", "https://[2001:db8::1]/base",
    ])
  func goodEndpoint(endpoint: String) throws {
    #expect(try S3Location("s3://bucket/p", endpoint: endpoint).endpoint == endpoint)
  }

  @Test("what follows # in an endpoint is not echoed")
  func secretFragment() {
    for endpoint in ["https://host/path#SEKRIT", "https://host#SEKRIT", "host?a#SEKRIT"] {
      #expect {
        try S3Location("s3://bucket/p", endpoint: endpoint)
      } throws: { !"\($0)".contains("SEKRIT") }
    }
  }
}
