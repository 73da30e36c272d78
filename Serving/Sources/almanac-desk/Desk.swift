import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// The desk's answers: its pages, the sheets of puzzles, and runs of the program.
struct Desk: Sendable {
  let doorkeeper: Doorkeeper
  let runner: ProgramRunner
  let sheets: SheetShelf

  /// The desk's own files: name, type, bytes.
  private static let files: [String: (type: String, bytes: [UInt8])] = [
    "": ("text/html; charset=utf-8", PackageResources.index_html),
    "page.css": ("text/css; charset=utf-8", PackageResources.page_css),
    "desk.css": ("text/css; charset=utf-8", PackageResources.desk_css),
    "desk.js": ("text/javascript; charset=utf-8", PackageResources.desk_js),
    "boards.js": ("text/javascript; charset=utf-8", PackageResources.boards_js),
    "setter.js": ("text/javascript; charset=utf-8", PackageResources.setter_js),
  ]

  private static let policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    + "connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; "
    + "frame-ancestors 'none'"

  /// The most bytes of what a page sends.
  private static let mostBytes = 1 << 20

  func response(to request: Request, _ context: BasicRequestContext) async -> Response {
    do {
      return try await answer(request)
    } catch let refusal as Doorkeeper.Refusal {
      return Desk.text(refusal.rawValue, .forbidden)
    } catch let mistake as Operation.Mistake {
      return Desk.text(mistake.text, .badRequest)
    } catch {
      return Desk.text("The program could not be run: \(error)", .internalServerError)
    }
  }

  private func answer(_ request: Request) async throws -> Response {
    try doorkeeper.checkHost(request)
    let path = request.uri.path
    if path == "/" {
      guard request.method == .get, let token = request.uri.queryParameters["token"] else {
        throw Doorkeeper.Refusal.token
      }
      var response = Desk.text("", .seeOther)
      response.headers[.setCookie] = try doorkeeper.take(String(token))
      response.headers[.location] = "/\(doorkeeper.room)/"
      return response
    }
    let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    // The room is looked at with the cookie: without that, nobody learns whether it is there.
    try doorkeeper.checkCookie(request)
    guard parts.first.map(String.init) == doorkeeper.room else {
      return Desk.text("There is nothing here.", .notFound)
    }
    let rest = Array(parts.dropFirst()).map(String.init)
    switch (request.method, rest.count) {
    case (.get, 1):
      guard let file = Desk.files[rest[0]] else { break }
      return Desk.response(.ok, file.type, ByteBuffer(bytes: file.bytes), Desk.policy)
    case (.get, 2) where rest[0] == "sheets":
      guard let page = sheets.page(rest[1]) else { break }
      return Desk.response(
        .ok, "text/html; charset=utf-8", ByteBuffer(bytes: page), SheetShelf.policy(of: page))
    case (.post, 1) where rest[0] == "run":
      try doorkeeper.checkOrigin(request)
      return try await run(request)
    default: break
    }
    return Desk.text("There is nothing here.", .notFound)
  }

  /// What a page asks for.
  private struct Wish: Decodable {
    let operation: String
    var fields: [String: [String]] = [:]
    /// Whether nothing is to be kept.
    let isTried: Bool
    /// Whether the puzzles are wanted as a page, too.
    var wantsSheet: Bool?
    /// Whether only the command is wanted, as somebody would type it.
    var isOnlyTold: Bool?
  }

  private func run(_ request: Request) async throws -> Response {
    guard request.headers[.contentType]?.hasPrefix("application/json") == true else {
      throw Operation.Mistake(text: "The desk takes JSON.")
    }
    guard let body = try? await request.body.collect(upTo: Desk.mostBytes) else {
      return Desk.text("That is too much at once.", .contentTooLarge)
    }
    guard let wish = try? JSONDecoder().decode(Wish.self, from: Data(body.readableBytesView)),
      let operation = Operation.all[wish.operation]
    else { throw Operation.Mistake(text: "The desk does not know what to do.") }
    let typed = try operation.typed(wish.fields, house: runner.house)
    if wish.isOnlyTold == true { return try Desk.response(["command": typed]) }
    let sheet = operation.hasSheet && wish.wantsSheet != false ? sheets.make() : nil
    let (words, input) = try operation.commandLine(
      wish.fields, isTried: wish.isTried, sheet: sheet?.path, house: runner.house)
    let outcome = try await runner.run(
      words, input: input, isInputFile: operation.isInputFile,
      isEdit: operation.kind == .edit && !wish.isTried)
    let written = sheet.map(\.name).flatMap { sheets.page($0) == nil ? nil : $0 }
    return try Desk.response(outcome, typed: typed, sheet: written)
  }

  private static func response(
    _ outcome: Outcome, typed: String, sheet: String?
  ) throws -> Response {
    let answers = outcome.output.split(separator: 0x0A).compactMap {
      try? JSONSerialization.jsonObject(with: Data($0), options: .fragmentsAllowed)
    }
    return try response([
      "status": Int(outcome.status), "busy": outcome.isBusy, "answers": answers,
      "said": outcome.said, "command": typed, "sheet": sheet.map { "sheets/\($0)" } ?? NSNull(),
    ])
  }

  private static func response(_ value: [String: Any]) throws -> Response {
    response(
      .ok, "application/json", ByteBuffer(bytes: try JSONSerialization.data(withJSONObject: value)),
      policy)
  }

  private static func text(_ text: String, _ status: HTTPResponse.Status) -> Response {
    response(status, "text/plain; charset=utf-8", ByteBuffer(string: text), policy)
  }

  private static func response(
    _ status: HTTPResponse.Status, _ type: String, _ body: ByteBuffer, _ policy: String
  ) -> Response {
    var headers = HTTPFields()
    headers[.contentType] = type
    headers[.cacheControl] = "no-store"
    headers[.contentSecurityPolicy] = policy
    headers[.xContentTypeOptions] = "nosniff"
    for (name, value) in [
      ("Referrer-Policy", "no-referrer"), ("Cross-Origin-Opener-Policy", "same-origin"),
      ("Cross-Origin-Resource-Policy", "same-origin"),
    ] {
      if let name = HTTPField.Name(name) { headers[name] = value }
    }
    return Response(status: status, headers: headers, body: ResponseBody(byteBuffer: body))
  }
}
