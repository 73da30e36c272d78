/// A header of a request or an answer, or a part of a query.
struct HTTPHeader: Hashable, Sendable {
  let name: String
  let value: String

  init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}

/// What is asked of a server.
struct HTTPRequest: Hashable, Sendable {
  let method: String

  /// Scheme, host and port: `https://host:443`.
  let origin: String

  /// The path, not escaped.
  let path: String

  /// The query, not escaped.
  var query: [HTTPHeader] = []
  var headers: [HTTPHeader] = []
  var body: [UInt8] = []

  /// Host and port, as the `Host` header has them.
  var host: String { origin.split(separator: "/").last.map(String.init) ?? origin }

  /// The address to send it to.
  var url: String {
    let query = S3Signer.canonicalQuery(query)
    return origin + S3Signer.escaped(path, keepingSlashes: true)
      + (query.isEmpty ? "" : "?" + query)
  }
}

/// What a server answers.
struct HTTPResponse: Hashable, Sendable {
  let status: Int

  /// The headers by their names in lower case.
  let headers: [String: String]
  let body: [UInt8]

  /// The entity tag without its quotation marks.
  var tag: String? {
    headers["etag"].map { $0.filter { $0 != "\"" } }
  }
}

/// Sends requests, each once: no redirects are followed and nothing is tried again.
protocol HTTPTransport: Sendable {
  /// Sends a request and waits for the whole answer.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - limit: The most bytes of an answer's body.
  /// - Returns: The answer, whatever its status.
  /// - Throws: `HTTPFailure` when there is no whole answer.
  func send(_ request: HTTPRequest, limit: Int) throws(HTTPFailure) -> HTTPResponse
}

/// Why there is no answer to a request.
enum HTTPFailure: Error, Hashable, Sendable {
  /// The connection failed, broke off or took too long: trying again may help.
  case noAnswer(String)
  /// The answer has more bytes than it may.
  case tooLong(bytes: Int)
}
