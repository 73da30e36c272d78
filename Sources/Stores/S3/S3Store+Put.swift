import Foundation
import HTTP
import Identity

extension S3Store {
  /// Stores an object if a condition holds.
  ///
  /// A put that got no answer may have been done. So when it is sent again and the condition no
  /// longer holds, the object that is there is looked at: if it is ours, all is well.
  ///
  /// - Throws: `StoreError.preconditionFailed` when the condition does not hold; another
  ///   `StoreError` when the bucket cannot be asked.
  @discardableResult
  package func put(
    _ object: StoredObject, _ condition: PutCondition
  ) async throws(StoreError) -> ObjectInfo {
    let waiting = retries.sayWaiting(for: location.host)
    defer { waiting?.cancel() }
    var condition = condition
    var isUncertain = false
    var pause: Duration?
    for attempt in 1...retries.attempts {
      if let pause { await retries.wait(pause) }
      if retries.isStopped() { throw .stopped(store: name) }
      let answer: HTTPResponse
      switch await attemptOnce(putRequest(object, condition), limit: S3Store.smallAnswer) {
      case .success(let response): answer = response
      case .failure(let failure):
        isUncertain = true
        guard attempt < retries.attempts else {
          throw unreachable("\(failure.words)", object.key.text)
        }
        pause = S3Retries.pause(after: attempt, asked: nil)
        continue
      }
      if answer.status == 200, let tag = answer.tag {
        if tag == object.md5 { return stored(object) }
        // The service took bytes that were damaged on the way; what it has is ours to replace.
        condition = .ifMatch(tag)
        isUncertain = true
        pause = S3Retries.pause(after: attempt, asked: nil)
        continue
      }
      let code = S3ErrorBody(answer.body).code
      if answer.status == 412 || (answer.status == 404 && code == "NoSuchKey") {
        if isUncertain, let found = try await head(object.key), found.tag == object.md5 {
          return stored(object)
        }
        throw .preconditionFailed(object.key, store: name)
      }
      let isDamage =
        answer.status == 200 || code == "BadDigest" || code == "XAmzContentSHA256Mismatch"
      guard isDamage || S3Retries.passing.contains(answer.status) else {
        throw refusal(answer, "write", object.key.text)
      }
      isUncertain = true
      guard attempt < retries.attempts else {
        throw unreachable("status \(answer.status)", object.key.text)
      }
      pause = S3Retries.pause(after: attempt, asked: answer.headers["retry-after"])
    }
    throw unreachable("what is stored is not what was sent", object.key.text)
  }

  private func stored(_ object: StoredObject) -> ObjectInfo {
    ObjectInfo(
      key: object.key, bytes: object.bytes.count, tag: object.md5, mediaType: object.mediaType,
      cacheControl: object.cacheControl, sha256: object.sha256)
  }

  private func putRequest(_ object: StoredObject, _ condition: PutCondition) -> HTTPRequest {
    var request = request("PUT", object.key)
    request.body = object.bytes
    request.headers = [
      HTTPHeader("content-type", object.mediaType),
      HTTPHeader("cache-control", object.cacheControl),
      HTTPHeader("content-md5", S3Store.base64(hexadecimal: object.md5)),
      HTTPHeader("x-amz-meta-sha256", object.sha256),
    ]
    switch condition {
    case .always: break
    case .ifAbsent: request.headers.append(HTTPHeader("if-none-match", "*"))
    case .ifMatch(let tag): request.headers.append(HTTPHeader("if-match", "\"\(tag)\""))
    }
    return request
  }

  /// The same bytes in the notation of `Content-MD5`.
  private static func base64(hexadecimal text: String) -> String {
    Data(Digest.bytes(hexadecimal: text, count: 16) ?? []).base64EncodedString()
  }
}
