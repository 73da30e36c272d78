import AlmanacTree
import Foundation
import HTTPTypes
import Hummingbird
import PlayerState
import Service

/// The app's endpoints, as its own document has them.
struct Endpoints {
  /// What becomes of packs that are not free.
  enum Paid: String, CaseIterable {
    /// Anybody gets them.
    case open
    /// Whoever says in `X-Entitlements` that they have `unlock_all`, `pro_bundle` or one of the
    /// pack's products.
    case header
    /// Nobody gets them.
    case closed
  }

  static let entitlements = HTTPField.Name("X-Entitlements")
  /// The document has a day for puzzles; versions are asked for whenever the app opens.
  static let day = PublishedRelease.Caching.day
  static let minute = PublishedRelease.Caching.minute
  static let year = PublishedRelease.Caching.year

  let tree: PublishedTree
  let paid: Paid
  /// Accounts and what they have bought; without it, puzzles alone are served.
  var service: Service?
  let metrics: Metrics
  /// Since when the bucket does not answer, where the tree is a copy of one.
  var mirror: MirrorKeeper?

  /// The routes, with `HEAD` for each `GET`.
  func router() -> Router<ServiceContext> {
    let router = Router(context: ServiceContext.self, options: .autoGenerateHeadEndpoints)
    router.add(middleware: RequestMeter(metrics))
    router.add(middleware: ServiceErrors())
    router.get("healthz") { _, _ in Endpoints.plain("ok\n") }
    router.get("readyz") { _, _ in try await ready() }
    router.get("metrics") { request, context in
      guard service?.mayReadMetrics(request, context) ?? context.isLocal(request) else {
        return Refusal.notFound.response
      }
      return Endpoints.plain(
        metrics.text(with: gauges), type: "text/plain; version=0.0.4; charset=utf-8")
    }
    addPuzzle("versions", to: router) { request, _ in
      // A token may be left out; a bad one is told.
      _ = try await service?.isCaller(request)
      return try answer(request, Endpoints.minute, try tree.versions())
    }
    addPuzzle("catalog", to: router) { request, _ in
      try answer(request, Endpoints.minute, try tree.catalog())
    }
    addPuzzle("now", to: router) { request, _ in
      try answer(request, Endpoints.minute, try tree.now(showing: isShown))
    }
    addPuzzle("opening", to: router) { request, _ in
      let known = request.uri.queryParameters["known"].map(String.init)
      return try answer(
        request, Endpoints.minute, try tree.opening(knowing: known, showing: isShown))
    }
    addPuzzle("bundle", to: router) { request, _ in
      try answer(request, Endpoints.minute, try tree.bundle())
    }
    addPuzzle("manifest", to: router) { request, _ in
      try answer(request, Endpoints.minute, try tree.manifest())
    }
    addPuzzle("pack/:id", to: router) { request, context in
      let id = context.parameters.get("id") ?? ""
      return try await counted(request, "pack", id) { try await pack(request, id) }
    }
    for cadence in PublishedRelease.cadences {
      addPuzzle("\(cadence)/:key", to: router) { request, context in
        let key = context.parameters.get("key") ?? ""
        // With accounts, nobody is told what is after tomorrow everywhere.
        if let service, !service.isOpen(cadence, key) { return Refusal.notFound.response }
        return try await counted(request, cadence, key) {
          try answer(request, Endpoints.day, try tree.puzzle(cadence, key))
        }
      }
    }
    service?.add(to: router)
    router.add(middleware: Endpoints.otherMethods(of: router))
    return router
  }

  /// Whether tree and database answer, and what somebody should know although they do.
  private func ready() async throws -> Response {
    if let damage = tree.damage {
      return Refusal(.serviceUnavailable, "damaged", "not served: \(damage)").response
    }
    let silence = mirror?.silence.map { "the bucket does not answer: \($0)" }
    guard (try? tree.release()) != nil else {
      let reason =
        silence ?? (mirror?.isFirstLook == true ? "the bucket is being copied" : nil)
        ?? Refusal.noPuzzles.message
      return Refusal(.serviceUnavailable, Refusal.noPuzzles.code, reason).response
    }
    try await service?.ping()
    var lines = ["ok"]
    // A second look, where the release has just become another.
    let nowDamage = tree.nowDamage == nil ? nil : tree.nowDamage
    for damage in [tree.distrust, nowDamage].compactMap(\.self) {
      lines.append("not served: \(damage)")
    }
    if let fault = mirror?.nowFault { lines.append("the one before is served: \(fault)") }
    if let silence { lines.append(silence) }
    return Endpoints.plain(lines.joined(separator: "\n") + "\n")
  }

  /// Whether the puzzle of a date is given out by now.
  ///
  /// With accounts, it is what begins somewhere by tomorrow, as when it is asked for by its date:
  /// so whatever is given out can be sent back solved.
  private func isShown(_ id: String) -> Bool {
    let words = id.split(separator: ":", maxSplits: 1).map(String.init)
    guard let service, words.count == 2 else { return service == nil }
    return service.isOpen(words[0], words[1])
  }

  private var gauges: [Metrics.Gauge] {
    var gauges = service?.gauges ?? []
    let release = try? tree.release().number
    gauges += [
      Metrics.Gauge("release", "The release that is served.", release ?? 0),
      Metrics.Gauge(
        "tree_stale", "1 while an earlier release is served than the one that is published.",
        tree.distrust == nil && mirror?.silence == nil ? 0 : 1),
    ]
    if let memory = Endpoints.residentBytes {
      gauges.append(Metrics.Gauge("resident_bytes", "Memory that it takes.", memory))
    }
    return gauges
  }

  /// What the process takes of memory, where the system says it.
  private static var residentBytes: Int? {
    guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else {
      return nil
    }
    let words = text.split(separator: " ")
    return words.count > 1 ? Int(words[1]).map { $0 * Int(getpagesize()) } : nil
  }

  /// An answer whose object is counted by day, where there is a database to keep that.
  ///
  /// Counted is what says that there is such an object: any other name is anybody's invention.
  private func counted(
    _ request: Request, _ kind: String, _ name: String, _ answer: () async throws -> Response
  ) async throws -> Response {
    let response: Response
    do {
      response = try await answer()
    } catch let refusal as Refusal {
      response = refusal.response
    }
    if [.ok, .notModified, .unauthorized, .forbidden].contains(response.status) {
      count(request.method, kind, "\(kind):\(name)", status: response.status.code)
    }
    return response
  }

  /// Counts an answer with an object; whoever asks for its head alone downloads nothing.
  func count(_ method: HTTPRequest.Method, _ kind: String, _ object: String, status: Int) {
    guard method == .get else { return }
    service?.countDownload(kind: kind, object: object, status: status)
  }

  private static func plain(_ text: String, type: String = "text/plain") -> Response {
    Response(
      status: .ok, headers: [.contentType: type, .cacheControl: "no-store"],
      body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
  }

  /// Adds an endpoint for puzzles, which a client may not ask too often.
  private func addPuzzle(
    _ path: String, to router: Router<ServiceContext>,
    _ get: @escaping @Sendable (Request, ServiceContext) async throws -> Response
  ) {
    router.get("puzzles/\(path)") { request, context in
      try service?.limitPuzzles(request, context)
      let response = try await get(request, context)
      // The tree may have become another since it was looked at; then it is looked at again.
      return response.status == .internalServerError
        ? try await get(request, context) : response
    }
  }

  /// Lets every path of a router say what it can be asked with, and gives what refuses all else.
  ///
  /// What is added to a router last is asked about requests alone for which it has nothing.
  private static func otherMethods(of router: Router<ServiceContext>) -> OtherMethods {
    var paths: [OtherMethods.Path] = []
    for routes in Dictionary(grouping: router.routes, by: \.path.description).values {
      var taken = Set(routes.map(\.method)).union([.options])
      // The router adds it later.
      if taken.contains(.get) { taken.insert(.head) }
      let allowed = methods.filter(taken.contains).map(\.rawValue).joined(separator: ", ")
      router.on(routes[0].path, method: .options) { _, _ in
        Response(status: .noContent, headers: [.allow: allowed])
      }
      paths.append(OtherMethods.Path(routes[0].path.description, allowed: allowed))
    }
    return OtherMethods(paths: paths)
  }

  private static let methods: [HTTPRequest.Method] = [
    .get, .head, .post, .put, .patch, .delete, .options,
  ]

  private func pack(_ request: Request, _ id: String) async throws -> Response {
    let pack: PublishedRelease.Pack
    let isHere: Bool
    do throws(PublishedTree.Refusal) {
      pack = try tree.pack(id)
      isHere = try tree.isHere(pack)
    } catch {
      return Endpoints.refusal(error)
    }
    if pack.isFree {
      // Under its version a pack never changes.
      let isPinned = request.uri.queryParameters["v"].map(String.init) == "\(pack.version)"
      let caching = isPinned ? Endpoints.year : Endpoints.minute
      return try answer(request, caching, try tree.body(of: pack))
    }
    guard try await isEntitled(request, to: id, pack.entitlements) else {
      return Refusal(.forbidden, "not_purchased", "this pack has to be bought").response
    }
    // Whoever has bought it is not sent to the shop because of a setting that lacks here.
    guard isHere else {
      return Refusal(
        .serviceUnavailable, "not_here", "packs that have to be bought are not served here"
      ).response
    }
    var response = try answer(request, PublishedRelease.Caching.own, try tree.body(of: pack))
    response.headers[.vary] = "Accept-Encoding, Authorization"
    return response
  }

  private func isEntitled(
    _ request: Request, to pack: String, _ products: [String]
  ) async throws -> Bool {
    if let service {
      return try await service.isEntitled(request, to: pack, products: products)
    }
    switch paid {
    case .open: return true
    case .closed: return false
    case .header:
      guard let name = Endpoints.entitlements, let text = request.headers[name] else {
        return false
      }
      let owned = text.split(separator: ",").map { $0.filter { $0 != " " } }
      return Purchases(owned).opens(pack: pack, products: products)
    }
  }

  // MARK: - Answers

  /// A body, or 304 where the client has it already.
  private func answer(
    _ request: Request, _ caching: String,
    _ find: @autoclosure () throws(PublishedTree.Refusal) -> Body
  ) throws -> Response {
    let body: Body
    do throws(PublishedTree.Refusal) {
      body = try find()
    } catch {
      return Endpoints.refusal(error)
    }
    let choice = Choice(of: body, for: request.headers)
    var headers: HTTPFields = [
      .contentType: "application/json", .cacheControl: caching, .eTag: choice.form.tag,
      .vary: "Accept-Encoding",
    ]
    if choice.isKnown { return Response(status: .notModified, headers: headers) }
    if let coding = choice.coding { headers[.contentEncoding] = coding.rawValue }
    return Response(
      status: .ok, headers: headers, body: ResponseBody(byteBuffer: choice.form.buffer))
  }

  private static func refusal(_ refusal: PublishedTree.Refusal) -> Response {
    switch refusal {
    case .missing: Refusal.notFound.response
    case .notYet:
      Refusal(
        .serviceUnavailable, Refusal.noPuzzles.code, Refusal.noPuzzles.message, retryAfter: 15
      ).response
    case .damaged:
      // What is wrong stands in the log of whoever looks after the tree: `almanac doctor`.
      Refusal(.internalServerError, "damaged", "the puzzles cannot be read now").response
    }
  }
}

/// What a body becomes for a client: the form that it likes best, which it may have already.
struct Choice {
  let form: Body.Form
  let coding: Coding?
  /// Whether the client has it.
  let isKnown: Bool

  init(of body: Body, for asked: HTTPFields) {
    (form, coding) = body.form(accepting: asked[.acceptEncoding])
    isKnown = EntityTag.isKnown(form.tag, by: asked[.ifNoneMatch])
  }
}
