package import HTTP
import Identity
package import Pipeline
package import Stores
import Synchronization

/// A bucket's service without a network: what S3 and R2 answer, and now and then what they should
/// not.
package final class FakeBucket: HTTPTransport {
  /// What becomes of a request.
  package enum Fate: Sendable {
    case answered
    /// The request never arrives.
    case lostBefore
    /// It arrives and is done, and the answer is lost.
    case lostAfter
    /// It is not done, and this status comes back.
    case status(Int)
    /// It is not done, and the service says why.
    case refused(Int, code: String)
    /// A listing is that of a while ago.
    case stale
    /// Whatever is asked for, this is the answer.
    case answer(String)
    /// A byte of what is sent, or of what comes back, is another.
    case flipped
    /// Half of the body of the answer comes back.
    case cutOff
  }

  private struct Stored {
    var bytes: [UInt8]
    var headers: [String: String]
  }

  private struct State {
    var objects: [String: Stored] = [:]
    var count = 0
    var methods: [String: Int] = [:]
    /// What listings were made of until somebody said that they may be stale.
    var listed: [String: Stored] = [:]
  }

  private let state = Mutex(State())
  private let fate: @Sendable (Int, HTTPRequest) -> Fate
  private let pageSize: Int

  package init(
    pageSize: Int = 1000,
    fate: @escaping @Sendable (Int, HTTPRequest) -> Fate = { _, _ in .answered }
  ) {
    self.pageSize = pageSize
    self.fate = fate
  }

  /// How many requests of a method were sent.
  package func count(_ method: String) -> Int { state.withLock { $0.methods[method] ?? 0 } }

  package var count: Int { state.withLock { $0.count } }

  /// From now on, stale listings are those of this moment.
  package func keepListing() { state.withLock { $0.listed = $0.objects } }

  /// A store in this bucket.
  package func store(prefix: String = "live", attempts: Int = 4) throws(StoreError) -> S3Store {
    S3Store(
      try S3Location("s3://puzzles/\(prefix)", endpoint: "https://h.example/base"),
      credentials: try S3Credentials(accessKey: "A", secretKey: "S"),
      retries: S3Retries(attempts: attempts, wait: { _ in }), clock: { Samples.clock },
      transport: self)
  }

  package func send(_ request: HTTPRequest, limit: Int) async throws(HTTPFailure) -> HTTPResponse {
    let number = state.withLock { state in
      state.methods[request.method, default: 0] += 1
      state.count += 1
      return state.count - 1
    }
    var request = request
    let fate = fate(number, request)
    switch fate {
    case .lostBefore: throw .noAnswer("lost")
    case .status(let status): return HTTPResponse(status: status, headers: [:], body: [])
    case .refused(let status, let code):
      let refusal = FakeBucket.error(status, code)
      // The answer to a HEAD has no body, and so no code.
      return request.method == "HEAD"
        ? HTTPResponse(status: status, headers: refusal.headers, body: []) : refusal
    case .answer(let text): return HTTPResponse(status: 200, headers: [:], body: Array(text.utf8))
    case .stale where request.isListing:
      var listed = state.withLock { $0.listed }
      return FakeBucket.answer(request, &listed, pageSize)
    case .flipped where !request.body.isEmpty: request.body[request.body.count / 2] ^= 1
    default: break
    }
    var response = state.withLock { FakeBucket.answer(request, &$0.objects, pageSize) }
    let length = response.headers["content-length"].flatMap { Int($0) } ?? 0
    if length > limit, response.status == 200 { throw .tooLong(bytes: length) }
    switch fate {
    case .lostAfter: throw .noAnswer("lost")
    case .flipped where request.body.isEmpty && request.method == "GET" && !response.body.isEmpty:
      var body = response.body
      body[body.count / 2] ^= 1
      response = HTTPResponse(status: response.status, headers: response.headers, body: body)
    case .cutOff:
      let body = Array(response.body.prefix(response.body.count / 2))
      response = HTTPResponse(status: response.status, headers: response.headers, body: body)
    default: break
    }
    return response
  }

  private static func answer(
    _ request: HTTPRequest, _ objects: inout [String: Stored], _ pageSize: Int
  ) -> HTTPResponse {
    let root = "/base/puzzles"
    guard request.headers.contains(where: { $0.name == "authorization" }) else {
      return HTTPResponse(status: 403, headers: [:], body: [])
    }
    if request.path == root { return list(request, objects, pageSize) }
    let key = String(request.path.dropFirst(root.count + 1))
    let stored = objects[key]
    let tag = stored.map { Digest.md5(of: $0.bytes) }
    var headers: [String: String] = [:]
    for header in request.headers { headers[header.name] = header.value }
    switch request.method {
    case "GET", "HEAD":
      guard let stored, let tag else { return error(404, "NoSuchKey") }
      var answer = stored.headers
      answer["etag"] = "\"\(tag)\""
      answer["content-length"] = "\(stored.bytes.count)"
      return HTTPResponse(
        status: 200, headers: answer, body: request.method == "GET" ? stored.bytes : [])
    case "DELETE":
      objects[key] = nil
      return HTTPResponse(status: 204, headers: [:], body: [])
    default:
      guard headers["x-amz-content-sha256"] == Digest.sha256(of: request.body) else {
        return error(400, "XAmzContentSHA256Mismatch")
      }
      if headers["if-none-match"] == "*", stored != nil { return error(412, "PreconditionFailed") }
      if let expected = headers["if-match"], expected != tag.map({ "\"\($0)\"" }) {
        return error(stored == nil ? 404 : 412, stored == nil ? "NoSuchKey" : "PreconditionFailed")
      }
      let kept = headers.filter {
        ["content-type", "cache-control", "x-amz-meta-sha256"].contains($0.key)
      }
      objects[key] = Stored(bytes: request.body, headers: kept)
      return HTTPResponse(
        status: 200, headers: ["etag": "\"\(Digest.md5(of: request.body))\""], body: [])
    }
  }

  private static func error(_ status: Int, _ code: String) -> HTTPResponse {
    let body = Array("<Error><Code>\(code)</Code><Message>no</Message></Error>".utf8)
    return HTTPResponse(
      status: status, headers: ["content-length": "\(body.count)"], body: body)
  }

  private static func list(
    _ request: HTTPRequest, _ objects: [String: Stored], _ pageSize: Int
  ) -> HTTPResponse {
    var query: [String: String] = [:]
    for part in request.query { query[part.name] = part.value }
    let prefix = query["prefix"] ?? ""
    let start = query["continuation-token"].flatMap { Int($0) } ?? 0
    let keys = objects.keys.filter { $0.hasPrefix(prefix) }
      .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    var text = "<?xml version=\"1.0\"?><ListBucketResult xmlns=\"x\">"
    let end = min(start + pageSize, keys.count)
    for key in keys[min(start, end)..<end] {
      let bytes = objects[key]?.bytes ?? []
      text +=
        "<Contents><Key>\(key)</Key><ETag>&quot;\(Digest.md5(of: bytes))&quot;</ETag>"
        + "<Size>\(bytes.count)</Size></Contents>"
    }
    if end < keys.count {
      text += "<IsTruncated>true</IsTruncated><NextContinuationToken>\(end)</NextContinuationToken>"
    }
    text += "</ListBucketResult>"
    return HTTPResponse(
      status: 200, headers: ["content-length": "\(text.utf8.count)"], body: Array(text.utf8))
  }
}

extension HTTPRequest {
  /// Whether it asks what there is.
  package var isListing: Bool { query.contains { $0.name == "list-type" } }
}

extension StoreSettings {
  /// Settings by which the buckets `s3://…` are those of a service without a network.
  package static func reaching(_ bucket: FakeBucket) -> StoreSettings {
    let variables = [
      "AWS_ENDPOINT_URL_S3": "https://h.example/base", "AWS_ACCESS_KEY_ID": "A",
      "AWS_SECRET_ACCESS_KEY": "S",
    ]
    return StoreSettings(
      variable: { variables[$0] }, clock: { Samples.clock }, wait: { _ in }, transport: bucket)
  }
}
