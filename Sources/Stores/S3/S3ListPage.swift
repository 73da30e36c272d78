/// One page of a listing: the answer to `ListObjectsV2`.
struct S3ListPage: Hashable {
  struct ListedObject: Hashable {
    var key: String
    var bytes: Int
    var tag: String?
  }

  var entries: [ListedObject] = []

  /// What the next page is asked for with; `nil` on the last one.
  var next: String?

  /// Reads an answer, or gives `nil` when it is none.
  init?(_ bytes: [UInt8]) {
    let answer = S3Answer(bytes[...])
    guard answer.first("ListBucketResult") != nil else { return nil }
    for part in answer.all("Contents") {
      guard let key = part.text("Key").flatMap(S3ListPage.unescaped),
        let size = part.text("Size").flatMap({ Int($0) }), size >= 0
      else { return nil }
      let tag = part.text("ETag").map { tag in S3Answer.plain(tag).filter { $0 != "\"" } }
      entries.append(ListedObject(key: key, bytes: size, tag: tag))
    }
    if answer.text("IsTruncated") == "true" {
      guard let token = answer.text("NextContinuationToken") else { return nil }
      next = S3Answer.plain(token)
    }
  }

  /// The last of its keys in the order of their bytes, which listings have.
  var last: String? {
    entries.lazy.map(\.key).max { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// Whether the page goes on from those before: it has a key behind all of theirs, if it has any,
  /// and what the next page is asked for with is something else than what this one was.
  func goesOn(from token: String?, behind before: String?) -> Bool {
    if let last, let before, !before.utf8.lexicographicallyPrecedes(last.utf8) { return false }
    return next == nil || next != token
  }

  /// A key without the escapes of `encoding-type=url`; `nil` when they are none.
  private static func unescaped(_ text: String) -> String? {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "%"):
        let digits = String(decoding: rest.prefix(2), as: UTF8.self)
        guard digits.utf8.count == 2, let code = UInt8(digits, radix: 16) else { return nil }
        bytes.append(code)
        rest = rest.dropFirst(2)
      case UInt8(ascii: "+"): bytes.append(UInt8(ascii: " "))
      default: bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
