import CCurl
import Synchronization

/// One request on its way: what is asked, and what has been answered so far.
///
/// Who asks makes it and waits; everything else happens on the thread that drives the requests.
final class HTTPExchange: Sendable {
  let method: String
  let url: String
  let headers: [HTTPHeader]
  let body: [UInt8]

  /// How long the server may be silent.
  let silence: Duration

  private let whole: Duration
  private let limit: Int
  private let isStopped: @Sendable () -> Bool
  private let state = Mutex(State())

  private struct State {
    var status: Int?
    /// Whether an answer is being read that says 200.
    var isSuccess = false
    var headers: [String: String] = [:]
    var body: [UInt8] = []
    /// How many bytes an answer has that is too long.
    var excess: Int?
    var failure: String?
    var isCancelled = false
    var waiter: CheckedContinuation<Void, Never>?
    var moved: Int64 = 0
    var begun = ContinuousClock.now
    var lastMoved = ContinuousClock.now
  }

  init(
    method: String, url: String, headers: [HTTPHeader], body: [UInt8], limit: Int,
    silence: Duration, whole: Duration, isStopped: @escaping @Sendable () -> Bool
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
    self.limit = limit
    self.silence = silence
    self.whole = whole
    self.isStopped = isStopped
  }

  /// Keeps who waits for the end; there is one.
  func wait(_ waiter: CheckedContinuation<Void, Never>) { state.withLock { $0.waiter = waiter } }

  /// Asks for the request to be given up.
  func cancel() { state.withLock { $0.isCancelled = true } }

  /// Takes a line of the head; says whether the body is wanted.
  func take(line bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let text = String(decoding: bytes, as: UTF8.self)
    return state.withLock { state in
      // Each answer begins with a status line, also those that only say “go on” (status 100).
      if text.hasPrefix("HTTP/") {
        state.headers = [:]
        state.isSuccess = text.split(separator: " ").dropFirst().first?.prefix(3) == "200"
        return true
      }
      guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return true }
      let name = text[..<colon].lowercased()
      let value = text[text.utf8.index(after: colon)...].trimmingBlanks
      state.headers[name] = state.headers[name].map { "\($0), \(value)" } ?? value
      guard name == "content-length", state.isSuccess, method != "HEAD" else { return true }
      if let length = Int(value), length > limit { state.excess = length }
      return state.excess == nil
    }
  }

  /// Takes a part of the body; says whether more is wanted.
  func take(body bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    state.withLock { state in
      if state.body.count + bytes.count > limit {
        state.excess = state.body.count + bytes.count
        return false
      }
      state.body += bytes
      return true
    }
  }

  /// Looks whether the request is still wanted.
  ///
  /// - Parameter moved: How many bytes have gone either way so far.
  /// - Returns: Why it is to be given up, if it is.
  func reasonToGiveUp(moved: Int64) -> String? {
    if isStopped() { return "it was given up" }
    let now = ContinuousClock.now
    return state.withLock { state in
      if state.moved != moved { (state.moved, state.lastMoved) = (moved, now) }
      if state.isCancelled { return "it was given up" }
      let isLate = now - state.lastMoved > silence || now - state.begun > whole
      return isLate ? "it takes too long" : nil
    }
  }

  /// The request is over.
  func end(status: Int, failure: String?) {
    let waiter = state.withLock { state in
      state.status = status == 0 ? nil : status
      state.failure = failure
      return state.waiter.take()
    }
    waiter?.resume()
  }

  /// The whole answer.
  func response() throws(HTTPFailure) -> HTTPResponse {
    let state = state.withLock { $0 }
    if let bytes = state.excess {
      // What a service says when it fails may be of any length; the next try may do.
      if state.isSuccess { throw .tooLong(bytes: bytes) }
      throw .noAnswer("its complaint has \(bytes) bytes, and at most \(limit) are read")
    }
    if let failure = state.failure { throw .noAnswer(failure) }
    guard let status = state.status else { throw .noAnswer("the answer is not HTTP") }
    return HTTPResponse(status: status, headers: state.headers, body: state.body)
  }
}

extension Substring {
  /// The text without blanks and line ends around it.
  fileprivate var trimmingBlanks: String {
    let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 || byte == 0x0D || byte == 0x0A }
    let tail = utf8.drop(while: isBlank)
    guard let last = tail.lastIndex(where: { !isBlank($0) }) else { return "" }
    return String(decoding: tail[...last], as: UTF8.self)
  }
}
