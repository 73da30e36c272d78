import HouseSupport
import Identity
import Manifest
import Publishing
import Stores
import Synchronization
import Testing
import Verifying

@Suite("A bucket")
struct S3StoreTests {
  private let object = StoredObject(
    key: Samples.key("puzzles/a.json"), bytes: Array("{}".utf8), mediaType: "application/json",
    cacheControl: "no-cache")

  @Test("a release goes in and verifies, headers and digests included; once more puts nothing")
  func publishing() async throws {
    let bucket = FakeBucket(pageSize: 3)
    let store = try bucket.store()
    try await Samples.publish(Samples.content(), to: store)
    let reading = try await TreeVerifier(store: store).read()
    #expect(reading.findings == [])
    let puts = bucket.count("PUT")
    #expect(puts == 15)
    #expect(try await Samples.publish(Samples.content(), to: store).written.isEmpty)
    #expect(bucket.count("PUT") == puts)
    let copy = try #require(try await store.fetch(.versions, limit: 1000))
    #expect(copy.info.mediaType == "application/json")
    #expect(copy.info.cacheControl == "public, max-age=60, must-revalidate")
    #expect(copy.info.sha256 == Digest.sha256(of: copy.bytes))
  }

  @Test("a bucket is asked for nothing that is published but manifests, a listing and a used list")
  func reading() async throws {
    let bucket = FakeBucket()
    let store = try bucket.store()
    try await Samples.publish(Samples.content(), to: store, profiles: Samples.profiles)
    let before = bucket.count
    try await Samples.publish(Samples.content(), to: store, profiles: Samples.profiles)
    // Whoever has a catalogue knows the lists of what was used, and asks for none.
    #expect(bucket.count - before == 5)
    #expect(bucket.count("HEAD") == 0)
  }

  @Test("a day that is over gets its last headers once")
  func headers() async throws {
    let bucket = FakeBucket()
    let store = try bucket.store()
    try await Samples.publish(Samples.content(), to: store)
    let later = Samples.time("2026-11-22T03:00:00Z")
    try await Samples.publish(Samples.content(days: 5), to: store, at: later)
    #expect(try await TreeVerifier(store: store).read().findings == [])
    let puts = bucket.count("PUT")
    try await Samples.publish(Samples.content(days: 5), to: store, at: later)
    #expect(bucket.count("PUT") == puts)
  }

  @Test("a wrong condition is an answer, and not asked twice")
  func conditions() async throws {
    let bucket = FakeBucket()
    let store = try bucket.store()
    try await store.put(object, .ifAbsent)
    await #expect(throws: StoreError.preconditionFailed(object.key, store: "s3://puzzles/live")) {
      try await store.put(object, .ifAbsent)
    }
    #expect(bucket.count("PUT") == 2)
  }

  @Test("“later” and silence are tried again, and a put that was done all the same is found")
  func retries() async throws {
    let fates: [FakeBucket.Fate] = [
      .status(429), .status(500), .status(503), .lostBefore, .lostAfter, .flipped, .cutOff,
    ]
    for fate in fates {
      let bucket = FakeBucket { number, _ in number == 0 ? fate : .answered }
      let store = try bucket.store()
      try await store.put(object, .ifAbsent)
      #expect(try await store.get(object.key) == object.bytes, "\(fate)")
    }
    for fate in fates {
      let isOn = Mutex(0)
      let bucket = FakeBucket { _, request in
        guard request.method == "GET" else { return .answered }
        return isOn.withLock { count in
          count += 1
          return count == 1 ? fate : .answered
        }
      }
      let store = try bucket.store()
      try await store.put(object, .ifAbsent)
      #expect(try await store.get(object.key) == object.bytes, "\(fate)")
    }
  }

  @Test("a service that never answers ends in an error that names it")
  func unreachable() async throws {
    for fate in [FakeBucket.Fate.lostBefore, .status(503)] {
      let bucket = FakeBucket { _, _ in fate }
      let store = try bucket.store()
      for body in [
        { _ = try await store.get(object.key) }, { _ = try await store.put(object, .always) },
      ] {
        await #expect {
          try await body()
        } throws: { error in
          guard case .unreachable("s3://puzzles/live", let detail)? = error as? StoreError else {
            return false
          }
          return detail.contains("puzzles/a.json at https://h.example/base: ")
        }
      }
      #expect(bucket.count == 8)
    }
  }

  @Test("a service that says no is named, with the bucket")
  func refused() async throws {
    let bucket = FakeBucket { _, _ in .refused(403, code: "AccessDenied") }
    let store = try bucket.store()
    await #expect {
      _ = try await store.get(object.key)
    } throws: { error in
      "\(error)".hasPrefix(
        "s3://puzzles/live at https://h.example/base: puzzles/a.json: cannot read (status 403")
    }
  }

  @Test("a bucket's name that none can have is told as that", arguments: ["ab", "Puzzles", "a_b"])
  func names(_ name: String) {
    #expect {
      _ = try S3Location("s3://\(name)/live", endpoint: "https://h.example")
    } throws: { error in
      "\(error)".contains("which has 3 to 63 lower-case letters, digits, “-” and “.”")
    }
  }

  @Test("an object that is too long is told with how long it may be")
  func tooLong() async throws {
    let store = try FakeBucket().store()
    try await store.put(
      StoredObject(
        key: object.key, bytes: Array(repeating: 0x20, count: 99), mediaType: "text/plain",
        cacheControl: "no-cache"), .always)
    await #expect {
      _ = try await store.get(object.key, limit: 50)
    } throws: { error in
      "\(error)".contains("has 99 bytes — at most 50 are read")
    }
  }

  @Test("pauses grow, and a service's own wish is heeded")
  func pauses() {
    #expect(S3Retries.pause(after: 1, asked: nil) == .milliseconds(200))
    #expect(S3Retries.pause(after: 3, asked: nil) == .milliseconds(800))
    #expect(S3Retries.pause(after: 60, asked: nil) == .seconds(10))
    #expect(S3Retries.pause(after: 1, asked: "7") == .seconds(7))
    #expect(S3Retries.pause(after: 1, asked: "9999") == .seconds(30))
  }

  @Test("every single fault in a publish leaves a whole release, and the next one finishes")
  func faults() async throws {
    let fates: [FakeBucket.Fate] = [
      .status(429), .status(500), .status(412), .lostBefore, .lostAfter, .flipped, .cutOff,
    ]
    for fate in fates {
      var number = 0
      while true {
        let isOn = Mutex(false)
        let first = Mutex<Int?>(nil)
        let index = number
        let bucket = FakeBucket { count, _ in
          guard isOn.withLock({ $0 }) else { return .answered }
          let start = first.withLock { first in
            if first == nil { first = count }
            return first ?? count
          }
          return count - start == index ? fate : .answered
        }
        let store = try bucket.store()
        try await Samples.publish(Samples.content(), to: store)
        let before = bucket.count
        isOn.withLock { $0 = true }
        let later = Samples.time("2026-11-22T03:00:00Z")
        _ = try? await Samples.publish(Samples.content(days: 5), to: store, at: later)
        isOn.withLock { $0 = false }
        let reading = try await TreeVerifier(store: store).read()
        #expect(reading.isWhole, "\(fate) at \(number): \(reading.findings)")
        try await Samples.publish(Samples.content(days: 5), to: store, at: later)
        #expect(try await TreeVerifier(store: store).read(atLeast: 2).findings == [])
        if index > bucket.count - before { break }
        number += 3
        if number > 60 { break }
      }
    }
  }
}
