/// A header of a request or an answer, or a part of a query.
package struct HTTPHeader: Hashable, Sendable {
  package let name: String
  package let value: String

  package init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}

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

/// What a server answers.
package struct HTTPResponse: Hashable, Sendable {
  package let status: Int

  /// The headers by their names in lower case.
  package let headers: [String: String]
  package let body: [UInt8]

  package init(status: Int, headers: [String: String], body: [UInt8]) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// The entity tag without its quotation marks.
  var tag: String? {
    headers["etag"].map { $0.filter { $0 != "\"" } }
  }
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

/// Why there is no answer to a request.
package enum HTTPFailure: Error, Hashable, Sendable {
  /// The connection failed, broke off or took too long: trying again may help.
  case noAnswer(String)
  /// The answer has more bytes than it may.
  case tooLong(bytes: Int)
}
