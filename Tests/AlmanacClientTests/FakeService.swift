import AlmanacClient
import Dates
import Foundation
import Identity
import JSONText
import Notation
import PlayerState
import StarBattle
import Synchronization

/// A service in memory that behaves, and a network before it that does not.
final class FakeService: Transport {
  /// What happens to a request on its way.
  enum Fault: Sendable {
    /// It never arrives.
    case lost
    /// It arrives, and its answer does not.
    case answerLost
    /// Somebody else answers.
    case answer(ClientAnswer)
    /// The answer is changed on its way.
    case changed(@Sendable (ClientAnswer) -> ClientAnswer)
  }

  struct State {
    var press: FakePress
    var milliseconds: Int
    var fault: (@Sendable (ClientRequest, Int) -> Fault?)?
    /// What was asked: paths with their queries.
    var asked: [String] = []
    var bytes = 0
    /// Tokens and their users; users by the secrets of their devices.
    var tokens: [String: String] = [:]
    /// Of tokens that were renewed, when they end; of those that take their places and were not
    /// used so far, which that is.
    var ends: [String: Int] = [:]
    var former: [String: String] = [:]
    var devices: [String: String] = [:]
    /// Tokens of accounts that are gone.
    var gone: Set<String> = []
    /// How many users and sessions there have been.
    var users = 0
    var sessions = 0
    var passwords: [String: (user: String, password: String)] = [:]
    var rows: [String: [String: PuzzleProgress]] = [:]
    /// When places were first heard to be completed.
    var receivedAt: [String: [String: Int]] = [:]
    var changes: [String: [String: Int]] = [:]
    var cursors: [String: Int] = [:]
    /// The sign of the database; an older service has none.
    var epoch: String? = "first"
    var settings: [String: PlayerSettings] = [:]
    var bought: [String: Set<String>] = [:]
    var rejected: [String: String] = [:]
    var largestBatch = 500
    /// Whether it leaves out boards of other puzzles than slots have by now, as the real one does.
    var leavesOutOtherBoards = false
    /// The sizes of the batches that came.
    var batches: [Int] = []
  }

  let state: Mutex<State>

  init(_ press: FakePress, at time: String = "2026-11-22T12:00:00Z") throws {
    let seconds = try Timestamp(time).epochSeconds
    state = Mutex(State(press: press, milliseconds: seconds * 1000))
  }

  func set(_ change: (inout State) -> Void) { state.withLock { change(&$0) } }
  var asked: [String] { state.withLock { $0.asked } }

  func send(_ request: ClientRequest, limit: Int) async throws(TransportFailure) -> ClientAnswer {
    let (fault, answer) = state.withLock { state -> (Fault?, ClientAnswer?) in
      let query = request.query.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
      let number = state.asked.count
      state.asked.append(
        request.method + " " + request.path
          + (query.isEmpty ? "" : "?" + query.joined(separator: "&")))
      let fault = state.fault?(request, number)
      switch fault {
      case .lost?, .answer?: return (fault, nil)
      default: return (fault, state.answer(request))
      }
    }
    var found: ClientAnswer
    switch fault {
    case .lost?, .answerLost?: throw .noAnswer("the line is dead")
    case .answer(let other)?: found = other
    default:
      guard let answer else { throw .noAnswer("nobody") }
      found = answer
      if case .changed(let change)? = fault { found = change(answer) }
    }
    if found.body.count > limit { throw .tooLong(bytes: found.body.count) }
    let count = found.body.count
    state.withLock { $0.bytes += count }
    return found
  }
}

extension FakeService.State {
  private func answer(_ value: JSONValue, _ status: Int = 200) -> ClientAnswer {
    answer(value.text, status)
  }

  private func answer(_ bytes: [UInt8], _ status: Int = 200) -> ClientAnswer {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(identifier: "GMT")
    formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
    let date = formatter.string(from: Date(timeIntervalSince1970: Double(milliseconds) / 1000))
    return ClientAnswer(
      status: status, headers: ["content-type": "application/json", "date": date], body: bytes)
  }

  private func refusal(_ status: Int, _ code: String) -> ClientAnswer {
    answer(.object([JSONMember("error", "no"), JSONMember("code", code)]), status)
  }

  private func unauthorized(_ token: String?) -> ClientAnswer {
    refusal(401, token.map(gone.contains) == true ? "no_account" : "unauthorized")
  }

  fileprivate mutating func answer(_ request: ClientRequest) -> ClientAnswer {
    let parts = request.path.split(separator: "/").map(String.init)
    let day = Timestamp(epochSeconds: milliseconds / 1000).day
    let token = request.headers["Authorization"].map { String($0.dropFirst("Bearer ".count)) }
    let user = token.flatMap { use($0) }
    switch (request.method, parts.first, parts.dropFirst().first) {
    case ("GET", "puzzles", "opening"):
      guard let bytes = try? press.opening(knowing: request.query["known"], on: day) else {
        return refusal(500, "damaged")
      }
      return answer(bytes)
    case ("GET", "puzzles", "bundle"): return answer(press.bundle)
    case ("GET", "puzzles", "pack"):
      guard let pack = press.packs[parts[2]] else { return refusal(404, "not_found") }
      if !pack.isFree {
        guard let user else { return unauthorized(token) }
        guard bought[user]?.contains("product-\(parts[2])") == true else {
          return refusal(403, "not_purchased")
        }
      }
      return answer(FakePress.file(parts[2], pack))
    case ("GET", "puzzles", _):
      guard let text = press.dates["\(parts[1]):\(parts[2])"] else {
        return refusal(404, "not_found")
      }
      return answer(.object([JSONMember("puzzle", text)]))
    case ("DELETE", "account", _):
      guard let user else { return unauthorized(token) }
      rows[user] = nil
      gone.formUnion(tokens.filter { $0.value == user }.keys)
      tokens = tokens.filter { $0.value != user }
      devices = devices.filter { $0.value != user }
      return answer(.object([JSONMember("success", true)]))
    case (_, "auth", _): return auth(parts[1], request, user, token)
    case ("GET", "sync", _):
      guard let user else { return unauthorized(token) }
      return pull(user, since: request.query["since"].flatMap { Int($0) } ?? -1)
    case ("POST", "sync", _):
      guard let user else { return unauthorized(token) }
      return push(user, request.body)
    default: return refusal(404, "not_found")
    }
  }

  /// Whose token it is; the one whose place it takes ends with its first use.
  private mutating func use(_ token: String) -> String? {
    guard let user = tokens[token], milliseconds < ends[token] ?? .max else { return nil }
    if let former = former.removeValue(forKey: token) { tokens[former] = nil }
    return user
  }

  private mutating func auth(
    _ path: String, _ request: ClientRequest, _ user: String?, _ token: String?
  ) -> ClientAnswer {
    let body = (try? JSONValue(reading: request.body)) ?? .null
    func text(_ key: String) -> String {
      if case .string(let text)? = body[key] { text } else { "" }
    }
    switch path {
    case "anon":
      let device = text("deviceId")
      if let user = devices[device] {
        return passwords.values.contains { $0.user == user }
          ? refusal(409, "registered") : session(user)
      }
      let user = "user-\(users)"
      users += 1
      devices[device] = user
      return session(user)
    case "register":
      guard let user else { return unauthorized(token) }
      passwords[text("email")] = (user, text("password"))
      return session(user)
    case "login":
      guard let known = passwords[text("email")], known.password == text("password") else {
        return refusal(401, "bad_login")
      }
      if let user, user != known.user, !passwords.values.contains(where: { $0.user == user }) {
        for (id, row) in rows[user] ?? [:] {
          let times = [receivedAt[known.user]?[id], receivedAt[user]?[id]].compactMap(\.self)
          receivedAt[known.user, default: [:]][id] = times.min()
          keep(row, id, of: known.user)
        }
        bought[known.user, default: []].formUnion(bought[user] ?? [])
        devices = devices.mapValues { $0 == user ? known.user : $0 }
      }
      return session(known.user)
    case "refresh":
      guard let user, let token else { return unauthorized(token) }
      for unused in former.keys where former[unused] == token {
        tokens[unused] = nil
        former[unused] = nil
      }
      ends[token] = ends[token] ?? milliseconds + 7 * 86_400_000
      let answer = session(user)
      former["token-\(sessions - 1)"] = token
      return answer
    default: return answer(.object([JSONMember("success", true)]))
    }
  }

  private mutating func session(_ user: String) -> ClientAnswer {
    let token = "token-\(sessions)"
    sessions += 1
    tokens[token] = user
    return answer(
      .object([
        JSONMember("userId", user), JSONMember("token", token),
        JSONMember("expiresAt", milliseconds + 30 * 86_400_000),
      ]))
  }

  private mutating func keep(_ row: PuzzleProgress, _ id: String, of user: String) {
    let known = rows[user]?[id].map { fitted($0, id) }
    let row = fitted(row, id)
    let merged = known?.merged(with: row) ?? row
    guard merged != known else { return }
    cursors[user, default: 0] += 1
    rows[user, default: [:]][id] = merged
    if merged.completedAt != nil {
      let first = receivedAt[user]?[id] ?? milliseconds
      receivedAt[user, default: [:]][id] = first
    }
    changes[user, default: [:]][id] = cursors[user]
  }

  private func pull(_ user: String, since: Int) -> ClientAnswer {
    let cursor = cursors[user] ?? 0
    let from = since > cursor ? -1 : since
    let changed = (rows[user] ?? [:]).filter { changes[user]?[$0.key] ?? 0 > from }
    let purchases = (bought[user] ?? []).sorted()
    return answer(
      .object([
        JSONMember("serverTime", milliseconds), JSONMember("cursor", cursor),
        JSONMember("epoch", epoch),
        JSONMember(
          "progress", .object(changed.map { JSONMember($0.key, told($0.value, $0.key, user)) })),
        JSONMember("settings", (settings[user] ?? PlayerSettings()).row),
        JSONMember("purchases", .object([JSONMember("entitlements", purchases)])),
        JSONMember("packProgress", .object([])),
      ]))
  }

  private func told(_ row: PuzzleProgress, _ id: String, _ user: String) -> JSONValue {
    fitted(row, id).row(receivedAt: receivedAt[user]?[id])
  }

  private func fitted(_ row: PuzzleProgress, _ id: String) -> PuzzleProgress {
    guard leavesOutOtherBoards, let slot = SlotID(id), let pack = press.packs[slot.pack.text],
      pack.puzzles.indices.contains(slot.index)
    else { return row }
    return row.fitted(to: PuzzleFingerprint(ofSBN: pack.puzzles[slot.index]))
  }

  private mutating func push(_ user: String, _ bytes: [UInt8]) -> ClientAnswer {
    guard let sent = try? SyncRequest(reading: bytes) else { return refusal(400, "bad_request") }
    batches.append(sent.count)
    if sent.count > largestBatch { return refusal(413, "too_many") }
    var current: [JSONMember] = []
    for (id, row) in sent.progress where rejected[id] == nil {
      keep(row.clamped(to: milliseconds + 300_000), id, of: user)
      if let merged = rows[user]?[id], merged != row {
        current.append(JSONMember(id, told(merged, id, user)))
      }
    }
    let known = settings[user] ?? PlayerSettings()
    settings[user] = known.merged(
      with: sent.settings.clamped(to: milliseconds + 300_000, following: known))
    let refused = rejected.filter {
      sent.progress[$0.key] != nil || sent.packProgress[$0.key] != nil
        || $0.key == "settings" && !sent.settings.entries.isEmpty
    }
    return answer(
      .object([
        JSONMember("success", true), JSONMember("serverTime", milliseconds),
        JSONMember("cursor", cursors[user] ?? 0), JSONMember("epoch", epoch),
        JSONMember("current", .object(current)),
        JSONMember("rejected", .object(refused.map { JSONMember($0.key, $0.value) })),
      ]))
  }
}
