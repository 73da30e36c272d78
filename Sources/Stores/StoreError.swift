import Files
import Foundation
import Printable

/// What can go wrong with a store.
package enum StoreError: Error, Hashable, Sendable {
  /// The text is no key of an object.
  case badKey(String)
  /// The object is not, or no longer, what the writer took it for: somebody else writes here.
  case preconditionFailed(ObjectKey, store: String)
  /// Another publisher is at work in the folder.
  case busy(path: String)
  /// A link, folder or device stands where an object, or a folder of objects, should be.
  case notAFile(path: String)
  /// The operating system refused; `code` is its `errno`.
  case system(operation: String, path: String, code: CInt)
  /// The text names no place for a tree.
  case badAddress(String, expected: String)
  /// Endpoint or credentials of a bucket are missing or cannot be used; the text never shows them.
  case badSettings(String)
  /// A bucket's service gives no usable answer although it was asked several times.
  case unreachable(store: String, detail: String)
  /// The run was asked to stop before the store did what it should.
  case stopped(store: String)
  /// A bucket's service says no.
  case refused(operation: String, path: String, status: Int, detail: String)
  /// Something is longer than it can be: `bytes` of at most `limit`.
  case tooLarge(path: String, bytes: Int, limit: Int)

  /// Whether the object itself is damaged or in the way, and not the store out of reach: asking
  /// again later would be of no use.
  package var isOfObject: Bool {
    switch self {
    case .notAFile, .tooLarge: true
    case .system(_, _, let code): code == EIO
    default: false
    }
  }

  /// Whether there is no room left.
  package var isFull: Bool {
    if case .system(_, _, let code) = self { return FileError.isFull(code) }
    return false
  }
}

extension StoreError {
  /// What went wrong with a file of a store.
  init(_ error: FileError) {
    switch error {
    case .system(let operation, let path, let code):
      self = .system(operation: operation, path: path, code: code)
    case .notAFile(let path): self = .notAFile(path: path)
    case .tooLarge(let path, let bytes, let limit):
      self = .tooLarge(path: path, bytes: bytes, limit: limit)
    }
  }

  /// Runs what works with files, its errors made errors of a store.
  static func translating<Value: ~Copyable>(
    _ body: () throws(FileError) -> Value
  ) throws(StoreError) -> Value {
    do throws(FileError) {
      return try body()
    } catch {
      throw StoreError(error)
    }
  }
}

extension StoreError {
  /// What to do when a bucket says no, by the code that its reason begins with.
  private static func advice(for detail: String) -> String {
    switch detail.prefix(while: { $0 != ":" }) {
    case "RequestTimeTooSkewed", "RequestExpired":
      "this machine's clock is wrong; set it, and keep it right with NTP"
    case "ExpiredToken", "TokenRefreshRequired", "InvalidToken":
      "the credentials have expired or been withdrawn; get new ones"
    case "InvalidAccessKeyId", "SignatureDoesNotMatch":
      "the service does not know these credentials; check AWS_ACCESS_KEY_ID, "
        + "AWS_SECRET_ACCESS_KEY and AWS_REGION"
    case "AccessDenied":
      // Who may not list a bucket is told the same of objects that are not there.
      "allow these credentials to list the bucket, and to read, write and delete in it"
    case "NoSuchBucket": "there is no such bucket; check its name and the endpoint"
    default: "check the bucket's name, the credentials and what they are allowed to do"
    }
  }
}

extension StoreError: CustomStringConvertible {
  /// What happened, where, and what to do.
  package var description: String {
    switch self {
    case .badKey(let text):
      return "“\(Printable.ascii(text.utf8))” cannot name an object — names have ASCII "
        + "letters, digits, “-”, “_” and “.”, start with a letter or digit, and have “/” between "
        + "them"
    case .preconditionFailed(let key, let store):
      return "\(store): \(key) was changed by somebody else meanwhile — let the other publisher "
        + "finish, then run again"
    case .busy(let path):
      return "\(path): another publisher is at work here — let it finish, then run again"
    case .notAFile(let path):
      return "\(path) is a link, or not the plain file or folder that belongs there — move it away "
        + "and run again"
    case .system(let operation, let path, let code):
      let advice =
        isFull
        ? " — make room and run again; nothing is lost"
        : [EACCES, EPERM, EROFS].contains(code)
          ? " — allow that, or name another place, and run again; nothing is lost" : ""
      return "\(path): cannot \(operation): \(FileError.words(for: code))\(advice)"
    case .badAddress(let text, let expected):
      return "“\(Printable.address(text))” is no place for a tree — it must be \(expected)"
    case .badSettings(let text): return text
    case .unreachable(let store, let detail):
      return "\(store) gives no answer (\(detail)) — check the endpoint and the network, then run "
        + "again; nothing live has changed half-way"
    case .stopped(let store): return "\(store): the run was asked to stop — run again to go on"
    case .refused(let operation, let path, let status, let detail):
      let reason = detail.isEmpty ? "status \(status)" : "status \(status), \(detail)"
      return "\(path): cannot \(operation) (\(reason)) — \(StoreError.advice(for: detail))"
    case .tooLarge(let path, let bytes, let limit):
      return "\(path) has \(bytes) bytes — at most \(limit) are read"
    }
  }
}
