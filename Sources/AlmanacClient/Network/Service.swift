import JSONText
import Signing

/// The service as the client asks it: every answer is held against what an answer has to be.
struct Service: Sendable {
  let transport: any Transport
  let time: ServerTime

  /// The most bytes of an answer, by what it is.
  enum Limit {
    /// Room for the largest manifest that a signature is checked of, as a text within JSON.
    static let opening = 2 * TrustedReader.largestManifest
    static let pack = 4 << 20
    static let bundle = 16 << 20
    static let puzzle = 1 << 14
    static let account = 1 << 14
    static let sync = 16 << 20
  }

  /// The most seconds that an answer may ask to wait.
  private static let longestWait = 3600

  /// Sends a request and gives the JSON of its answer.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - token: Whose request it is.
  ///   - limit: The most bytes of the answer.
  /// - Returns: The answer, of a good status.
  /// - Throws: `ServiceFault`.
  func ask(
    _ request: ClientRequest, token: String? = nil, limit: Int
  ) async throws(ServiceFault) -> ServiceAnswer {
    var request = request
    if let token { request.headers["Authorization"] = "Bearer \(token)" }
    let sentAt = time.deviceMilliseconds
    let answer: ClientAnswer
    do throws(TransportFailure) {
      answer = try await transport.send(request, limit: limit)
    } catch {
      switch error {
      case .noAnswer(let words): throw Task.isCancelled ? .cancelled : .noAnswer(words)
      case .tooLong(let bytes): throw .tooLong(bytes: bytes)
      }
    }
    // What is no answer of the service says nothing, neither by its status nor by its clock.
    guard answer.body.count <= limit else { throw .tooLong(bytes: answer.body.count) }
    let type = answer.headers["content-type"]?.prefix { $0 != ";" }.lowercased() ?? ""
    guard type.filter({ $0 != " " }) == "application/json",
      let value = try? JSONValue(reading: answer.body), case .object = value
    else { throw .notTheService(status: answer.status) }
    // An answer that has an age lay in a cache, and its date is when the cache got it.
    if answer.headers["age"] == nil, let date = answer.headers["date"] {
      time.note(date, sentAt: sentAt)
    }
    if (200..<300).contains(answer.status) {
      return ServiceAnswer(value: value, body: answer.body)
    }
    guard case .string(let code)? = value["code"] else {
      throw .notTheService(status: answer.status)
    }
    throw .refused(
      status: answer.status, code: String(code.prefix(60)),
      retryAfter: answer.headers["retry-after"].flatMap { Int($0) }.map {
        min(max($0, 0), Service.longestWait)
      })
  }
}

/// An answer that is one.
struct ServiceAnswer: Sendable {
  let value: JSONValue
  let body: [UInt8]
}

/// Why the service has not done what it was asked for.
public enum ServiceFault: Error, Hashable, Sendable {
  /// There is no connection, or it broke off; in words.
  case noAnswer(String)
  /// Somebody else has answered: a captive portal, a proxy, another server.
  case notTheService(status: Int)
  /// The answer is longer than it may be.
  case tooLong(bytes: Int)
  /// The service has refused: its status, its code, and after how many seconds to try again.
  case refused(status: Int, code: String, retryAfter: Int?)
  /// The answer is not what was asked for; in words.
  case malformed(String)
  /// The device cannot keep or read what belongs to it, for example because its disk is full; in
  /// words.
  case storage(String)
  /// The task was cancelled.
  case cancelled
}

extension ServiceFault {
  /// Something cannot be kept or read.
  init(_ error: StorageError) { self = .storage("\(error)") }
}

extension ServiceFault: CustomStringConvertible {
  /// What is wrong, for people who look after an app.
  public var description: String {
    switch self {
    case .noAnswer(let words): "no answer: \(words)"
    case .notTheService(let status):
      "somebody else has answered, with status \(status) — perhaps a network that wants a login"
    case .tooLong(let bytes): "the answer has \(bytes) bytes, more than it may"
    case .refused(let status, let code, _): "the service refuses: \(status) \(code)"
    case .malformed(let words): "the answer is wrong: \(words)"
    case .storage(let words): "it cannot be kept: \(words)"
    case .cancelled: "cancelled"
    }
  }
}
