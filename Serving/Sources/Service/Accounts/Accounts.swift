import Crypto
import Foundation
import GRDB
import HTTPTypes

/// Users, their sessions and what opens them, in the database.
///
/// Nothing here looks at a clock: times are handed in, in milliseconds since 1970.
enum Accounts {
  /// How long a session lasts: 30 days.
  static let sessionLength = 30 * 86_400_000
  /// How long a session may go on beside the one that is to take its place: a week, which is what a
  /// phone's session has left when it asks for another.
  static let overlap = 7 * 86_400_000
  /// For how long whoever asks again is given the same session again: five minutes.
  static let together = 5 * 60_000
  /// How long the answer to a forgotten password is good: an hour.
  static let resetLength = 3_600_000

  struct Session: Sendable {
    let id: String
    let user: String
    let expiresAt: Int
  }

  /// 128 random bits, in hexadecimal.
  static func randomID() -> String {
    SymmetricKey(size: .bits128).withUnsafeBytes { bytes in
      bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }
  }

  static func digest(_ text: String) -> Data { Data(SHA256.hash(data: Array(text.utf8))) }

  // MARK: - Users

  /// The anonymous account of a phone: the one that it opened before, or a new one.
  ///
  /// - Throws: `Refusal` 409 where the account is registered by now: a phone's secret is no
  ///   password.
  static func anonymous(_ database: Database, device: String, at now: Int) throws -> String {
    let digest = digest(device)
    if let row = try Row.fetchOne(
      database,
      sql: """
        SELECT users.id, users.email FROM devices JOIN users ON users.id = devices.user_id
        WHERE devices.digest = ?
        """, arguments: [digest])
    {
      guard (row["email"] as String?) == nil else {
        throw Refusal(.conflict, "registered", "this phone's account has a password by now: log in")
      }
      return row["id"]
    }
    let id = randomID()
    try database.execute(
      sql: "INSERT INTO users (id, created_at, updated_at) VALUES (?, ?, ?)",
      arguments: [id, now, now])
    try database.execute(
      sql: "INSERT INTO devices (digest, user_id) VALUES (?, ?)", arguments: [digest, id])
    return id
  }

  static func email(_ database: Database, of user: String) throws -> String? {
    try String.fetchOne(database, sql: "SELECT email FROM users WHERE id = ?", arguments: [user])
  }

  static func exists(_ database: Database, _ user: String) throws -> Bool {
    try Bool.fetchOne(
      database.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM users WHERE id = ?)"),
      arguments: [user]) ?? false
  }

  static func user(_ database: Database, email: String) throws -> String? {
    try String.fetchOne(database, sql: "SELECT id FROM users WHERE email = ?", arguments: [email])
  }

  /// Checks that an account is anonymous, and that nobody has an e-mail address.
  ///
  /// - Throws: `Refusal` 409 where the address, or the account, is taken.
  static func checkFree(_ database: Database, _ user: String, email: String) throws {
    guard try self.email(database, of: user) == nil else {
      throw Refusal(.conflict, "registered", "this account is registered already")
    }
    guard try self.user(database, email: email) == nil else {
      throw Refusal(.conflict, "email_taken", "this address has an account: log in")
    }
  }

  /// Gives an anonymous account an e-mail address and a password.
  ///
  /// - Throws: `Refusal` 409 where the address, or the account, is taken.
  static func register(
    _ database: Database, _ user: String, email: String, _ hash: Passwords.Hash, at now: Int
  ) throws {
    try checkFree(database, user, email: email)
    try database.execute(
      sql: "UPDATE users SET email = ?, updated_at = ? WHERE id = ?", arguments: [email, now, user])
    try keep(database, hash, of: user, at: now)
  }

  static func keep(_ database: Database, _ hash: Passwords.Hash, of user: String, at now: Int)
    throws
  {
    try database.execute(
      sql: """
        INSERT INTO credentials (user_id, hash, salt, rounds, block_size, updated_at)
        VALUES (?, ?, ?, ?, ?, ?)
        ON CONFLICT (user_id) DO UPDATE SET hash = excluded.hash, salt = excluded.salt,
          rounds = excluded.rounds, block_size = excluded.block_size,
          updated_at = excluded.updated_at
        """, arguments: [user, hash.hash, hash.salt, hash.rounds, hash.blockSize, now])
  }

  static func credentials(
    _ database: Database, email: String
  ) throws -> (user: String, hash: Passwords.Hash)? {
    try Row.fetchOne(
      database,
      sql: """
        SELECT users.id, hash, salt, rounds, block_size
        FROM users JOIN credentials ON credentials.user_id = users.id WHERE users.email = ?
        """, arguments: [email]
    ).map { row in
      (
        row["id"],
        Passwords.Hash(
          hash: row["hash"], salt: row["salt"], rounds: row["rounds"], blockSize: row["block_size"])
      )
    }
  }

  static func hash(_ database: Database, of user: String) throws -> Passwords.Hash? {
    try Row.fetchOne(
      database, sql: "SELECT hash, salt, rounds, block_size FROM credentials WHERE user_id = ?",
      arguments: [user]
    ).map {
      Passwords.Hash(
        hash: $0["hash"], salt: $0["salt"], rounds: $0["rounds"], blockSize: $0["block_size"])
    }
  }

  /// Takes everything of a user away.
  static func remove(_ database: Database, _ user: String) throws {
    try PurchaseLedger.forget(database, user)
    try database.execute(sql: "DELETE FROM users WHERE id = ?", arguments: [user])
  }

  // MARK: - Sessions

  /// Begins a session, which may be to take the place of another: see `renewSession`.
  static func beginSession(
    _ database: Database, of user: String, inPlaceOf former: String? = nil, at now: Int
  ) throws -> Session {
    let session = Session(id: randomID(), user: user, expiresAt: now + sessionLength)
    try database.execute(
      sql: """
        INSERT INTO sessions (id, user_id, created_at, expires_at, former) VALUES (?, ?, ?, ?, ?)
        """, arguments: [session.id, user, now, session.expiresAt, former])
    // Now and then what is over goes.
    try database.execute(sql: "DELETE FROM sessions WHERE expires_at < ?", arguments: [now])
    return session
  }

  /// Begins the session that is to take the place of an open one.
  ///
  /// The answer may be lost on its way, so the former goes on until the new one is used, for a week
  /// at most, and can ask again: two requests at once are given the same session, and later ones
  /// another. What was begun before and never used ends then: whoever has it is not who asks now.
  ///
  /// - Throws: `Refusal` 401 where the session was ended.
  static func renewSession(
    _ database: Database, _ session: String, of user: String, at now: Int
  ) throws -> Session {
    try checkOpen(database, session: session, of: user, at: now)
    try settle(database, session)
    let begun = try Row.fetchOne(
      database, sql: "SELECT id, created_at, expires_at FROM sessions WHERE former = ?",
      arguments: [session])
    if let begun, now - begun["created_at"] < together {
      return Session(id: begun["id"], user: user, expiresAt: begun["expires_at"])
    }
    try database.execute(sql: "DELETE FROM sessions WHERE former = ?", arguments: [session])
    // Asking again does not put the end off.
    try database.execute(
      sql: "UPDATE sessions SET expires_at = min(expires_at, ?) WHERE id = ?",
      arguments: [now + overlap, session])
    return try beginSession(database, of: user, inPlaceOf: session, at: now)
  }

  /// Ends the session whose place another takes, for that has arrived: it is used.
  static func settle(_ database: Database, _ session: String) throws {
    try database.execute(
      sql: "DELETE FROM sessions WHERE id = (SELECT former FROM sessions WHERE id = ?)",
      arguments: [session])
    try database.execute(
      sql: "UPDATE sessions SET former = NULL WHERE id = ? AND former IS NOT NULL",
      arguments: [session])
  }

  /// What there is of a session that is open.
  enum Standing: Sendable {
    /// It is to take the place of another, and was not used so far.
    case unused
    case used
  }

  /// - Returns: `nil` where the session is not open.
  static func standing(
    _ database: Database, session: String, of user: String, at now: Int
  ) throws -> Standing? {
    try Bool.fetchOne(
      database.cachedStatement(
        sql: """
          SELECT former IS NOT NULL FROM sessions WHERE id = ? AND user_id = ? AND expires_at > ?
          """), arguments: [session, user, now]
    ).map { $0 ? .unused : .used }
  }

  static func isOpen(_ database: Database, session: String, of user: String, at now: Int) throws
    -> Bool
  {
    try standing(database, session: session, of: user, at: now) != nil
  }

  /// Checks within a write that a session is open still: it may have been ended since the request
  /// was let in.
  ///
  /// - Throws: `Refusal` 401 where it was, or the account has gone.
  static func checkOpen(_ database: Database, session: String, of user: String, at now: Int) throws
  {
    if try isOpen(database, session: session, of: user, at: now) { return }
    throw try exists(database, user) ? Refusal.unauthorized : Refusal.noAccount
  }

  /// Ends a session, with the one whose place it takes and the one that was to take its own.
  static func endSession(_ database: Database, _ session: String) throws {
    try settle(database, session)
    try database.execute(
      sql: "DELETE FROM sessions WHERE id = ? OR former = ?", arguments: [session, session])
  }

  /// Ends all sessions of a user but one.
  static func endSessions(_ database: Database, of user: String, but session: String? = nil) throws
  {
    try database.execute(
      sql: "DELETE FROM sessions WHERE user_id = ? AND id IS NOT ?", arguments: [user, session])
  }

  // MARK: - Forgotten passwords

  /// Makes what is sent to the owner of an address.
  static func beginReset(_ database: Database, of user: String, at now: Int) throws -> String {
    let secret = randomID()
    try database.execute(
      sql: "DELETE FROM resets WHERE user_id = ? OR expires_at < ?", arguments: [user, now])
    try database.execute(
      sql: "INSERT INTO resets (digest, user_id, expires_at) VALUES (?, ?, ?)",
      arguments: [digest(secret), user, now + resetLength])
    return secret
  }

  /// Ends what was sent and not taken.
  static func endReset(_ database: Database, of user: String) throws {
    try database.execute(sql: "DELETE FROM resets WHERE user_id = ?", arguments: [user])
  }

  /// Takes what was sent, once.
  static func takeReset(_ database: Database, _ secret: String, at now: Int) throws -> String? {
    let user = try String.fetchOne(
      database, sql: "SELECT user_id FROM resets WHERE digest = ? AND expires_at > ?",
      arguments: [digest(secret), now])
    try database.execute(sql: "DELETE FROM resets WHERE digest = ?", arguments: [digest(secret)])
    return user
  }
}
