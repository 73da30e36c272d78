package import HTTP

/// What is asked of a server.
package struct HTTPRequest: Hashable, Sendable {
  package let method: String

  /// Scheme, host and port: `https://host:443`.
  let origin: String

  /// The path, not escaped.
  package let path: String

  /// The query, not escaped.
  package var query: [HTTPHeader] = []
  package var headers: [HTTPHeader] = []
  package var body: [UInt8] = []

  package init(
    method: String, origin: String, path: String, query: [HTTPHeader] = [],
    headers: [HTTPHeader] = [], body: [UInt8] = []
  ) {
    self.method = method
    self.origin = origin
    self.path = path
    self.query = query
    self.headers = headers
    self.body = body
  }

  /// Host and port, as the `Host` header has them.
  var host: String { origin.split(separator: "/").last.map(String.init) ?? origin }

  /// The address to send it to.
  package var url: String {
    let query = S3Signer.canonicalQuery(query)
    return origin + S3Signer.escaped(path, keepingSlashes: true)
      + (query.isEmpty ? "" : "?" + query)
  }
}

extension HTTPResponse {
  /// The entity tag without its quotation marks.
  var tag: String? { headers["etag"].map { $0.filter { $0 != "\"" } } }
}

/// Sends requests, each once: no redirects are followed and nothing is tried again.
package protocol HTTPTransport: Sendable {
  /// Sends a request and gives the whole answer.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - limit: The most bytes of an answer's body.
  /// - Returns: The answer, whatever its status.
  /// - Throws: `HTTPFailure` when there is no whole answer.
  func send(_ request: HTTPRequest, limit: Int) async throws(HTTPFailure) -> HTTPResponse
}

extension HTTPClient: HTTPTransport {
  package func send(
    _ request: HTTPRequest, limit: Int
  ) async throws(HTTPFailure) -> HTTPResponse {
    try await send(
      request.method, request.url, headers: request.headers, body: request.body, limit: limit)
  }
}
