import AlmanacTree
import GRDB
import HTTPTypes
package import Hummingbird
import NIOHTTP1

/// Makes an answer of whatever a handler throws; says nothing of what is inside.
package struct ServiceErrors: RouterMiddleware {
  package typealias Context = ServiceContext

  private let faults = Faults()

  package init() {}

  package func handle(
    _ request: Request, context: ServiceContext,
    next: (Request, ServiceContext) async throws -> Response
  ) async throws -> Response {
    do {
      return try await next(request, context)
    } catch {
      let refusal = try answer(to: error, context)
      return request.method == .head ? refusal.createHeadResponse() : refusal
    }
  }

  /// What is answered to a mistake; thrown on where nothing is.
  private func answer(to error: any Error, _ context: ServiceContext) throws -> Response {
    switch error {
    case let refusal as Refusal:
      return refusal.response
    case let error as HTTPError:
      let code = error.status.reasonPhrase.lowercased().replacing(" ", with: "_")
      return Refusal(error.status, code, error.status.reasonPhrase.lowercased()).response
    case let damage as TreeDamage:
      faults.tell("tree: \(damage.path)", to: context.logger)
      return Refusal(.internalServerError, "damaged", "the puzzles cannot be read now").response
    case let error as DatabaseError
    where error.extendedResultCode == .SQLITE_CONSTRAINT_FOREIGNKEY:
      // The account has gone while the request was on its way.
      return Refusal.noAccount.response
    case let error as DatabaseError:
      // Full, locked, read-only or lost: none of it is the client's fault, and a retry may work.
      faults.tell("database: \(error.resultCode)", to: context.logger)
      return Refusal.unavailable.response
    case is CancellationError, is HTTPParserError:
      // Whoever asked is gone; or it is no HTTP, which is answered where that is read, and its
      // connection closed.
      throw error
    default:
      // Its type alone: what else it says may come from the request.
      faults.tell("fault: \(type(of: error))", to: context.logger)
      return Refusal.fault.response
    }
  }
}
