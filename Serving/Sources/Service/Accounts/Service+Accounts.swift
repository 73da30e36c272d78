import Foundation
import GRDB
import HTTPTypes
import Hummingbird
import Logging

extension Service {
  func addAccounts(to router: Router<ServiceContext>) {
    router.post("auth/anon") { try await anonymous($0, $1) }
    router.post("auth/register") { try await register($0, $1) }
    router.post("auth/login") { try await logIn($0, $1) }
    router.post("auth/logout") { request, _ in try await logOut(request) }
    router.post("auth/refresh") { request, _ in try await refresh(request) }
    router.post("auth/password") { request, _ in try await changePassword(request) }
    router.post("auth/reset") { try await reset($0, $1) }
    router.post("auth/reset/confirm") { try await confirmReset($0, $1) }
    router.get("account/export") { request, _ in try await export(request) }
    router.delete("account") { request, _ in try await remove(request) }
  }

  // MARK: - Opening an account

  private struct Device: Decodable, Sendable {
    let deviceId: String
  }

  private func anonymous(_ request: Request, _ context: ServiceContext) async throws -> Response {
    try limit("anon \(client(request, context))", 10, in: 3600)
    let device = try await texts(request, as: Device.self).deviceId
    // Fewer bits could be guessed.
    guard (22...200).contains(device.utf8.count), device.utf8.allSatisfy({ $0 > 32 && $0 < 127 })
    else {
      throw Refusal.badRequest(
        "bad_device", "deviceId has to be 128 random bits, in 22 to 200 printable characters")
    }
    let now = clock()
    let session = try await database.write { database in
      let user = try Accounts.anonymous(database, device: device, at: now)
      return try Accounts.beginSession(database, of: user, at: now)
    }
    return try await answer(session)
  }

  /// The token of a session: `{userId, token, expiresAt}`.
  private func answer(_ session: Accounts.Session) async throws -> Response {
    let token = try await tokens.token(
      user: session.user, session: session.id, at: clock(), until: session.expiresAt)
    return try Service.answer([
      "userId": session.user, "token": token, "expiresAt": session.expiresAt,
    ])
  }

  private struct Login: Decodable, Sendable {
    let email: String
    let password: String

    /// The address as it is kept; `nil` for what is none.
    var address: String? { Login.address(email) }

    static func address(_ email: String) -> String? {
      // Letters with marks on them lie between a and z, and some others count as those of ASCII.
      guard email.utf8.allSatisfy({ $0 < 128 }) else { return nil }
      let text = email.lowercased()
      let parts = text.split(separator: "@", omittingEmptySubsequences: false)
      // What a mail program could take for an option, a list or a line is left out on purpose.
      guard text.utf8.count <= 254, parts.count == 2, !parts[0].isEmpty, !parts[0].hasPrefix("-"),
        parts[0].allSatisfy({ Login.isPlain($0) || "_.+=~'*/!#$%&?^{|}`-".contains($0) })
      else { return nil }
      let labels = parts[1].split(separator: ".", omittingEmptySubsequences: false)
      let areLabels = labels.allSatisfy { label in
        !label.isEmpty && !label.hasPrefix("-") && !label.hasSuffix("-")
          && label.allSatisfy { Login.isPlain($0) || $0 == "-" }
      }
      guard labels.count >= 2, areLabels else { return nil }
      return text
    }

    private static func isPlain(_ character: Character) -> Bool {
      ("a"..."z").contains(character) || ("0"..."9").contains(character)
    }
  }

  private func register(_ request: Request, _ context: ServiceContext) async throws -> Response {
    try limit("register \(client(request, context))", 5, in: 3600)
    let caller = try await caller(request)
    let login = try await texts(request, as: Login.self)
    let address = try Service.valid(login)
    // What is taken is told before the work, too.
    try await database.read { database in
      try Accounts.checkFree(database, caller.user, email: address)
    }
    let hash = try await passwords.hash(login.password)
    let now = clock()
    let session = try await database.write { database in
      try Accounts.checkOpen(database, session: caller.session, of: caller.user, at: now)
      try Accounts.register(database, caller.user, email: address, hash, at: now)
      try Accounts.endSessions(database, of: caller.user)
      return try Accounts.beginSession(database, of: caller.user, at: now)
    }
    return try await answer(session)
  }

  private static func valid(_ login: Login) throws -> String {
    guard let address = login.address else {
      throw Refusal(.unprocessableContent, "bad_email", "this is no e-mail address")
    }
    try validate(login.password)
    return address
  }

  private static func validate(_ password: String) throws {
    guard Passwords.lengths.contains(password.utf8.count) else {
      throw Refusal(
        .unprocessableContent, "bad_password",
        "a password has \(Passwords.lengths.lowerBound) to \(Passwords.lengths.upperBound) bytes")
    }
  }

  // MARK: - Logging in

  private func logIn(_ request: Request, _ context: ServiceContext) async throws -> Response {
    let login = try await texts(request, as: Login.self)
    let address = login.address ?? ""
    let client = client(request, context)
    try limit("login \(client)", 10, in: 900)
    try limit("login \(address)", 10, in: 900)
    // The account of the phone that logs in, which goes into the one that it logs in to.
    let former = try await formerCaller(request)
    while true {
      let known = try await database.read { try Accounts.credentials($0, email: address) }
      let (isRight, renewed) = try await passwords.check(login.password, against: known?.hash)
      guard isRight, let known else {
        metrics.count(.login(isRight: false))
        throw Refusal(.unauthorized, "bad_login", "the address or the password is wrong")
      }
      let session = try await withTree {
        try await beginSession(of: known, renewed, takingAlong: former)
      }
      guard let session else { continue }
      metrics.count(.login(isRight: true))
      return try await answer(session)
    }
  }

  /// Begins a session of whoever has shown a password, and takes a phone's account along.
  ///
  /// - Returns: `nil` where another hash is kept by now: the password was changed while this one
  ///   was worked on, or another login has renewed what is kept of it.
  private func beginSession(
    of known: (user: String, hash: Passwords.Hash), _ renewed: Passwords.Hash?,
    takingAlong former: Caller?
  ) async throws -> Accounts.Session? {
    let (now, user) = (clock(), known.user)
    return try await database.write { database -> Accounts.Session? in
      // The one of this moment: rows that are there may be of a release that has just come.
      let release = try release()
      guard try Accounts.hash(database, of: user)?.hash == known.hash.hash else { return nil }
      if let renewed { try Accounts.keep(database, renewed, of: user, at: now) }
      if let former, former.user != user,
        try Accounts.isOpen(database, session: former.session, of: former.user, at: now),
        try Accounts.email(database, of: former.user) == nil
      {
        try Rows.merge(database, from: former.user, into: user, at: now) { row, id in
          try desk.fitted(row, id, release)
        }
      }
      return try Accounts.beginSession(database, of: user, at: now)
    }
  }

  /// The account of the phone that logs in; `nil` where it shows no token, or one that is not good.
  private func formerCaller(_ request: Request) async throws -> Caller? {
    do {
      return try await optionalCaller(request)
    } catch is Refusal {
      return nil
    }
  }

  private func logOut(_ request: Request) async throws -> Response {
    let caller = try await caller(request)
    try await database.write { try Accounts.endSession($0, caller.session) }
    return try Service.answer(["success": true])
  }

  private func refresh(_ request: Request) async throws -> Response {
    let caller = try await caller(request)
    try limit("refresh \(caller.user)", 60, in: 60)
    let now = clock()
    let session = try await database.write { database in
      try Accounts.renewSession(database, caller.session, of: caller.user, at: now)
    }
    return try await answer(session)
  }

  // MARK: - Passwords

  private struct Change: Decodable, Sendable {
    let password: String
    let newPassword: String
  }

  private func changePassword(_ request: Request) async throws -> Response {
    let caller = try await caller(request)
    try limit("password \(caller.user)", 10, in: 900)
    let change = try await texts(request, as: Change.self)
    try Service.validate(change.newPassword)
    var isDone = false
    while !isDone {
      let known = try await database.read { try Accounts.hash($0, of: caller.user) }
      let (isRight, _) = try await passwords.check(change.password, against: known)
      guard isRight else { throw Refusal(.forbidden, "bad_password", "the password is wrong") }
      let hash = try await passwords.hash(change.newPassword)
      let now = clock()
      isDone = try await database.write { database in
        try Accounts.checkOpen(database, session: caller.session, of: caller.user, at: now)
        // It may have been changed, or renewed by a login, while this one was worked on.
        guard try Accounts.hash(database, of: caller.user)?.hash == known?.hash else {
          return false
        }
        try Accounts.keep(database, hash, of: caller.user, at: now)
        try Accounts.endSessions(database, of: caller.user, but: caller.session)
        // A mail that was sent for the password before opens nothing any more.
        try Accounts.endReset(database, of: caller.user)
        return true
      }
    }
    return try Service.answer(["success": true])
  }

  private struct Address: Decodable, Sendable {
    let email: String
  }

  private func reset(_ request: Request, _ context: ServiceContext) async throws -> Response {
    let email = Login.address(try await texts(request, as: Address.self).email)
    try limit("reset \(client(request, context))", 10, in: 3600)
    // What is no address has no account, and no place in the memory.
    if let email { try limit("reset \(email)", 3, in: 3600) }
    if let email, let send = settings.sendReset {
      let logger = context.logger
      // Nobody waits for it: an account costs time that would tell that it is there.
      Task.detached { await beginReset(email, send, logger) }
    }
    return try Service.answer(["success": true])
  }

  private func beginReset(
    _ email: String, _ send: @Sendable (String, String) async -> ResetMail, _ logger: Logger
  ) async {
    let now = clock()
    do {
      let secret = try await database.write { database -> String? in
        guard let user = try Accounts.user(database, email: email) else { return nil }
        return try Accounts.beginReset(database, of: user, at: now)
      }
      guard let secret else { return }
      let mail = await send(email, secret)
      metrics.count(.resetMail(mail))
      if let fault = mail.fault { faults.tell("reset hook: \(fault)", to: logger) }
    } catch {
      faults.tell("a forgotten password: the database takes no link for it", to: logger)
    }
  }

  private struct Confirmation: Decodable, Sendable {
    let token: String
    let password: String
  }

  private func confirmReset(_ request: Request, _ context: ServiceContext) async throws -> Response
  {
    try limit("confirm \(client(request, context))", 10, in: 3600)
    let confirmation = try await texts(request, as: Confirmation.self)
    try Service.validate(confirmation.password)
    let hash = try await passwords.hash(confirmation.password)
    let now = clock()
    let session = try await database.write { database -> Accounts.Session? in
      guard let user = try Accounts.takeReset(database, confirmation.token, at: now) else {
        return nil
      }
      try Accounts.keep(database, hash, of: user, at: now)
      try Accounts.endSessions(database, of: user)
      return try Accounts.beginSession(database, of: user, at: now)
    }
    guard let session else {
      throw Refusal(.unauthorized, "bad_reset", "this link is not good, or not good any more")
    }
    return try await answer(session)
  }

  // MARK: - All of an account

  private func export(_ request: Request) async throws -> Response {
    let caller = try await caller(request)
    // It reads all rows anew, with what was answered: megabytes, for one short request.
    try limit("export \(caller.user)", 10, in: 3600)
    let body = try await database.read { database -> Data in
      var members: [String: Any] = [:]
      for (table, rows) in try Export.rows(database, of: caller.user) {
        members[table] = rows.map(Service.members)
      }
      return try Service.encoded(members)
    }
    return Service.answer(body)
  }

  private static func members(_ row: Row) -> [String: Any] {
    var members: [String: Any] = [:]
    for (name, value) in row {
      switch value.storage {
      case .null: members[name] = NSNull()
      case .int64(let number): members[name] = Int(number)
      case .double(let number): members[name] = number
      case .string(let text): members[name] = text
      case .blob(let data): members[name] = data.base64EncodedString()
      }
    }
    return members
  }

  private func remove(_ request: Request) async throws -> Response {
    let caller = try await caller(request)
    let now = clock()
    try await database.write { database in
      try Accounts.checkOpen(database, session: caller.session, of: caller.user, at: now)
      try Accounts.remove(database, caller.user)
    }
    return try Service.answer(["success": true])
  }
}
