package import HTTPTypes
package import Hummingbird
import NIOCore

/// Why a request is not answered as it was asked: a status, a code for programs, and words.
package struct Refusal: Error, Hashable, Sendable {
  package let status: HTTPResponse.Status
  /// What programs look at; it stays.
  package let code: String
  /// What people read; no part of it comes from the request.
  package let message: String
  /// After how many seconds it may be tried again.
  package var retryAfter: Int?

  package init(
    _ status: HTTPResponse.Status, _ code: String, _ message: String, retryAfter: Int? = nil
  ) {
    self.status = status
    self.code = code
    self.message = message
    self.retryAfter = retryAfter
  }

  package static let unauthorized = Refusal(
    .unauthorized, "unauthorized", "a valid token is needed")
  static let noAccount = Refusal(
    .unauthorized, "no_account", "the account of this token is not there any more")
  package static let notFound = Refusal(.notFound, "not_found", "there is no such thing here")
  package static let unavailable = Refusal(
    .serviceUnavailable, "unavailable", "the database cannot be used now", retryAfter: 5)
  package static let noPuzzles = Refusal(
    .serviceUnavailable, "no_puzzles", "there are no puzzles to serve")
  static let fault = Refusal(
    .internalServerError, "internal_server_error", "this cannot be answered now")

  static func badRequest(_ code: String, _ message: String) -> Refusal {
    Refusal(.badRequest, code, message)
  }

  /// As JSON: `{"error", "code"}`.
  package var response: Response {
    let text = message.filter { $0 != "\"" && $0 != "\\" && $0.isASCII && !$0.isNewline }
    var headers: HTTPFields = [.contentType: "application/json", .cacheControl: "no-store"]
    if let retryAfter { headers[.retryAfter] = "\(retryAfter)" }
    if status == .unauthorized { headers[.wwwAuthenticate] = "Bearer" }
    return Response(
      status: status, headers: headers,
      body: ResponseBody(
        byteBuffer: ByteBuffer(string: "{\"error\":\"\(text)\",\"code\":\"\(code)\"}")))
  }
}
