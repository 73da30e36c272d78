package import AlmanacTree
import Foundation
import GRDB
package import HTTPTypes
package import Hummingbird
package import NIOCore
import NIOHTTP1
import PlayerState

/// The apps' service: accounts, sync and purchases over one database.
///
/// Each handler reads what it was sent, asks the database, and answers with JSON. Whatever it
/// throws becomes an answer in `ServiceErrors`.
package struct Service: Sendable {
  /// What it is run with.
  package struct Settings: Sendable {
    /// The proxies whose `X-Forwarded-For` is believed.
    package var trustedProxies: Set<String> = []
    /// How the shop shows that it is itself; without it, no event is taken.
    package var webhook: WebhookKey?
    /// Whether purchases in the shop's sandbox count.
    package var acceptsSandbox = false
    /// Sends what a forgotten password needs, to an address; without it nothing is sent.
    package var sendReset: (@Sendable (_ email: String, _ secret: String) async -> ResetMail)?
    /// Who may read the metrics besides this machine.
    package var metricsReaders: Set<String> = []
    /// Whether how often a client may ask is limited.
    package var isLimited = true

    package init() {}
  }

  let database: ServiceDatabase
  let tokens: Tokens
  let passwords: Passwords
  let settings: Settings
  let limits = Limits()
  let metrics: Metrics
  let downloads = Downloads()
  let faults = Faults()
  let desk: SyncDesk
  /// The release as it is now.
  let release: @Sendable () throws -> PublishedRelease
  /// Milliseconds since 1970.
  let clock: @Sendable () -> Int
  /// Seconds of a clock that only goes forward, whatever becomes of the other: limits go by it.
  let uptime: @Sendable () -> Double

  package init(
    database: ServiceDatabase, tokens: Tokens, passwords: Passwords, settings: Settings,
    metrics: Metrics = Metrics(), release: @escaping @Sendable () throws -> PublishedRelease,
    noteDamage: @escaping @Sendable () -> Void,
    clock: @escaping @Sendable () -> Int = { Int(Date().timeIntervalSince1970 * 1000) },
    uptime: @escaping @Sendable () -> Double = { (ContinuousClock.now - begun) / .seconds(1) }
  ) {
    self.database = database
    desk = SyncDesk(places: Places(noteDamage: noteDamage), epoch: database.epoch)
    self.tokens = tokens
    self.passwords = passwords
    self.settings = settings
    self.metrics = metrics
    self.release = release
    self.clock = clock
    self.uptime = uptime
  }

  private static let begun = ContinuousClock.now

  /// Adds all endpoints to a router.
  package func add(to router: Router<ServiceContext>) {
    addAccounts(to: router)
    addSync(to: router)
    addWebhook(to: router)
  }

  /// Whether the database answers.
  package func ping() async throws {
    _ = try await database.read { try Int.fetchOne($0, sql: "SELECT 1") }
  }

  /// Whether a request comes with a token; a bad one is refused.
  package func isCaller(_ request: Request) async throws -> Bool {
    try await optionalCaller(request) != nil
  }

  /// Whether a caller may have a pack that has to be bought.
  ///
  /// - Throws: `Refusal` 401 without a token.
  package func isEntitled(
    _ request: Request, to pack: String, products: [String]
  ) async throws -> Bool {
    let caller = try await caller(request)
    let now = clock()
    let names = try await database.read { try Entitlements.names($0, of: caller.user, at: now) }
    return Purchases(names).opens(pack: pack, products: products)
  }

  /// Takes a request for puzzles into account.
  ///
  /// - Throws: `Refusal` 429.
  package func limitPuzzles(_ request: Request, _ context: ServiceContext) throws {
    try takePuzzle(by: client(request, context))
  }

  /// The same for whoever answers it elsewhere: takes it into account where that is possible.
  package func takePuzzle(_ headers: HTTPFields, from address: SocketAddress?) -> Bool {
    let client = ServiceContext.client(headers, at: address, trusting: settings.trustedProxies)
    return (try? takePuzzle(by: client)) != nil
  }

  private func takePuzzle(by client: String) throws { try limit("puzzles \(client)", 300, in: 60) }

  /// Whether whoever asks may read the metrics: this machine, through no proxy, and who is named.
  package func mayReadMetrics(_ request: Request, _ context: ServiceContext) -> Bool {
    context.isLocal(request) || context.isDirect(from: settings.metricsReaders)
  }

  /// Whether a day, week or month is anybody's yet, or will be by tomorrow.
  package func isOpen(_ cadence: String, _ key: String) -> Bool {
    Service.opening(of: cadence, key).map { $0 <= now } ?? false
  }

  /// Since when that is so, in milliseconds since 1970; `nil` for what is no day, week or month.
  package static func opening(of cadence: String, _ key: String) -> Int? {
    Horizon.opening(of: "\(cadence):\(key)")
  }

  /// Milliseconds since 1970.
  package var now: Int { clock() }

  // MARK: - What all handlers need

  /// Who asks.
  struct Caller: Sendable {
    let user: String
    let session: String
  }

  /// Who asks, by a token whose session is open.
  ///
  /// - Throws: `Refusal` 401.
  func caller(_ request: Request) async throws -> Caller {
    guard let caller = try await optionalCaller(request) else { throw Refusal.unauthorized }
    return caller
  }

  /// The same where a token may be left out; one that is not good is still refused.
  func optionalCaller(_ request: Request) async throws -> Caller? {
    guard let header = request.headers[.authorization] else { return nil }
    guard header.lowercased().hasPrefix("bearer "),
      let claims = await tokens.claims(String(header.dropFirst("Bearer ".count)))
    else { throw Refusal.unauthorized }
    let now = clock()
    let standing = try await database.read { database in
      let standing = try Accounts.standing(
        database, session: claims.session, of: claims.user, at: now)
      // We have signed it: there was such an account. Whoever has deleted it, and lost the answer,
      // has to know.
      if standing == nil, try !Accounts.exists(database, claims.user) { throw Refusal.noAccount }
      return standing
    }
    guard let standing else { throw Refusal.unauthorized }
    if standing == .unused {
      // The token has arrived. Where that cannot be noted, nobody is refused what only reads: the
      // next use notes it.
      try? await database.write { try Accounts.settle($0, claims.session) }
    }
    return Caller(user: claims.user, session: claims.session)
  }

  func limit(_ name: String, _ count: Int, in seconds: Int) throws {
    guard settings.isLimited else { return }
    try limits.take(name, Limits.Rate(count, in: seconds), at: uptime())
  }

  /// Does what holds rows against the tree, and does it once more where that is damaged: it may
  /// have become another since it was looked at.
  func withTree<Value>(_ work: () async throws -> Value) async throws -> Value {
    do {
      return try await work()
    } catch is TreeDamage {
      return try await work()
    }
  }

  func client(_ request: Request, _ context: ServiceContext) -> String {
    context.client(request, trusting: settings.trustedProxies)
  }

  /// A body of JSON.
  ///
  /// - Throws: `Refusal` 415, 413 or 400.
  func body(_ request: Request, upTo most: Int) async throws -> [UInt8] {
    let bytes = try await rawBody(request, upTo: most)
    try Service.checkJSON(bytes)
    return bytes
  }

  static func checkJSON(_ bytes: [UInt8]) throws {
    do throws(StrictJSONError) {
      try StrictJSON.check(bytes)
    } catch {
      throw Refusal.badRequest("bad_json", "the body is no JSON: \(error.message)")
    }
  }

  /// Holds JSON that was read already against how deep it may be nested.
  static func checkDepth(_ bytes: [UInt8]) throws {
    guard StrictJSON.depth(of: bytes) <= StrictJSON.deepest else {
      throw Refusal.badRequest("bad_json", "the body is nested too deep")
    }
  }

  /// A body that says it is JSON.
  ///
  /// - Throws: `Refusal` 415 or 413.
  func rawBody(_ request: Request, upTo most: Int) async throws -> [UInt8] {
    let type = request.headers[.contentType]?.split(separator: ";").first?
      .filter { $0 != " " }.lowercased()
    guard type == "application/json" else {
      throw Refusal(.unsupportedMediaType, "not_json", "the body has to be application/json")
    }
    if let length = request.headers[.contentLength].flatMap(Int.init), length > most {
      throw Service.tooLarge(most)
    }
    let buffer = try await Service.collected(request.body, upTo: most)
    return Array(buffer.readableBytesView)
  }

  /// How long a body may take to arrive.
  private static let patience = Duration.seconds(20)

  /// A whole body; who sends it byte by byte holds nothing up for long.
  private static func collected(_ body: RequestBody, upTo most: Int) async throws -> ByteBuffer {
    try await withThrowingTaskGroup(of: ByteBuffer.self) { group in
      group.addTask {
        do {
          return try await body.collect(upTo: most)
        } catch is NIOTooManyBytesError {
          throw tooLarge(most)
        } catch let error as HTTPParserError {
          throw error
        } catch {
          // Whoever sends it is gone: that is no fault of the house.
          throw Refusal.badRequest("cut_off", "the body did not arrive whole")
        }
      }
      group.addTask {
        try await Task.sleep(for: patience)
        throw Refusal(.requestTimeout, "too_slow", "the body did not arrive in time")
      }
      defer { group.cancelAll() }
      guard let buffer = try await group.next() else { throw CancellationError() }
      return buffer
    }
  }

  private static func tooLarge(_ most: Int) -> Refusal {
    Refusal(.contentTooLarge, "too_large", "the body has more than \(most) bytes")
  }

  /// Members of a body that are texts.
  func texts<Shape: Decodable>(_ request: Request, as shape: Shape.Type) async throws -> Shape {
    let bytes = try await body(request, upTo: 4096)
    do {
      return try JSONDecoder().decode(Shape.self, from: Data(bytes))
    } catch {
      throw Refusal.badRequest("bad_request", "a member is missing or of another kind")
    }
  }

  static func answer(_ members: [String: Any], status: HTTPResponse.Status = .ok) throws -> Response
  {
    answer(try encoded(members), status: status)
  }

  static func encoded(_ members: [String: Any]) throws -> Data {
    try JSONSerialization.data(
      withJSONObject: members, options: [.sortedKeys, .withoutEscapingSlashes])
  }

  static func answer(_ body: Data, status: HTTPResponse.Status = .ok) -> Response {
    Response(
      status: status,
      headers: [.contentType: "application/json", .cacheControl: "private, no-store"],
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: body)))
  }
}
