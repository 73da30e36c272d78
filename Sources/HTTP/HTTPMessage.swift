/// A header of a request or an answer, or a part of a query.
package struct HTTPHeader: Hashable, Sendable {
  package let name: String
  package let value: String

  package init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
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
}

/// Why there is no answer to a request.
package enum HTTPFailure: Error, Hashable, Sendable {
  /// The connection failed, broke off or took too long: trying again may help.
  case noAnswer(String)
  /// The answer has more bytes than it may.
  case tooLong(bytes: Int)
}
