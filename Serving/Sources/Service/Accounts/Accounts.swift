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
  /// - Throws: `Refusal` 409 where the account is registered by now: a phone's secret is no password.
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

  static func beginSession(_ database: Database, of user: String, at now: Int) throws -> Session {
    let session = Session(id: randomID(), user: user, expiresAt: now + sessionLength)
    try database.execute(
      sql: "INSERT INTO sessions (id, user_id, created_at, expires_at) VALUES (?, ?, ?, ?)",
      arguments: [session.id, user, now, session.expiresAt])
    // Now and then what is over goes.
    try database.execute(sql: "DELETE FROM sessions WHERE expires_at < ?", arguments: [now])
    return session
  }

  static func isOpen(_ database: Database, session: String, of user: String, at now: Int) throws
    -> Bool
  {
    try Bool.fetchOne(
      database.cachedStatement(
        sql: """
          SELECT EXISTS (SELECT 1 FROM sessions WHERE id = ? AND user_id = ? AND expires_at > ?)
          """), arguments: [session, user, now]) ?? false
  }

  /// Checks within a write that a session is open still: it may have been ended since the request
  /// was let in.
  ///
  /// - Throws: `Refusal` 401 where it was.
  static func checkOpen(_ database: Database, session: String, of user: String, at now: Int) throws
  {
    guard try isOpen(database, session: session, of: user, at: now) else {
      throw Refusal.unauthorized
    }
  }

  static func endSession(_ database: Database, _ session: String) throws {
    try database.execute(sql: "DELETE FROM sessions WHERE id = ?", arguments: [session])
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

  /// Takes what was sent, once.
  static func takeReset(_ database: Database, _ secret: String, at now: Int) throws -> String? {
    let user = try String.fetchOne(
      database, sql: "SELECT user_id FROM resets WHERE digest = ? AND expires_at > ?",
      arguments: [digest(secret), now])
    try database.execute(sql: "DELETE FROM resets WHERE digest = ?", arguments: [digest(secret)])
    return user
  }
}
