import HTTP

extension S3Store {
  /// The most bytes of an answer that holds no object.
  static let smallAnswer = 1 << 23

  /// A request about an object.
  func request(_ method: String, _ key: ObjectKey) -> HTTPRequest {
    HTTPRequest(
      method: method, origin: location.origin,
      path: "\(location.basePath)/\(location.bucket)/\(location.prefix)\(key.text)")
  }

  /// Sends a request once.
  func attemptOnce(
    _ request: HTTPRequest, limit: Int
  ) async -> Result<HTTPResponse, HTTPFailure> {
    do throws(HTTPFailure) {
      let response = try await transport.send(signer.signed(request, at: clock()), limit: limit)
      // A body that is shorter than announced was cut off on the way.
      if request.method != "HEAD", let text = response.headers["content-length"],
        let announced = Int(text), announced != response.body.count
      {
        throw .noAnswer("the answer was cut off")
      }
      return .success(response)
    } catch {
      return .failure(error)
    }
  }

  /// Sends a request that changes nothing, or may be done twice, until there is an answer.
  ///
  /// - Returns: An answer that does not say “later”.
  /// - Throws: `StoreError.unreachable` when there is none; `.tooLarge`, `.stopped`.
  func send(_ request: HTTPRequest, limit: Int) async throws(StoreError) -> HTTPResponse {
    let waiting = retries.sayWaiting(for: location.host)
    defer { waiting?.cancel() }
    let place = String(request.path.dropFirst(location.basePath.count + 1))
    var problem = ""
    for attempt in 1...retries.attempts {
      if retries.isStopped() { throw .stopped(store: name) }
      var asked: String?
      switch await attemptOnce(request, limit: limit) {
      case .success(let response) where !S3Retries.passing.contains(response.status):
        return response
      case .success(let response):
        problem = "status \(response.status)"
        asked = response.headers["retry-after"]
      case .failure(.tooLong(let bytes)):
        throw .tooLarge(path: "\(S3Location.scheme)\(place)", bytes: bytes, limit: limit)
      case .failure(let failure): problem = failure.words
      }
      if attempt < retries.attempts {
        await retries.wait(S3Retries.pause(after: attempt, asked: asked))
      }
    }
    throw unreachable(problem, place)
  }

  /// The error when a bucket gives no usable answer although it was asked several times.
  func unreachable(_ problem: String, _ place: String) -> StoreError {
    .unreachable(
      store: name,
      detail: "\(place) at \(location.endpoint): \(problem), \(retries.attempts) times")
  }

  /// The error when a bucket says no.
  func refusal(_ response: HTTPResponse, _ operation: String, _ place: String) -> StoreError {
    let body = S3ErrorBody(response.body)
    return .refused(
      operation: operation, path: "\(name) at \(location.endpoint): \(place)",
      status: response.status,
      detail: body.code.map { code in body.message.map { "\(code): \($0)" } ?? code } ?? "")
  }
}

extension HTTPFailure {
  var words: String {
    switch self {
    case .noAnswer(let detail): detail
    case .tooLong(let bytes):
      "the answer has \(bytes) bytes, and at most \(S3Store.smallAnswer) are read"
    }
  }
}
