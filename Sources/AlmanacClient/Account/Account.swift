import JSONText
import PlayerState
import Synchronization

/// Who plays here: the account that this device has, made when it is needed first.
///
/// An anonymous account hangs on a secret of 128 random bits, made here. Tokens are renewed when
/// they are refused, once for each request, and from a week before they end on until another has
/// come. With the account, the queue of what was played changes, at once and also without a
/// network.
public actor Account {
  /// What is known of the account.
  struct Saved: Sendable, Equatable {
    var device: String
    var user: String?
    var token: String?
    var expiresAt = 0
    /// Whether another token was asked for in place of this one, and has not come.
    var isRenewing = false
    var isRegistered = false
    /// Anonymous accounts whose queues belong to this one: those that have gone into it, and one
    /// that nobody can reach any more because this file was lost.
    var former: [String] = []
    /// Whether the service was asked to take the account away, and has not answered.
    var isLeaving = false
    /// The account that was taken away before this one: its queue has to go.
    var gone: String?
  }

  private let service: Service
  private let storage: any Storage
  private let progress: PlayerProgress
  private let turns = Turns()
  /// Whoever asks for another session waits for the network here, and holds up nobody who changes
  /// what is kept: in turn, the answer is taken where the account is still the one that asked.
  private let renewals = Turns()
  /// Called after somebody has logged in.
  private let listener = Mutex<@Sendable () -> Void>({})
  private var saved: Saved?
  /// Who reads the account from the disk, or makes it: all who need it then wait for the same one.
  private var loading: Task<Result<Saved, ServiceFault>, Never>?
  /// Whether a deletion is on its way.
  private var isDeleting = false
  private var secret: String?

  /// `secret` is the device's, where the app keeps it in a key store.
  init(service: Service, storage: any Storage, progress: PlayerProgress, secret: String?) {
    self.service = service
    self.storage = storage
    self.progress = progress
    self.secret = secret
  }

  nonisolated func notify(_ call: @escaping @Sendable () -> Void) {
    listener.withLock { $0 = call }
  }

  /// The account's id; `nil` before the service was first reached.
  public var userID: String? { get async { (try? await load())?.user } }

  /// Whether the account has an address and a password.
  public var isRegistered: Bool { get async { (try? await load())?.isRegistered ?? false } }

  // MARK: - Asking

  /// Sends a request as this player.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - player: Whose it is, where it is one's in particular.
  ///   - limit: The most bytes of the answer.
  /// - Returns: The answer.
  /// - Throws: `ServiceFault`; `cancelled` where somebody else plays by now.
  func ask(
    _ request: ClientRequest, as player: String? = nil, limit: Int
  ) async throws(ServiceFault) -> ServiceAnswer {
    let session = try await session()
    guard player == nil || session.user == player else { throw .cancelled }
    let wasGivenUp = !isDeleting && saved?.isLeaving == true
    do throws(ServiceFault) {
      let answer = try await service.ask(request, token: session.token, limit: limit)
      // A deletion that was given up is none where the account is still there after it.
      if wasGivenUp, !isDeleting { try await mark(session.user, isLeaving: false) }
      return answer
    } catch .refused(401, _, _) {
      let renewed = try await renewed(session.token)
      guard renewed.user == player ?? session.user else { throw .cancelled }
      return try await service.ask(request, token: renewed.token, limit: limit)
    }
  }

  typealias Session = (user: String, token: String)

  /// A week before its end a token is renewed.
  private static let margin = 7 * 86_400_000

  /// The session of this player; an account is made where there is none.
  func session() async throws(ServiceFault) -> Session {
    try await renewing { () async throws(ServiceFault) in
      let saved = try await settled()
      if let user = saved.user, let token = saved.token {
        let isDue = saved.expiresAt - service.time.milliseconds < Account.margin
        guard isDue || saved.isRenewing else { return (user, token) }
        if let renewed = try? await refreshed(saved, token) { return renewed }
      }
      // Somebody may have logged in or out while the service was asked.
      let now = try await settled()
      guard let user = now.user, let token = now.token else { return try await anonymous(now) }
      return (user, token)
    }
  }

  /// What is kept of the account, with the queue that belongs to it.
  private func settled() async throws(ServiceFault) -> Saved {
    try await turns.run { () async throws(ServiceFault) in
      let saved = try await load()
      try await changePlayer(saved)
      return saved
    }
  }

  /// Does something that asks for another session, one at a time.
  private func renewing(
    _ work: () async throws(ServiceFault) -> Session
  ) async throws(ServiceFault) -> Session {
    guard let session = try await renewals.runUnlessCancelled(work) else { throw .cancelled }
    return session
  }

  /// The session that is kept; whoever has logged out meanwhile does not come back by an old token.
  private func current() async throws(ServiceFault) -> Session {
    let saved = try await load()
    guard let user = saved.user, let token = saved.token else { throw .cancelled }
    return (user, token)
  }

  /// Another session where one was refused.
  private func renewed(_ refused: String) async throws(ServiceFault) -> Session {
    try await renewing { () async throws(ServiceFault) in
      let session = try await current()
      if session.token != refused { return session }
      do throws(ServiceFault) {
        return try await refreshed(load(), refused)
      } catch .refused(401, _, _) where saved?.isRegistered == false && saved?.token == refused {
        // The same account by the same secret, or another where that one is gone.
        return try await anonymous(load())
      } catch .cancelled {
        let session = try await current()
        guard session.token != refused else { throw .cancelled }
        return session
      }
    }
  }

  /// Another session in place of one.
  ///
  /// Where its answer is lost, the service lets the one before go on for a week at most: that it
  /// was asked for is on the disk before, and it is asked for again until it has come. `cancelled`
  /// where the session is another one by then.
  private func refreshed(
    _ asking: Saved, _ token: String
  ) async throws(ServiceFault) -> Session {
    try await note(isRenewing: true, asking)
    let answer: ServiceAnswer
    do throws(ServiceFault) {
      answer = try await service.ask(
        ClientRequest("POST", "/auth/refresh"), token: token, limit: Service.Limit.account)
    } catch .refused(401, let code, let wait) {
      // There is no session that another could take the place of.
      try await note(isRenewing: false, asking)
      throw .refused(status: 401, code: code, retryAfter: wait)
    }
    return try await take(answer, asking: asking)
  }

  /// What is kept now, where the session is still that of when something was asked; to be called in
  /// turn.
  private func unchanged(since asking: Saved) async throws(ServiceFault) -> Saved {
    let now = try await load()
    guard now.device == asking.device, now.token == asking.token else { throw .cancelled }
    return now
  }

  private func note(isRenewing: Bool, _ asking: Saved) async throws(ServiceFault) {
    try await turns.run { () async throws(ServiceFault) in
      var next = try await unchanged(since: asking)
      guard next.isRenewing != isRenewing else { return }
      next.isRenewing = isRenewing
      try await keep(next)
    }
  }

  /// Takes an answer in turn, where the session is still that of when it was asked for.
  private func take(
    _ answer: ServiceAnswer, asking: Saved, isRegistered: Bool? = nil, isTakingAlong: Bool = false
  ) async throws(ServiceFault) -> Session {
    try await turns.run { () async throws(ServiceFault) in
      let now = try await unchanged(since: asking)
      return try await take(
        answer, now, isRegistered: isRegistered, isTakingAlong: isTakingAlong)
    }
  }

  private func anonymous(_ saved: Saved) async throws(ServiceFault) -> Session {
    guard !saved.isRegistered else {
      throw .refused(status: 401, code: "logged_out", retryAfter: nil)
    }
    let answer = try await opened(by: saved.device)
    do throws(ServiceFault) {
      return try await take(answer, asking: saved)
    } catch .cancelled {
      // Somebody has logged in meanwhile.
      return try await current()
    }
  }

  /// What the service says to a device's secret: 409 where its account has a password.
  private func opened(by device: String) async throws(ServiceFault) -> ServiceAnswer {
    let body = JSONValue.object([JSONMember("deviceId", device)]).text
    return try await service.ask(
      ClientRequest("POST", "/auth/anon", body: body), limit: Service.Limit.account)
  }

  /// Takes `{userId, token, expiresAt}`.
  ///
  /// What was played as somebody who is registered stays with them, unless `isTakingAlong`.
  private func take(
    _ answer: ServiceAnswer, _ saved: Saved, isRegistered: Bool? = nil, isTakingAlong: Bool = false
  ) async throws(ServiceFault) -> Session {
    // The id names a file of the player's: of what kind it is has to be known.
    guard case .string(let user)? = answer.value["userId"], Account.isID(user),
      case .string(let token)? = answer.value["token"], (1...4096).contains(token.utf8.count),
      token.utf8.allSatisfy({ $0 > 32 && $0 < 127 }),
      case .integer(let expiresAt)? = answer.value["expiresAt"], SyncTime.range.contains(expiresAt)
    else { throw .malformed("no session") }
    // What is due since the last change comes first: else it would be done to the wrong one.
    try await changePlayer(saved)
    let saved = self.saved ?? saved
    var next = saved
    if let before = saved.user, before != user, isTakingAlong || !saved.isRegistered {
      if saved.isLeaving { next.gone = before } else { next.former.append(before) }
    }
    if saved.user != user { next.isLeaving = false }
    next.former.removeAll { $0 == user }
    next.user = user
    next.token = token
    next.expiresAt = expiresAt
    next.isRenewing = false
    next.isRegistered = isRegistered ?? saved.isRegistered
    try await keep(next)
    try await changePlayer(next)
    return (user, token)
  }

  /// Sees to it that the queue is that of the account; to be called in turn.
  private func changePlayer(_ saved: Saved) async throws(ServiceFault) {
    // What is here belongs to the account that there will be.
    guard saved.user != nil || saved.former.isEmpty else { return }
    var next = saved
    try await kept { () async throws(StorageError) in
      let player = try await progress.player
      // What was played without an account goes into the first that there is.
      let isTakenAlong = saved.user != nil && player.map { saved.former.contains($0) } ?? true
      try await progress.become(
        saved.user, isRegistered: saved.isRegistered, isTakingAlong: isTakenAlong)
      // What cannot be removed now is removed later.
      if let gone = saved.gone, (try? await progress.erase(gone)) != nil { next.gone = nil }
    }
    if saved.isRegistered { next.former = [] }
    if next != saved, self.saved == saved { try await keep(next) }
  }

  private static func isID(_ text: String) -> Bool {
    (1...64).contains(text.utf8.count)
      && text.utf8.allSatisfy {
        (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0)
          || $0 == 0x2D
      }
  }

  // MARK: - Addresses and passwords

  /// Gives the account an address and a password; all that was played stays.
  ///
  /// Where a restored backup of the service has undone that, it can be called again.
  ///
  /// - Parameters:
  ///   - email: The address.
  ///   - password: The password.
  /// - Throws: `ServiceFault`: `.refused` where the address or the password will not do, or where
  ///   somebody has the address; the account is as it was then.
  public func register(email: String, password: String) async throws(ServiceFault) {
    let session = try await session()
    do throws(ServiceFault) {
      try await enter("/auth/register", email, password, token: session.token)
    } catch .refused(401, _, _) {
      let renewed = try await renewedOrAnonymous(session.token)
      try await enter("/auth/register", email, password, token: renewed.token)
    }
  }

  /// Another session where one was refused, also where the service was set back to before the
  /// account had a password: then no login opens it, but the device's secret does, or makes another
  /// in its place.
  private func renewedOrAnonymous(_ refused: String) async throws(ServiceFault) -> Session {
    do throws(ServiceFault) {
      return try await renewed(refused)
    } catch .refused(401, let code, let wait) {
      return try await renewing { () async throws(ServiceFault) in
        let saved = try await load()
        // Whoever has logged out meanwhile does not come back by an old token.
        guard saved.token == refused else { throw .cancelled }
        do throws(ServiceFault) {
          return try await take(
            opened(by: saved.device), asking: saved, isRegistered: false, isTakingAlong: true)
        } catch .refused(409, _, _) {
          // It has its password: who knows that logs in.
          throw .refused(status: 401, code: code, retryAfter: wait)
        }
      }
    }
  }

  /// Logs in to another account: what was played here anonymously goes into it, and an exchange
  /// begins.
  ///
  /// - Parameters:
  ///   - email: The address of the account.
  ///   - password: Its password.
  /// - Throws: `ServiceFault`: `.refused` where the two do not belong together; then the device
  ///   keeps the account that it had.
  public func logIn(email: String, password: String) async throws(ServiceFault) {
    let before = try await load()
    var token: String?
    if !before.isRegistered {
      // Without a network there is no login, so an account for this device can be had as well. The
      // service passes over a token that is not good, and the account would be left behind.
      token = try? await proven().token
      if token == nil { token = try? await load().token }
    }
    try await enter("/auth/login", email, password, token: token)
    if before.isRegistered { try await takeAlongAgain(before, email, password) }
    listener.withLock { $0 }()
  }

  /// Has the anonymous account of this device go into the one that was logged in to anew, where the
  /// service was set back to before it had: what was bought as it is there alone.
  private func takeAlongAgain(
    _ before: Saved, _ email: String, _ password: String
  ) async throws(ServiceFault) {
    // As somebody else, nobody is given what is another's.
    guard saved?.user == before.user else { return }
    do throws(ServiceFault) {
      let answer = try await opened(by: before.device)
      guard case .string(let token)? = answer.value["token"] else { return }
      try await enter("/auth/login", email, password, token: token)
    } catch .cancelled {
      throw .cancelled
    } catch {
      // The device's account has a password, so nothing was set back; or that cannot be told now.
      // The player is logged in all the same.
    }
  }

  private func enter(
    _ path: String, _ email: String, _ password: String, token: String?
  ) async throws(ServiceFault) {
    let body = JSONValue.object([
      JSONMember("email", email), JSONMember("password", password),
    ]).text
    let answer = try await service.ask(
      ClientRequest("POST", path, body: body), token: token, limit: Service.Limit.account)
    try await turns.run { () async throws(ServiceFault) in
      _ = try await take(answer, load(), isRegistered: true)
    }
  }

  /// Ends the session; what is played then belongs to another, anonymous account.
  ///
  /// What was not sent yet stays on the device, and is sent when this account logs in again. An
  /// anonymous account, which nobody could open again, stays as it is.
  public func logOut() async throws(ServiceFault) {
    let left = try await turns.run { () async throws(ServiceFault) -> Saved? in
      let saved = try await load()
      guard saved.isRegistered else { return nil }
      try await forget()
      return saved
    }
    // The device has let go by now; that the service hears of it is a matter of good manners.
    guard let token = left?.token else { return }
    _ = try? await service.ask(
      ClientRequest("POST", "/auth/logout"), token: token, limit: Service.Limit.account)
  }

  /// Takes the account away, with all that was played as it: here and at the service.
  ///
  /// Where it throws, the service may have done it all the same: it can be called again. With 401
  /// the session of a registered account has ended before: the player has to log in first.
  public func delete() async throws(ServiceFault) {
    isDeleting = true
    defer { isDeleting = false }
    let before = try await load()
    let isAnonymous = !before.isRegistered
    let user: String
    do throws(ServiceFault) {
      user = before.isLeaving ? try await session().user : try await proven().user
    } catch .refused(401, let code, let wait) {
      // Another device has deleted it already.
      guard code == Account.isGone, let gone = try await load().user else {
        throw .refused(status: 401, code: code, retryAfter: wait)
      }
      return try await turns.run { () async throws(ServiceFault) in try await leave(gone) }
    }
    // Nor is another account deleted in place of one that was left meanwhile.
    let now = try await load()
    guard now.device == before.device, now.isRegistered == before.isRegistered,
      isAnonymous || user == before.user
    else { throw .cancelled }
    try await mark(user, isLeaving: true)
    do throws(ServiceFault) {
      _ = try await ask(ClientRequest("DELETE", "/account"), as: user, limit: Service.Limit.account)
    } catch .refused(401, let code, _) where isAnonymous || code == Account.isGone {
      // It is not there any more. Of a session that has merely ended nobody knows whether it is:
      // only who has opened it anew can delete it.
    } catch .cancelled {
      // The secret of an account that is gone has opened another one.
      guard isAnonymous, let now = try await load().user, now != user else { throw .cancelled }
    }
    try await turns.run { () async throws(ServiceFault) in try await leave(user) }
  }

  /// What the service says with 401 where a token was good, and its account is not there any more.
  private static let isGone = "no_account"

  /// A session that the service has just given: whoever is refused with it is not there any more.
  private func proven() async throws(ServiceFault) -> Session {
    let session = try await session()
    do throws(ServiceFault) {
      return try await renewing { () async throws(ServiceFault) in
        let saved = try await load()
        // Whoever has logged out meanwhile does not come back by an old token.
        guard saved.user == session.user, let token = saved.token else { throw .cancelled }
        return try await refreshed(saved, token)
      }
    } catch .refused(401, _, _) {
      return try await renewed(session.token)
    }
  }

  /// Notes on the disk that an account is being taken away, or is not.
  private func mark(_ user: String, isLeaving: Bool) async throws(ServiceFault) {
    try await turns.run { () async throws(ServiceFault) in
      var next = try await load()
      guard next.user == user, next.isLeaving != isLeaving else { return }
      next.isLeaving = isLeaving
      try await keep(next)
    }
  }

  /// Forgets an account that the service has taken away, and its queue; to be called in turn.
  private func leave(_ user: String) async throws(ServiceFault) {
    guard try await load().user == user else {
      return try await kept { () async throws(StorageError) in try await progress.erase(user) }
    }
    try await forget(gone: user)
  }

  /// Goes over to an account that there is not yet; to be called in turn.
  private func forget(gone: String? = nil) async throws(ServiceFault) {
    try await changePlayer(load())
    secret = nil
    var next = Saved(device: Account.newSecret())
    next.gone = gone
    try await keep(next)
    try await changePlayer(next)
  }

  // MARK: - Keeping

  /// The name of its file.
  static let name = "account"

  private static func newSecret() -> String {
    var random = SystemRandomNumberGenerator()
    return (0..<2).map { _ in
      let digits = String(random.next(), radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }

  private func load() async throws(ServiceFault) -> Saved {
    if let saved { return saved }
    let task =
      loading
      ?? Task {
        defer { loading = nil }
        do throws(ServiceFault) {
          return .success(try await read())
        } catch {
          return .failure(error)
        }
      }
    loading = task
    return try await task.value.get()
  }

  /// Reads what is kept; where nothing is, makes the secret of an account and keeps it.
  private func read() async throws(ServiceFault) -> Saved {
    // What cannot be read now is not lost, and nothing takes its place.
    try await kept { () async throws(StorageError) in
      _ = try await storage.read(Account.name, limit: 1 << 20)
    }
    var found: Saved?
    if let file = await SealedFile.read(Account.name, limit: 1 << 14, in: storage),
      let value = try? JSONValue(reading: file.bytes), case .string(let device)? = value["device"]
    {
      var read = Saved(device: device)
      if case .string(let user)? = value["user"] { read.user = user }
      if case .string(let token)? = value["token"] { read.token = token }
      if case .integer(let end)? = value["expiresAt"], SyncTime.range.contains(end) {
        read.expiresAt = end
      }
      read.isRenewing = value["isRenewing"] == .bool(true)
      read.isRegistered = value["isRegistered"] == .bool(true)
      if case .array(let users)? = value["former"] {
        read.former = users.compactMap { if case .string(let user) = $0 { user } else { nil } }
      }
      read.isLeaving = value["isLeaving"] == .bool(true)
      if case .string(let user)? = value["gone"] { read.gone = user }
      found = read
    }
    var new = Saved(device: secret ?? Account.newSecret())
    // A restored backup is without the account: what it has of a player who is not registered goes
    // into the next one.
    if found == nil, let player = try? await progress.unregisteredPlayer { new.former = [player] }
    if let found {
      saved = found
      return found
    }
    // On the disk before the service hears of it: else a kill would cost the account.
    try await keep(new)
    return new
  }

  private func keep(_ next: Saved) async throws(ServiceFault) {
    let value = JSONValue.object([
      JSONMember("device", next.device), JSONMember("user", next.user),
      JSONMember("token", next.token), JSONMember("expiresAt", next.expiresAt),
      JSONMember("isRenewing", next.isRenewing), JSONMember("isRegistered", next.isRegistered),
      JSONMember("former", next.former), JSONMember("isLeaving", next.isLeaving),
      JSONMember("gone", next.gone),
    ])
    try await kept { () async throws(StorageError) in
      try await SealedFile.write(value.text, to: Account.name, in: storage)
    }
    saved = next
  }

  private func kept(
    _ work: () async throws(StorageError) -> Void
  ) async throws(ServiceFault) {
    do throws(StorageError) {
      try await work()
    } catch {
      throw ServiceFault(error)
    }
  }
}
