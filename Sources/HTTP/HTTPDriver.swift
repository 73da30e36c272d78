import CCurl
import Foundation
import Synchronization

/// The thread that drives the requests of a client, from the first one until the client is gone.
final class HTTPDriver: Sendable {
  private let state = Mutex(State())

  private struct State: ~Copyable {
    /// Begun by those who wait for them, and not yet by the thread.
    var asked: [HTTPExchange] = []
    var isOver = false
    /// What is driven; there is a thread for as long as this is there.
    var group: ccurl_group_t?
  }

  /// How long a request may wait for somebody to ask whether it is still wanted.
  private static let look: Int32 = 100

  /// Sends a request, and ends it some time.
  func begin(_ exchange: HTTPExchange) {
    let isFirst = state.withLock { state in
      state.asked.append(exchange)
      if let group = state.group {
        ccurl_group_wake(group)
        return false
      }
      state.group = ccurl_group_new()
      return true
    }
    guard isFirst else { return }
    let thread = Thread { [self] in drive() }
    thread.name = "http"
    thread.start()
  }

  /// Lets the thread look now.
  func wake() {
    state.withLock { state in
      if let group = state.group { ccurl_group_wake(group) }
    }
  }

  /// Ends the thread when the last request is over.
  func end() {
    state.withLock { $0.isOver = true }
    wake()
  }

  private func drive() {
    guard let group = state.withLock({ $0.group }) else { return failAll() }
    var running: [Running] = []
    while true {
      let (asked, isOver) = state.withLock { state in
        defer { state.asked = [] }
        return (state.asked, state.isOver)
      }
      for exchange in asked {
        if let begun = Running(exchange, group) {
          running.append(begun)
        } else {
          exchange.end(status: 0, failure: "the request cannot be sent")
        }
      }
      if running.isEmpty, isOver { break }
      ccurl_group_work(group)
      collect(group, &running)
      ccurl_group_wait(group, running.isEmpty ? Int32.max : HTTPDriver.look)
    }
    state.withLock { $0.group = nil }
    ccurl_group_free(group)
  }

  /// Ends what is over, and gives up what is no longer wanted.
  private func collect(_ group: ccurl_group_t, _ running: inout [Running]) {
    var result: Int32 = 0
    while let context = ccurl_group_next_over(group, &result) {
      let index = running.firstIndex { $0.context == context }
      guard let index else { continue }
      running.remove(at: index).end(failure: HTTPDriver.words(for: result))
    }
    for index in running.indices.reversed() {
      guard let reason = running[index].reasonToGiveUp() else { continue }
      running.remove(at: index).end(failure: reason)
    }
  }

  private func failAll() {
    let asked = state.withLock { state in
      defer { state.asked = [] }
      return state.asked
    }
    for exchange in asked { exchange.end(status: 0, failure: "memory is short") }
  }

  /// What went wrong, by libcurl's code; `nil` for a whole answer.
  private static func words(for code: Int32) -> String? {
    switch code {
    case 0: nil
    case 1, 8, 43: "the answer is not HTTP"
    case 3: "the address cannot be called"
    case 5: "the proxy is not known"
    case 6: "the host is not known"
    case 7: "no connection can be made"
    case 18, 52, 55, 56, 92: "the connection broke off"
    case 28: "it takes too long"
    case 35: "no TLS connection can be made"
    case 51, 58, 60, 77, 82, 83, 90, 91: "its certificate is not trusted"
    default: "the connection failed (\(code))"
    }
  }
}

/// A request that libcurl works on, on the thread that drives it.
private struct Running {
  let exchange: HTTPExchange
  private let handle: ccurl_exchange_t

  /// What libcurl knows it by.
  var context: UnsafeMutableRawPointer { Unmanaged.passUnretained(exchange).toOpaque() }

  /// Begins a request; `nil` where its address or a header cannot be sent.
  init?(_ exchange: HTTPExchange, _ group: ccurl_group_t) {
    let isPut = exchange.method == "PUT" || exchange.method == "POST"
    let given = exchange.headers.map { header in
      header.value.isEmpty ? "\(header.name);" : "\(header.name): \(header.value)"
    }
    // Neither is sent unless somebody asks for it.
    let isTyped = exchange.headers.contains { $0.name.lowercased() == "content-type" }
    let lines = given + ["Expect:"] + (isPut && !isTyped ? ["Content-Type:"] : [])
    guard lines.allSatisfy({ !$0.utf8.contains { $0 < 0x20 } }) else { return nil }
    var listener = ccurl_listener()
    listener.context = Unmanaged.passUnretained(exchange).toOpaque()
    listener.line = { context, bytes, count in
      Running.exchange(context).take(line: Running.buffer(bytes, count))
    }
    listener.body = { context, bytes, count in
      Running.exchange(context).take(body: UnsafeBufferPointer(start: bytes, count: count))
    }
    let texts = lines.map { strdup($0) }
    defer { texts.forEach { free($0) } }
    let pointers = texts.map { UnsafePointer($0) }
    let handle = pointers.withUnsafeBufferPointer { headers in
      exchange.body.withUnsafeBufferPointer { body in
        exchange.url.withCString { url in
          exchange.method.withCString { method in
            var request = ccurl_request()
            request.url = url
            request.method = method
            request.headers = headers.baseAddress
            request.header_count = headers.count
            request.has_body = isPut
            request.body = body.baseAddress
            request.body_count = body.count
            request.connect_ms = Int(exchange.silence / .milliseconds(1))
            return ccurl_exchange_new(group, &request, &listener)
          }
        }
      }
    }
    guard let handle else { return nil }
    self.exchange = exchange
    self.handle = handle
  }

  func reasonToGiveUp() -> String? {
    exchange.reasonToGiveUp(moved: ccurl_exchange_moved(handle))
  }

  /// Frees what libcurl has, and lets go on who waits.
  func end(failure: String?) {
    let status = ccurl_exchange_status(handle)
    ccurl_exchange_free(handle)
    exchange.end(status: Int(status), failure: failure)
  }

  private static func exchange(_ context: UnsafeMutableRawPointer?) -> HTTPExchange {
    guard let context else { preconditionFailure("libcurl gives back what it was given") }
    // `running` holds the exchange for as long as libcurl has its address.
    return Unmanaged<HTTPExchange>.fromOpaque(context).takeUnretainedValue()
  }

  private static func buffer(
    _ bytes: UnsafePointer<CChar>?, _ count: Int
  ) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(
      start: UnsafeRawPointer(bytes)?.assumingMemoryBound(to: UInt8.self), count: count)
  }
}
