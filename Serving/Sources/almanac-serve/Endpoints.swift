import AlmanacTree
import HTTPTypes
import Hummingbird

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

  let tree: PublishedTree
  let paid: Paid

  /// The routes, with `HEAD` for each `GET`.
  func router() -> Router<BasicRequestContext> {
    let router = Router(context: BasicRequestContext.self, options: .autoGenerateHeadEndpoints)
    router.add(middleware: JSONErrors())
    add("puzzles/versions", to: router) { request, _ in
      try answer(request, Endpoints.minute, try tree.versions())
    }
    add("puzzles/pack/:id", to: router) { request, context in
      try pack(request, context.parameters.get("id") ?? "")
    }
    for cadence in ["daily", "weekly", "monthly"] {
      add("puzzles/\(cadence)/:key", to: router) { request, context in
        let key = context.parameters.get("key") ?? ""
        return try answer(request, Endpoints.day, try tree.puzzle(cadence, key))
      }
    }
    return router
  }

  /// Adds an endpoint: what it gives, what it can be asked with, and that it takes nothing else.
  private func add(
    _ path: RouterPath, to router: Router<BasicRequestContext>,
    _ get: @escaping @Sendable (Request, BasicRequestContext) throws -> Response
  ) {
    router.get(path, use: get)
    router.on(path, method: .options) { _, _ in
      Response(status: .noContent, headers: [.allow: Endpoints.methods])
    }
    for method in [.post, .put, .patch, .delete] as [HTTPRequest.Method] {
      router.on(path, method: method) { _, _ in
        var refusal = Endpoints.error(.methodNotAllowed, "only \(Endpoints.methods)")
        refusal.headers[.allow] = Endpoints.methods
        return refusal
      }
    }
  }

  private static let methods = "GET, HEAD, OPTIONS"

  private func pack(_ request: Request, _ id: String) throws -> Response {
    let pack: PublishedRelease.Pack
    do throws(PublishedTree.Refusal) {
      pack = try tree.pack(id)
    } catch {
      return Endpoints.refusal(error)
    }
    let isHere: Bool
    do throws(PublishedTree.Refusal) {
      isHere = try tree.isHere(pack)
    } catch {
      return Endpoints.refusal(error)
    }
    guard isHere, pack.isFree || isEntitled(request, to: id, pack.entitlements) else {
      return Endpoints.error(.forbidden, "pack \(id) has to be bought")
    }
    let caching = pack.isFree ? Endpoints.day : "private, no-cache"
    return try answer(request, caching, try tree.body(of: pack))
  }

  private func isEntitled(_ request: Request, to pack: String, _ products: [String]) -> Bool {
    switch paid {
    case .open: return true
    case .closed: return false
    case .header:
      guard let name = Endpoints.entitlements, let text = request.headers[name] else {
        return false
      }
      let owned = text.split(separator: ",").map { $0.filter { $0 != " " } }
      let enough = ["unlock_all", "pro_bundle"] + (products.isEmpty ? [pack] : products)
      return !Set(owned).isDisjoint(with: enough)
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
    case .missing: error(.notFound, "not found")
    case .damaged(let damage): error(.internalServerError, "\(damage.path) cannot be read")
    }
  }

  static func error(_ status: HTTPResponse.Status, _ message: String) -> Response {
    let text = message.filter { $0 != "\"" && $0 != "\\" && !$0.isNewline }
    return Response(
      status: status, headers: [.contentType: "application/json", .cacheControl: "no-store"],
      body: ResponseBody(byteBuffer: ByteBuffer(string: "{\"error\":\"\(text)\"}")))
  }
}

/// Says in JSON what the framework refuses by itself: unknown paths and methods.
struct JSONErrors: RouterMiddleware {
  func handle(
    _ request: Request, context: BasicRequestContext,
    next: (Request, BasicRequestContext) async throws -> Response
  ) async throws -> Response {
    do {
      return try await next(request, context)
    } catch let error as HTTPError {
      return Endpoints.error(error.status, error.status.reasonPhrase.lowercased())
    }
  }
}
