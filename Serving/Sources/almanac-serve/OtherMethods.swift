import HTTPTypes
import Hummingbird
import Service

/// Refuses requests for paths that are there, by methods that these do not take, whichever those
/// are: there is no list of all methods.
struct OtherMethods: RouterMiddleware {
  typealias Context = ServiceContext

  /// A path, and what it can be asked with.
  struct Path: Sendable {
    private let words: [Substring]
    let allowed: String

    /// - Parameters:
    ///   - path: As the router has it: `/puzzles/pack/{id}`.
    ///   - allowed: The methods, with commas between.
    init(_ path: String, allowed: String) {
      words = path.split(separator: "/")
      self.allowed = allowed
    }

    func matches(_ asked: [Substring]) -> Bool {
      asked.count == words.count
        && zip(words, asked).allSatisfy { $0.hasPrefix("{") || $0 == $1 }
    }
  }

  let paths: [Path]

  func handle(
    _ request: Request, context: ServiceContext,
    next: (Request, ServiceContext) async throws -> Response
  ) async throws -> Response {
    let asked = request.uri.path.split(separator: "/")
    guard let path = paths.first(where: { $0.matches(asked) }) else {
      return try await next(request, context)
    }
    var refusal = Refusal(
      .methodNotAllowed, "method_not_allowed", "only \(path.allowed)"
    ).response
    refusal.headers[.allow] = path.allowed
    return request.method == .head ? refusal.createHeadResponse() : refusal
  }
}
