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
    /// The accounts that there are, and whose every token was that was ever given: it is signed, so
    /// that also one whose account is gone is known.
    var accounts: Set<String> = []
    var issued: [String: String] = [:]
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
    /// The greatest slots of packs that were unlocked.
    var packs: [String: [String: Int]] = [:]
    var bought: [String: Set<String>] = [:]
    /// What is refused beside what the real one refuses.
    var rejected: [String: String] = [:]
    var largestBatch = 500
    /// The status that larger ones are refused with.
    var tooLarge = 413
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
    let isGone = token.flatMap { issued[$0] }.map { !accounts.contains($0) } ?? false
    return refusal(401, isGone ? "no_account" : "unauthorized")
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
    case ("GET", "puzzles", "bundle"):
      return press.hasBundle ? answer(press.bundle) : refusal(404, "not_found")
    case ("GET", "puzzles", "pack"):
      guard let pack = press.packs[parts[2]] else { return refusal(404, "not_found") }
      if !pack.isFree {
        guard let user else { return unauthorized(token) }
        let products = pack.products ?? ["product-\(parts[2])"]
        guard Purchases(bought[user] ?? []).opens(pack: parts[2], products: products) else {
          return refusal(403, "not_purchased")
        }
      }
      return answer(FakePress.file(parts[2], pack))
    case ("GET", "puzzles", _):
      let id = "\(parts[1]):\(parts[2])"
      guard let text = press.dates[id], place(id) != nil else { return refusal(404, "not_found") }
      return answer(.object([JSONMember("puzzle", text)]))
    case ("DELETE", "account", _):
      guard let user else { return unauthorized(token) }
      remove(user)
      return answer(.object([JSONMember("success", true)]))
    case (_, "auth", _): return auth(parts[1], request, user, token)
    case ("GET", "sync", _):
      guard let user else { return unauthorized(token) }
      let since = request.query["since"].map { Int($0) ?? -1 }
      if let since, since < 0 { return refusal(400, "bad_cursor") }
      return pull(user, since: since ?? -1)
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

  /// Ends a session, with the one that was to take its place.
  private mutating func end(_ token: String) {
    for unused in former.keys where former[unused] == token {
      tokens[unused] = nil
      former[unused] = nil
    }
    tokens[token] = nil
  }

  private func isRegistered(_ user: String) -> Bool {
    passwords.values.contains { $0.user == user }
  }

  /// Takes everything of a user away.
  private mutating func remove(_ user: String) {
    accounts.remove(user)
    tokens = tokens.filter { $0.value != user }
    devices = devices.filter { $0.value != user }
    passwords = passwords.filter { $0.value.user != user }
    (rows[user], receivedAt[user], changes[user], cursors[user]) = (nil, nil, nil, nil)
    (settings[user], packs[user], bought[user]) = (nil, nil, nil)
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
      guard (22...200).contains(device.utf8.count),
        device.utf8.allSatisfy({ $0 > 32 && $0 < 127 })
      else { return refusal(400, "bad_device") }
      if let user = devices[device] {
        return isRegistered(user) ? refusal(409, "registered") : session(user)
      }
      let user = "user-\(users)"
      users += 1
      accounts.insert(user)
      devices[device] = user
      return session(user)
    case "register":
      guard let user else { return unauthorized(token) }
      if isRegistered(user) { return refusal(409, "registered") }
      if passwords[text("email")] != nil { return refusal(409, "email_taken") }
      passwords[text("email")] = (user, text("password"))
      tokens = tokens.filter { $0.value != user }
      return session(user)
    case "login":
      guard let known = passwords[text("email")], known.password == text("password") else {
        return refusal(401, "bad_login")
      }
      if let user, user != known.user, !isRegistered(user) { merge(user, into: known.user) }
      return session(known.user)
    case "logout":
      guard user != nil, let token else { return unauthorized(token) }
      end(token)
      return answer(.object([JSONMember("success", true)]))
    case "refresh":
      guard let user, let token else { return unauthorized(token) }
      end(token)
      tokens[token] = user
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
    issued[token] = user
    return answer(
      .object([
        JSONMember("userId", user), JSONMember("token", token),
        JSONMember("expiresAt", milliseconds + 30 * 86_400_000),
      ]))
  }

  // MARK: - Exchanging

  /// A place as rows are held against it.
  private struct Place {
    let puzzle: Puzzle
    let fingerprint: PuzzleFingerprint
    /// Whether phones may have another puzzle there.
    let canChange: Bool
    /// When it could be had first, in milliseconds.
    let earliest: Int?
  }

  /// Why a row is not taken.
  private struct Refused: Error { let code: String }

  /// A place; `nil` where there is none, or it begins nowhere on Earth by tomorrow.
  private func place(_ id: String) -> Place? {
    let text: String
    let canChange: Bool
    var earliest: Int?
    switch PuzzleID(id) {
    case .slot(let slot)?:
      guard let pack = press.packs[slot.pack.text], pack.puzzles.indices.contains(slot.index)
      else { return nil }
      text = pack.puzzles[slot.index]
      canChange = pack.changes.contains { $0.slots.contains(slot.index) }
    case .date(let period)?:
      let tomorrow = Timestamp(epochSeconds: milliseconds / 1000 + 86_400)
      guard let date = press.dates[id], period.hasBegunAnywhere(at: tomorrow) else { return nil }
      text = date
      canChange = press.withdrawals.contains { $0.id == id }
      earliest = period.beginning.epochSeconds * 1000
    case nil: return nil
    }
    guard let puzzle = try? SBN(text).puzzle else { return nil }
    return Place(
      puzzle: puzzle, fingerprint: PuzzleFingerprint(ofSBN: text), canChange: canChange,
      earliest: earliest)
  }

  /// A row without a board of another puzzle than its place has now.
  private func fitted(_ row: PuzzleProgress, _ id: String) -> PuzzleProgress {
    place(id).map { row.fitted(to: $0.fingerprint) } ?? row
  }

  /// A slot that was unlocked, as far as its pack goes now.
  private func clamped(_ slot: Int, in pack: String) -> Int {
    press.packs[pack].map { min(slot, $0.puzzles.count - 1) } ?? slot
  }

  /// Merges a row, as far as it may be, and gives what stands then.
  private mutating func keep(
    _ sent: PuzzleProgress, _ id: String, of user: String, as change: Int
  ) throws(Refused) -> PuzzleProgress {
    if let code = rejected[id] { throw Refused(code: code) }
    guard let place = place(id) else { throw Refused(code: "unknown_puzzle") }
    let latest = milliseconds + SyncTime.lead
    var row: PuzzleProgress
    do throws(ProgressError) {
      row = try sent.clamped(to: latest).checked(
        against: place.puzzle, place.fingerprint, canChange: place.canChange,
        earliest: place.earliest)
    } catch {
      throw Refused(code: error.rawValue)
    }
    let kept = rows[user]?[id]
    let known = kept?.fitted(to: place.fingerprint)
    if row.play != nil { row.play = sent.clamped(to: latest, following: known?.play).play }
    let merged = known?.merged(with: row) ?? row
    guard merged != kept else { return merged }
    if merged.completedAt != nil {
      receivedAt[user, default: [:]][id] = receivedAt[user]?[id] ?? milliseconds
    }
    rows[user, default: [:]][id] = merged
    changes[user, default: [:]][id] = change
    cursors[user] = change
    return merged
  }

  /// Has all of an anonymous account go into another.
  private mutating func merge(_ user: String, into other: String) {
    let change = (cursors[other] ?? 0) + 1
    cursors[other] = change
    for (id, row) in rows[user] ?? [:] {
      let known = rows[other]?[id]
      var (mine, theirs) = (known, row)
      if let one = mine?.play, let two = theirs.play, one.puzzle != two.puzzle {
        mine = mine.map { fitted($0, id) }
        theirs = fitted(theirs, id)
      }
      let times = [receivedAt[other]?[id], receivedAt[user]?[id]].compactMap(\.self)
      let merged = mine?.merged(with: theirs) ?? theirs
      if merged == known, times.min() == receivedAt[other]?[id] { continue }
      rows[other, default: [:]][id] = merged
      receivedAt[other, default: [:]][id] = times.min()
      changes[other, default: [:]][id] = change
    }
    let theirs = settings[user] ?? PlayerSettings()
    settings[other] = settings[other]?.merged(with: theirs) ?? theirs
    packs[other, default: [:]].merge(packs[user] ?? [:], uniquingKeysWith: max)
    bought[other, default: []].formUnion(bought[user] ?? [])
    devices = devices.mapValues { $0 == user ? other : $0 }
    remove(user)
  }

  private func pull(_ user: String, since: Int) -> ClientAnswer {
    let cursor = cursors[user] ?? 0
    let from = since > cursor ? -1 : since
    let changed = (rows[user] ?? [:]).filter { changes[user]?[$0.key] ?? 0 > from }
    let purchases = (bought[user] ?? []).sorted()
    let unlocked = (packs[user] ?? [:]).map { JSONMember($0.key, clamped($0.value, in: $0.key)) }
    return answer(
      .object([
        JSONMember("serverTime", milliseconds), JSONMember("cursor", cursor),
        JSONMember("epoch", epoch),
        JSONMember(
          "progress",
          .object(changed.map { JSONMember($0.key, told(fitted($0.value, $0.key), $0.key, user)) })
        ),
        JSONMember("settings", told(settings[user] ?? PlayerSettings())),
        JSONMember("purchases", .object([JSONMember("entitlements", purchases)])),
        JSONMember("packProgress", .object(unlocked)),
      ]))
  }

  private func told(_ row: PuzzleProgress, _ id: String, _ user: String) -> JSONValue {
    row.row(receivedAt: receivedAt[user]?[id])
  }

  /// All fields, also those that nobody has set: these as they are by default, with no time.
  private func told(_ settings: PlayerSettings) -> JSONValue {
    var members: [JSONMember] = []
    var clocks: [JSONMember] = []
    for field in PlayerSettings.Field.allCases {
      let (name, value) = (field.rawValue, settings.value(of: field))
      members.append(
        field == .theme
          ? JSONMember(name, PlayerSettings.themes[value]) : JSONMember(name, value))
      clocks.append(
        JSONMember(name, settings.entries[field]?.setAt ?? PlayerSettings.neverSet))
    }
    let latest = settings.entries.values.map(\.setAt).max() ?? PlayerSettings.neverSet
    return .object(
      members + [JSONMember("updated_at", latest), JSONMember("clocks", .object(clocks))])
  }

  private mutating func push(_ user: String, _ bytes: [UInt8]) -> ClientAnswer {
    guard let sent = try? SyncRequest(reading: bytes, at: milliseconds) else {
      return refusal(400, "bad_request")
    }
    batches.append(sent.count)
    if sent.count > largestBatch { return refusal(tooLarge, "too_many") }
    let change = (cursors[user] ?? 0) + 1
    var current: [JSONMember] = []
    var refused = sent.unreadable.mapValues { _ in "malformed" }
    for (id, row) in sent.progress.sorted(by: { $0.key < $1.key }) {
      do throws(Refused) {
        let merged = try keep(row, id, of: user, as: change)
        if merged != row { current.append(JSONMember(id, told(merged, id, user))) }
      } catch {
        refused[id] = error.code
      }
    }
    if sent.hasUnreadableSettings { refused["settings"] = "malformed" }
    if !sent.settings.entries.isEmpty {
      refused["settings"] = refused["settings"] ?? rejected["settings"]
      let known = settings[user] ?? PlayerSettings()
      let latest = milliseconds + SyncTime.lead
      let merged = known.merged(with: sent.settings.clamped(to: latest, following: known))
      if merged != known, rejected["settings"] == nil {
        settings[user] = merged
        cursors[user] = change
      }
    }
    for (pack, slot) in sent.packProgress {
      guard press.packs[pack] != nil, rejected[pack] == nil else {
        refused[pack] = rejected[pack] ?? "unknown_pack"
        continue
      }
      let slot = clamped(slot, in: pack)
      guard slot > packs[user]?[pack] ?? -1 else { continue }
      packs[user, default: [:]][pack] = slot
      cursors[user] = change
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
