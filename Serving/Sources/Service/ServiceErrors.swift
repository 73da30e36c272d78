import AlmanacTree
import GRDB
import HTTPTypes
package import Hummingbird
import Logging
import Synchronization

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
    } catch let refusal as Refusal {
      return refusal.response
    } catch let error as HTTPError {
      let code = error.status.reasonPhrase.lowercased().replacing(" ", with: "_")
      return Refusal(error.status, code, error.status.reasonPhrase.lowercased()).response
    } catch let damage as TreeDamage {
      faults.tell("tree: \(damage.path)", to: context.logger)
      return Refusal(.internalServerError, "damaged", "the puzzles cannot be read now").response
    } catch let error as DatabaseError
      where error.extendedResultCode == .SQLITE_CONSTRAINT_FOREIGNKEY
    {
      // The account has gone while the request was on its way.
      return Refusal.unauthorized.response
    } catch let error as DatabaseError {
      // Full, locked, read-only or lost: none of it is the client's fault, and a retry may work.
      faults.tell("database: \(error.resultCode)", to: context.logger)
      return Refusal.unavailable.response
    }
  }
}

/// Tells a fault of the house once in ten seconds, not for every request that meets it: a log that
/// fills the disk would be another fault.
private final class Faults: Sendable {
  private static let pause = Duration.seconds(10)

  private let told = Mutex<[String: ContinuousClock.Instant]>([:])

  func tell(_ fault: String, to logger: Logger) {
    let now = ContinuousClock.now
    let isNews = told.withLock { told in
      if let last = told[fault], now - last < Faults.pause { return false }
      // Paths of objects are few, but not bounded.
      if told.count > 1000 { told = [:] }
      told[fault] = now
      return true
    }
    if isNews { logger.error("\(fault)") }
  }
}
