import AlmanacTree
import Crypto
import Foundation
import GRDB
import HTTPTypes
import Hummingbird
import JSONText
import PlayerState

extension Service {
  func addSync(to router: Router<ServiceContext>) {
    router.get("sync") { request, _ in try await pull(request) }
    router.post("sync") { request, _ in try await push(request) }
  }

  private func pull(_ request: Request) async throws -> Response {
    let caller = try await caller(request)
    try limit("sync \(caller.user)", 60, in: 60)
    var since = -1
    if let text = request.uri.queryParameters["since"] {
      guard let number = Int(text), number >= 0 else {
        throw Refusal.badRequest("bad_cursor", "since is no cursor that this service gave")
      }
      since = number
    }
    let (now, from) = (clock(), since)
    let (body, tag) = try await withTree {
      try await database.read { database -> (Data, String) in
        // In this order: no row that is read here is of a later release than the one that it is
        // held against.
        _ = try Rows.change(database, of: caller.user)
        var members = try desk.answer(
          database, to: caller.user, since: from, try release(), at: now)
        // The time of the answer is no part of what it says.
        let tag = EntityTag.tag(of: JSONValue.byKey(members).text)
        members["serverTime"] = .integer(now)
        return (Data(JSONValue.byKey(members).text), tag)
      }
    }
    var response =
      EntityTag.isKnown(tag, by: request.headers[.ifNoneMatch])
      ? Response(status: .notModified) : Service.answer(body)
    response.headers[.eTag] = tag
    response.headers[.cacheControl] = "private, no-cache"
    response.headers[.vary] = "Authorization"
    return response
  }

  private func push(_ request: Request) async throws -> Response {
    let caller = try await caller(request)
    try limit("sync \(caller.user)", 60, in: 60)
    let key = OurFields.idempotencyKey.flatMap { request.headers[$0] }
    if let key, !(1...200).contains(key.utf8.count) {
      throw Refusal.badRequest("bad_key", "Idempotency-Key has 1 to 200 characters")
    }
    // It is read once, strictly; what is wrong with it is looked for when there is something.
    let bytes = try await rawBody(request, upTo: 1 << 20)
    let now = clock()
    let sent: SyncRequest
    do throws(SyncError) {
      sent = try SyncRequest(reading: bytes, at: now)
    } catch {
      try Service.checkJSON(bytes)
      throw Refusal.badRequest("bad_request", error.message)
    }
    try Service.checkDepth(bytes)
    guard sent.count <= SyncRequest.mostRows else {
      throw Refusal(
        .contentTooLarge, "too_many", "at most \(SyncRequest.mostRows) entries at once")
    }
    return Service.answer(
      try await withTree { try await take(sent, bytes, key, of: caller.user, at: now) })
  }

  /// Merges what was sent, in one transaction; the body of the answer.
  ///
  /// With a key, a request that has been answered gets the same body again.
  private func take(
    _ sent: SyncRequest, _ bytes: [UInt8], _ key: String?, of user: String, at now: Int
  ) async throws -> Data {
    // Packs are read before the writer is held up. By its turn, the release may be another: then
    // rows are held against that, since those that are there may have been already.
    let early = try release()
    let checked = try desk.check(sent, early, at: now)
    let merge = { @Sendable (database: Database) throws -> (SyncDesk.Outcome, [String: String]) in
      let release = try release()
      let (rows, rejected) =
        release.digest == early.digest ? checked : try desk.check(sent, release, at: now)
      let outcome = try desk.merge(database, rows, sent, of: user, release, at: now)
      metrics.count(.syncEntry("taken"), rows.count)
      metrics.count(.syncEntry("rejected"), rejected.count)
      return (outcome, rejected)
    }
    if let key {
      let digest = Data(SHA256.hash(data: bytes))
      return try await database.write { database -> Data in
        guard try Accounts.exists(database, user) else { throw Refusal.noAccount }
        let known = try Service.answer(database, to: key, of: user, digest, at: now)
        if let known { return known }
        let (outcome, rejected) = try merge(database)
        let body = self.body(of: outcome, rejected, at: now)
        try Service.forget(database, of: user, at: now)
        try database.execute(
          sql: """
            INSERT OR REPLACE INTO answers (user_id, key, request, answer, created_at)
            VALUES (?, ?, ?, ?, ?)
            """, arguments: [user, key, digest, body, now])
        return body
      }
    }
    let (outcome, rejected) = try await database.write { database in
      // The account may have gone while the request was on its way.
      guard try Accounts.exists(database, user) else { throw Refusal.noAccount }
      return try merge(database)
    }
    // There is one writer: what needs no database is done without it.
    return body(of: outcome, rejected, at: now)
  }

  private func body(
    of outcome: SyncDesk.Outcome, _ rejected: [String: String], at now: Int
  ) -> Data {
    let refused = rejected.merging(outcome.rejected) { $1 }
    let answer = JSONValue.object([
      JSONMember("conflicts", .array(outcome.conflicts.map { .string($0.id) })),
      JSONMember(
        "current",
        .object(
          outcome.conflicts.map {
            JSONMember($0.id, $0.row.progress.row(receivedAt: $0.row.receivedAt))
          })),
      JSONMember("cursor", outcome.change), JSONMember("epoch", desk.epoch),
      JSONMember("rejected", .byKey(refused.mapValues { .string($0) })),
      JSONMember("serverTime", now), JSONMember("success", true),
    ])
    return Data(answer.text)
  }

  /// How many answers are kept for a user.
  private static let mostAnswers = 20

  /// Makes room for another answer: the oldest go.
  ///
  /// Before them go those of later than now, from a clock that was ahead: they would stay for as
  /// long as it was, and every answer since would be forgotten with the next one.
  private static func forget(_ database: Database, of user: String, at now: Int) throws {
    try database.execute(
      sql: """
        DELETE FROM answers WHERE user_id = ? AND key NOT IN (
          SELECT key FROM answers WHERE user_id = ?
          ORDER BY created_at > ?, created_at DESC, key LIMIT ?)
        """, arguments: [user, user, now, mostAnswers - 1])
  }

  /// The answer that was given to a request before, for a day.
  ///
  /// - Throws: `Refusal` 422 where the key came with something else.
  private static func answer(
    _ database: Database, to key: String, of user: String, _ request: Data, at now: Int
  ) throws -> Data? {
    try database.execute(
      sql: "DELETE FROM answers WHERE created_at < ?", arguments: [now - 86_400_000])
    let row = try Row.fetchOne(
      database, sql: "SELECT request, answer FROM answers WHERE user_id = ? AND key = ?",
      arguments: [user, key])
    guard let row else { return nil }
    guard row["request"] == request else {
      throw Refusal(
        .unprocessableContent, "key_reused", "this Idempotency-Key came with another body")
    }
    return row["answer"]
  }
}
