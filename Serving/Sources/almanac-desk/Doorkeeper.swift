import Crypto
import Foundation
import HTTPTypes
import Hummingbird
import Synchronization

/// Who may come in: the one browser that brought the token, from the desk's own pages.
///
/// A page of another site reaches nothing: it has no cookie (`SameSite=Strict`), its `Origin` is
/// another, and a name that it makes point to this machine (DNS rebinding) is not the `Host` that
/// is asked for here. Cookies go to all ports of a machine; so the desk lies in a folder with a
/// name that nobody can guess, and its cookie is for that alone.
final class Doorkeeper: Sendable {
  /// The word that opens the desk, once.
  let token = Doorkeeper.word()
  /// The folder that the desk lies in.
  let room = Doorkeeper.word()
  private let session = Doorkeeper.word()
  private let state = Mutex(State())

  private struct State {
    var host = ""
    var isTokenUsed = false
  }

  /// Why somebody is not let in.
  enum Refusal: String, Error {
    case host = "This is no address of the desk."
    case origin = "Another page has sent this."
    case cookie = "Another browser has opened the desk: start it again for a new address."
    case token = "This address is used, or is not the desk's: start it again for a new one."
  }

  static func word() -> String {
    SymmetricKey(size: .bits256).withUnsafeBytes { bytes in
      bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }
  }

  /// Tells under which name the desk can be reached.
  func open(at host: String) { state.withLock { $0.host = host } }

  /// Refuses whoever asks for another host, or whose browser says that another site has asked.
  func checkHost(_ request: Request) throws(Refusal) {
    let host = state.withLock { $0.host }
    guard !host.isEmpty, request.head.authority == host else { throw .host }
    let site = HTTPField.Name("Sec-Fetch-Site").flatMap { request.headers[$0] } ?? "none"
    guard site == "same-origin" || site == "none" else { throw .origin }
  }

  /// Refuses a change that was not sent by the desk's own pages.
  func checkOrigin(_ request: Request) throws(Refusal) {
    let host = state.withLock { $0.host }
    guard request.headers[.origin] == "http://\(host)" else { throw .origin }
  }

  /// Refuses whoever has no cookie of this session.
  func checkCookie(_ request: Request) throws(Refusal) {
    let cookies = request.headers[values: .cookie].flatMap { $0.split(separator: ";") }
    let isKnown = cookies.contains { cookie in
      let parts = cookie.split(separator: "=", maxSplits: 1)
      return parts.count == 2 && parts[0].trimmingCharacters(in: .whitespaces) == "desk"
        && Doorkeeper.isSame(parts[1].trimmingCharacters(in: .whitespaces), session)
    }
    guard isKnown else { throw .cookie }
  }

  /// Takes the token, which works once.
  ///
  /// - Returns: The cookie to set.
  func take(_ word: String) throws(Refusal) -> String {
    let isRight = Doorkeeper.isSame(word, token)
    let isFirst = state.withLock { state in
      defer { if isRight { state.isTokenUsed = true } }
      return !state.isTokenUsed
    }
    guard isRight, isFirst else { throw .token }
    return "desk=\(session); Path=/\(room)/; HttpOnly; SameSite=Strict"
  }

  /// Compares in a time that does not tell where they differ.
  private static func isSame(_ first: String, _ second: String) -> Bool {
    SHA256.hash(data: Data(first.utf8)) == SHA256.hash(data: Data(second.utf8))
  }
}
