import AlmanacTree
import HTTPTypes
import Hummingbird
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
  /// The document has a day for packs and puzzles; versions are asked for whenever the app opens.
  static let day = "public, max-age=86400"
  static let minute = "public, max-age=60, must-revalidate"

  static let year = "public, max-age=31536000, immutable"

  let tree: PublishedTree
  let paid: Paid
  /// Accounts and what they have bought; without it, puzzles alone are served.
  var service: Service?

  /// The routes, with `HEAD` for each `GET`.
  func router() -> Router<ServiceContext> {
    let router = Router(context: ServiceContext.self, options: .autoGenerateHeadEndpoints)
    router.add(middleware: ServiceErrors())
    add("healthz", to: router) { _, _ in Endpoints.plain("ok\n") }
    add("readyz", to: router) { _, _ in
      do throws(PublishedTree.Refusal) { _ = try tree.versions() } catch {
        return Endpoints.refusal(error)
      }
      try await service?.ping()
      return Endpoints.plain("ok\n")
    }
    add("puzzles/versions", to: router) { request, _ in
      // A token may be left out; a bad one is told.
      _ = try await service?.isCaller(request)
      return try answer(request, Endpoints.minute, try tree.versions())
    }
    add("puzzles/catalog", to: router) { request, _ in
      try answer(request, Endpoints.minute, try tree.catalog())
    }
    add("puzzles/now", to: router) { request, _ in
      try answer(request, Endpoints.minute, try tree.now())
    }
    add("puzzles/opening", to: router) { request, _ in
      let known = request.uri.queryParameters["packs"].map(String.init)
      return try answer(request, Endpoints.minute, try tree.opening(knowing: known))
    }
    add("puzzles/bundle", to: router) { request, _ in
      try answer(request, Endpoints.minute, try tree.bundle())
    }
    add("puzzles/manifest", to: router) { request, _ in
      try answer(request, Endpoints.minute, try tree.manifest())
    }
    add("puzzles/pack/:id", to: router) { request, context in
      try await pack(request, context.parameters.get("id") ?? "")
    }
    for cadence in PublishedRelease.cadences {
      add("puzzles/\(cadence)/:key", to: router) { request, context in
        let key = context.parameters.get("key") ?? ""
        // With accounts, nobody is told what is after tomorrow everywhere.
        if let service, !service.isOpen(cadence, key) { return Refusal.notFound.response }
        return try answer(request, Endpoints.day, try tree.puzzle(cadence, key))
      }
    }
    service?.add(to: router)
    return router
  }

  private static func plain(_ text: String) -> Response {
    Response(
      status: .ok, headers: [.contentType: "text/plain", .cacheControl: "no-store"],
      body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
  }

  /// Adds an endpoint: what it gives, what it can be asked with, and that it takes nothing else.
  private func add(
    _ path: RouterPath, to router: Router<ServiceContext>,
    _ get: @escaping @Sendable (Request, ServiceContext) async throws -> Response
  ) {
    router.get(path, use: get)
    router.on(path, method: .options) { _, _ in
      Response(status: .noContent, headers: [.allow: Endpoints.methods])
    }
    for method in [.post, .put, .patch, .delete] as [HTTPRequest.Method] {
      router.on(path, method: method) { _, _ in
        var refusal = Refusal(
          .methodNotAllowed, "method_not_allowed", "only \(Endpoints.methods)"
        ).response
        refusal.headers[.allow] = Endpoints.methods
        return refusal
      }
    }
  }

  private static let methods = "GET, HEAD, OPTIONS"

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
    guard try await isEntitled(request, to: id, pack.entitlements), isHere else {
      return Refusal(.forbidden, "not_purchased", "this pack has to be bought").response
    }
    var response = try answer(request, "private, no-cache", try tree.body(of: pack))
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
      return !Set(owned).isDisjoint(with: Entitlements.opening(pack: pack, products: products))
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
    let (form, coding) = body.form(accepting: request.headers[.acceptEncoding])
    var headers: HTTPFields = [
      .contentType: "application/json", .cacheControl: caching, .eTag: form.tag,
      .vary: "Accept-Encoding",
    ]
    if Endpoints.has(request, form.tag) { return Response(status: .notModified, headers: headers) }
    if let coding { headers[.contentEncoding] = coding.rawValue }
    return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: form.buffer))
  }

  private static func has(_ request: Request, _ tag: String) -> Bool {
    guard let text = request.headers[.ifNoneMatch] else { return false }
    return text.split(separator: ",").contains { part in
      let part = part.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()
      let known = String(String.UnicodeScalarView(part.flatMap(\.unicodeScalars)))
      return known == "*" || known == tag || known == "W/" + tag
    }
  }

  private static func refusal(_ refusal: PublishedTree.Refusal) -> Response {
    switch refusal {
    case .missing: Refusal.notFound.response
    case .damaged:
      // What is wrong stands in the log of whoever looks after the tree: `almanac doctor`.
      Refusal(.internalServerError, "damaged", "the puzzles cannot be read now").response
    }
  }
}
