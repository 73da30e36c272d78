import Foundation
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Requests over the URLSession that every Apple system has, and Linux's toolchain brings along.
///
/// What has to be held off: it follows redirects, decodes compressed answers, and waits for ever
/// when nobody answers a password challenge, so each is refused here, and a deadline of our own
/// stands behind its time-out.
final class URLSessionTransport: Sendable {
  private let session: URLSession
  private let exchanges = Exchanges()
  private let timeout: Duration

  /// How many times as long as the server may be silent a whole answer may take: on a slow line,
  /// what arrives is waited for.
  private static let patience = 40

  /// - Parameter timeout: How long the server may be silent.
  init(timeout: Duration) {
    self.timeout = timeout
    let configuration = URLSessionConfiguration.ephemeral
    configuration.urlCache = nil
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    configuration.httpShouldSetCookies = false
    configuration.httpCookieStorage = nil
    configuration.timeoutIntervalForRequest = timeout / .seconds(1)
    session = URLSession(configuration: configuration, delegate: exchanges, delegateQueue: nil)
  }

  deinit { DispatchQueue.global().async { [session] in session.invalidateAndCancel() } }

  func send(
    _ request: ClientRequest, to url: URL, limit: Int
  ) async throws(TransportFailure) -> ClientAnswer {
    var message = URLRequest(url: url)
    message.httpMethod = request.method
    message.timeoutInterval = timeout / .seconds(1)
    for (name, value) in request.headers { message.setValue(value, forHTTPHeaderField: name) }
    message.setValue("identity", forHTTPHeaderField: "Accept-Encoding")
    if !request.body.isEmpty { message.httpBody = Data(request.body) }
    let task = await URLSessionTransport.aside { [session, message] in
      session.dataTask(with: message)
    }
    let exchange = exchanges.begin(task, limit: limit)
    defer { exchanges.end(task) }
    let end = ContinuousClock.now + timeout * URLSessionTransport.patience
    await withTaskGroup { group in
      // Gives the request up when nothing comes or all takes too long, and with this task.
      group.addTask { [timeout] in
        while !Task.isCancelled, ContinuousClock.now < min(exchange.heardAt + timeout * 2, end) {
          try? await Task.sleep(for: .milliseconds(100))
        }
        exchange.giveUp()
        DispatchQueue.global().async { task.cancel() }
      }
      DispatchQueue.global().async { task.resume() }
      await exchange.end()
      group.cancelAll()
    }
    return try exchange.response()
  }

  /// Does something on a thread that nobody plays on.
  ///
  /// On Linux, a session that takes in a redirect's body, or trailers, hears nothing else until
  /// they end, and whoever begins or cancels a request of it waits: on one of Swift's few threads,
  /// for all.
  private static func aside<Value: Sendable>(
    _ body: @escaping @Sendable () -> Value
  ) async -> Value {
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async { continuation.resume(returning: body()) }
    }
  }
}

/// One request on its way.
private final class Exchange: Sendable {
  private let limit: Int
  private let state = Mutex(State())

  private struct State {
    var status: Int?
    var headers: [String: String] = [:]
    var body: [UInt8] = []
    var isTooLong: Int?
    var failure: String?
    var isChallenged = false
    /// When something came last, or when it began.
    var heardAt = ContinuousClock.now
    /// Whether nothing more is waited for.
    var isOver = false
    var waiter: CheckedContinuation<Void, Never>?
  }

  init(limit: Int) { self.limit = limit }

  /// When something came last, or when it began.
  var heardAt: ContinuousClock.Instant { state.withLock { $0.heardAt } }

  /// Takes the head of an answer; says whether its body is wanted.
  func begin(_ response: URLResponse) -> Bool {
    state.withLock { state in
      state.heardAt = .now
      guard let response = response as? HTTPURLResponse else { return true }
      state.status = response.statusCode
      for (name, value) in response.allHeaderFields {
        state.headers["\(name)".lowercased()] = "\(value)"
      }
      let expected = state.headers["content-length"].flatMap { Int($0) }
      if let expected, expected > limit { state.isTooLong = expected }
      return state.isTooLong == nil
    }
  }

  /// Takes a part of the body, unless it is too much; says whether more is wanted.
  func take(_ data: Data) -> Bool {
    state.withLock { state in
      guard state.isTooLong == nil, !state.isOver else { return false }
      state.heardAt = .now
      if state.body.count + data.count > limit {
        state.isTooLong = state.body.count + data.count
      } else {
        state.body += data
      }
      return state.isTooLong == nil
    }
  }

  /// A password is asked for, which ends the task with an error although there is an answer.
  func challenge() { state.withLock { $0.isChallenged = true } }

  func end(_ error: (any Error)?) {
    finish { state in
      if let error, !(state.isChallenged && state.status != nil) {
        state.failure = Exchange.words(for: error)
      }
    }
  }

  /// Waits for nothing more; an exchange that is over stays as it is.
  func giveUp() { finish { $0.failure = "it takes too long" } }

  private func finish(_ note: (inout State) -> Void) {
    let waiter = state.withLock { state -> CheckedContinuation<Void, Never>? in
      if state.isOver { return nil }
      note(&state)
      state.isOver = true
      return state.waiter.take()
    }
    waiter?.resume()
  }

  /// Waits for the end; there is one that waits.
  func end() async {
    await withCheckedContinuation { continuation in
      let isOver = state.withLock { state in
        if !state.isOver { state.waiter = continuation }
        return state.isOver
      }
      if isOver { continuation.resume() }
    }
  }

  func response() throws(TransportFailure) -> ClientAnswer {
    let state = state.withLock { $0 }
    if let bytes = state.isTooLong, state.status == 200 { throw .tooLong(bytes: bytes) }
    if let failure = state.failure { throw .noAnswer(failure) }
    guard let status = state.status else { throw .noAnswer("the answer is not HTTP") }
    return ClientAnswer(status: status, headers: state.headers, body: state.body)
  }

  /// What went wrong, without the address, which messages name anyway.
  private static func words(for error: any Error) -> String {
    guard let error = error as? URLError else { return "the connection failed" }
    return switch error.code {
    case .timedOut: "it takes too long"
    case .cannotFindHost, .dnsLookupFailed: "the host is not known"
    case .cannotConnectToHost: "no connection can be made"
    case .networkConnectionLost, .badServerResponse: "the connection broke off"
    case .secureConnectionFailed, .serverCertificateUntrusted, .serverCertificateHasBadDate,
      .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid:
      "its certificate is not trusted"
    default: "the connection failed (\(error.code.rawValue))"
    }
  }
}

/// The requests on their way, by their tasks.
private final class Exchanges: NSObject, URLSessionDataDelegate {
  private let running = Mutex<[Int: Exchange]>([:])

  func begin(_ task: URLSessionTask, limit: Int) -> Exchange {
    let exchange = Exchange(limit: limit)
    running.withLock { $0[task.taskIdentifier] = exchange }
    return exchange
  }

  func end(_ task: URLSessionTask) {
    running.withLock { _ = $0.removeValue(forKey: task.taskIdentifier) }
  }

  private func exchange(_ task: URLSessionTask) -> Exchange? {
    running.withLock { $0[task.taskIdentifier] }
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
  ) {
    let exchange = exchange(dataTask)
    if exchange?.begin(response) == true { return completionHandler(.allow) }
    completionHandler(.cancel)
    // Linux does not heed that.
    stop(dataTask, exchange)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    let exchange = exchange(dataTask)
    if exchange?.take(data) != true { stop(dataTask, exchange) }
  }

  /// Nothing more is wanted, nor waited for: a task may go on for a while after it was cancelled.
  private func stop(_ task: URLSessionTask, _ exchange: Exchange?) {
    task.cancel()
    exchange?.end(nil)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    guard let exchange = exchange(task) else { return }
    // Not every answer is announced before it is over.
    if let response = task.response { _ = exchange.begin(response) }
    exchange.end(error)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
    completionHandler: @escaping (URLRequest?) -> Void
  ) {
    completionHandler(nil)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
    completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
  ) {
    // Certificates are for the system to judge; passwords are never given.
    #if canImport(Darwin)
      let method = challenge.protectionSpace.authenticationMethod
      guard method != NSURLAuthenticationMethodServerTrust else {
        return completionHandler(.performDefaultHandling, nil)
      }
    #endif
    exchange(task)?.challenge()
    completionHandler(.rejectProtectionSpace, nil)
  }
}
