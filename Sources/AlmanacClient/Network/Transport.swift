/// A request to the service behind the apps.
public struct ClientRequest: Hashable, Sendable {
  /// `GET`, `POST` or `DELETE`.
  public let method: String

  /// The path below the service's address, not escaped: `/puzzles/opening`.
  public let path: String

  /// The query by its names, not escaped.
  public let query: [String: String]

  /// The headers by their names.
  public var headers: [String: String] = [:]

  /// The body: JSON, or nothing.
  public let body: [UInt8]

  init(_ method: String, _ path: String, query: [String: String] = [:], body: [UInt8] = []) {
    self.method = method
    self.path = path
    self.query = query
    self.body = body
    if !body.isEmpty { headers["Content-Type"] = "application/json" }
  }
}

/// What came back, whoever it came from: a captive portal answers as well.
public struct ClientAnswer: Hashable, Sendable {
  /// The status.
  public let status: Int

  /// The headers by their names in lower case.
  public let headers: [String: String]

  /// The body, no longer than was asked for.
  public let body: [UInt8]

  /// Makes an answer.
  ///
  /// - Parameters:
  ///   - status: The status.
  ///   - headers: The headers by their names in lower case.
  ///   - body: The body.
  public init(status: Int, headers: [String: String] = [:], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }
}

/// Why there is no answer at all.
public enum TransportFailure: Error, Hashable, Sendable {
  /// There is no connection, or it broke off or took too long; in words.
  case noAnswer(String)
  /// The answer is longer than it may be.
  case tooLong(bytes: Int)
}

/// Sends requests, each once: no redirects are followed, and nothing is tried again.
///
/// `NetworkTransport` is the real one. Tests, and apps with networking of their own, bring another.
public protocol Transport: Sendable {
  /// Sends a request and gives the whole answer, whatever its status.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - limit: The most bytes of a body; more must not be kept in memory.
  /// - Returns: The answer.
  /// - Throws: `TransportFailure` where there is none, also when the task is cancelled.
  func send(
    _ request: ClientRequest, limit: Int
  ) async throws(TransportFailure) -> ClientAnswer
}
