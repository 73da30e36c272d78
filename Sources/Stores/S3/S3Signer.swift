import Crypto
package import Dates
import HTTP
import Identity

/// Signs requests: AWS Signature Version 4, with the body's SHA-256 in the signature.
///
/// A signature is an HMAC over the request's method, path, query, headers and body, under a key
/// that is derived from the secret for one day, region and service. The service computes the same;
/// so neither a request nor its body can be changed on the way, and none can be used again much
/// later.
package struct S3Signer {
  let credentials: S3Credentials
  let region: String
  private static let service = "s3"

  package init(credentials: S3Credentials, region: String) {
    self.credentials = credentials
    self.region = region
  }

  /// A request with the headers that prove it is ours: `x-amz-date`, `x-amz-content-sha256`,
  /// `x-amz-security-token` where there is one, and `authorization`.
  ///
  /// - Parameters:
  ///   - request: The request, with all other headers.
  ///   - time: The time by a real clock: services refuse what is a quarter of an hour off.
  /// - Returns: The request to send.
  package func signed(_ request: HTTPRequest, at time: Timestamp) -> HTTPRequest {
    var request = request
    let stamp = time.description.filter { $0 != "-" && $0 != ":" }
    let bodyDigest = Digest.sha256(of: request.body)
    request.headers.append(HTTPHeader("x-amz-content-sha256", bodyDigest))
    request.headers.append(HTTPHeader("x-amz-date", stamp))
    if let token = credentials.sessionToken {
      request.headers.append(HTTPHeader("x-amz-security-token", token))
    }
    let headers = (request.headers + [HTTPHeader("host", request.host)])
      .map { HTTPHeader($0.name.lowercased(), $0.value) }
      .sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    let names = headers.map(\.name).joined(separator: ";")
    let canonical = [
      request.method, S3Signer.escaped(request.path, keepingSlashes: true),
      S3Signer.canonicalQuery(request.query),
      headers.map { "\($0.name):\($0.value)\n" }.joined(), names, bodyDigest,
    ].joined(separator: "\n")
    let day = String(stamp.prefix(8))
    let scope = "\(day)/\(region)/\(S3Signer.service)/aws4_request"
    let text = [
      "AWS4-HMAC-SHA256", stamp, scope, Digest.sha256(of: Array(canonical.utf8)),
    ].joined(separator: "\n")
    var key = Array("AWS4\(credentials.secretKey)".utf8)
    for part in [day, region, S3Signer.service, "aws4_request", text] {
      key = Array(
        HMAC<SHA256>.authenticationCode(for: Array(part.utf8), using: SymmetricKey(data: key)))
    }
    request.headers.append(
      HTTPHeader(
        "authorization",
        "AWS4-HMAC-SHA256 Credential=\(credentials.accessKey)/\(scope), SignedHeaders=\(names), "
          + "Signature=\(Digest.hexadecimal(key))"))
    return request
  }

  /// The query as it is signed and sent: by ascending name, everything unusual escaped.
  static func canonicalQuery(_ query: [HTTPHeader]) -> String {
    query.map { ($0.name, escaped($0.value)) }.map { "\(escaped($0))=\($1)" }.sorted {
      $0.utf8.lexicographicallyPrecedes($1.utf8)
    }.joined(separator: "&")
  }

  /// A text with all but letters, digits and `-._~` as `%XX`.
  static func escaped(_ text: String, keepingSlashes: Bool = false) -> String {
    var escaped = ""
    for byte in text.utf8 {
      if ObjectKey.isNameByte(byte) || byte == UInt8(ascii: "~")
        || (keepingSlashes && byte == UInt8(ascii: "/"))
      {
        escaped.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        escaped += "%" + Digest.hexadecimal([byte]).uppercased()
      }
    }
    return escaped
  }
}
