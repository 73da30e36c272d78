package import Dates
import HTTP
import Identity

/// A bucket of an S3-compatible service, such as Cloudflare R2.
///
/// Conditions go with the put (`If-None-Match: *`, `If-Match`), so the service checks them in the
/// instant in which the object changes. Requests that get no answer, or one that says “later”, are
/// sent again after a pause; what such a lost put has done is found out by looking. The body's
/// SHA-256 is signed and its MD5 sent, so a service refuses what was damaged on the way; the
/// SHA-256 is also kept as metadata (`x-amz-meta-sha256`).
package struct S3Store: ObjectStore {
  let location: S3Location
  let signer: S3Signer
  let transport: any HTTPTransport
  let retries: S3Retries
  let clock: @Sendable () -> Timestamp

  /// A store in a bucket.
  ///
  /// - Parameters:
  ///   - location: The bucket.
  ///   - credentials: What signs requests.
  ///   - timeout: How long the service may be silent.
  ///   - retries: How often and after which pauses a request is sent again.
  ///   - clock: A real clock, for signatures; nothing that is published depends on it.
  package init(
    _ location: S3Location, credentials: S3Credentials, timeout: Duration = .seconds(30),
    retries: S3Retries, clock: @escaping @Sendable () -> Timestamp
  ) {
    self.init(
      location, credentials: credentials, retries: retries, clock: clock,
      transport: HTTPClient(silence: timeout, isStopped: retries.isStopped))
  }

  package init(
    _ location: S3Location, credentials: S3Credentials, retries: S3Retries,
    clock: @escaping @Sendable () -> Timestamp, transport: any HTTPTransport
  ) {
    self.location = location
    self.signer = S3Signer(credentials: credentials, region: location.region)
    self.transport = transport
    self.retries = retries
    self.clock = clock
  }

  /// The bucket's address: `s3://bucket/prefix`.
  package var name: String { location.address }

  /// The bytes of an object, or `nil` when there is none.
  ///
  /// - Throws: `StoreError.tooLarge`, or another one when the bucket cannot be read.
  package func get(_ key: ObjectKey, limit: Int) async throws(StoreError) -> [UInt8]? {
    try await fetch(key, limit: limit)?.bytes
  }

  /// The bytes of an object with what the bucket says of it, or `nil` when there is none.
  ///
  /// Bytes that do not have the MD5 of their tag are asked for again, since they may have been
  /// damaged on the way; the same bytes twice are what is there.
  ///
  /// - Throws: As `get` does.
  package func fetch(_ key: ObjectKey, limit: Int) async throws(StoreError) -> StoredCopy? {
    var last: StoredCopy?
    for _ in 1...retries.attempts {
      let response = try await send(request("GET", key), limit: limit)
      guard try isFound(response, "read", key) else { return nil }
      let copy = StoredCopy(
        bytes: response.body,
        info: S3Store.info(key, bytes: response.body.count, tag: response.tag, response))
      if Digest.md5(of: copy.bytes) == copy.info.tag || last?.bytes == copy.bytes { return copy }
      last = copy
    }
    throw unreachable("other bytes in every answer", key.text)
  }

  /// What the bucket says of an object, or `nil` when there is none.
  ///
  /// - Throws: `StoreError` when the bucket cannot be asked.
  package func head(_ key: ObjectKey) async throws(StoreError) -> ObjectInfo? {
    let response = try await send(request("HEAD", key), limit: S3Store.smallAnswer)
    guard try isFound(response, "look at", key) else { return nil }
    let bytes = response.headers["content-length"].flatMap { Int($0) } ?? 0
    return S3Store.info(key, bytes: bytes, tag: response.tag, response)
  }

  /// Removes an object; does nothing when there is none.
  ///
  /// - Throws: `StoreError` when the bucket cannot be asked.
  package func delete(_ key: ObjectKey) async throws(StoreError) {
    let response = try await send(request("DELETE", key), limit: S3Store.smallAnswer)
    _ = try isFound(response, "remove", key)
  }

  /// There is never anything to sweep: a put is whole or not done.
  package func sweep(_ prefix: String) throws(StoreError) -> [String] { [] }

  private func isFound(
    _ response: HTTPResponse, _ operation: String, _ key: ObjectKey
  ) throws(StoreError) -> Bool {
    switch response.status {
    case 200, 204: return true
    case 404 where S3ErrorBody(response.body).code != "NoSuchBucket": return false
    default: throw refusal(response, operation, key.text)
    }
  }

  private static func info(
    _ key: ObjectKey, bytes: Int, tag: String?, _ response: HTTPResponse
  ) -> ObjectInfo {
    ObjectInfo(
      key: key, bytes: bytes, tag: tag, mediaType: response.headers["content-type"] ?? "",
      cacheControl: response.headers["cache-control"] ?? "",
      sha256: response.headers["x-amz-meta-sha256"] ?? "")
  }
}
