import Foundation
import GRDB
import HTTPTypes
import Hummingbird

extension Service {
  func addWebhook(to router: Router<ServiceContext>) {
    router.post("webhook/revenuecat") { request, _ in try await event(request) }
  }

  private func event(_ request: Request) async throws -> Response {
    guard let key = settings.webhook else { throw Refusal.unauthorized }
    let signature = OurFields.webhookSignature.flatMap { request.headers[$0] }
    let header = request.headers[.authorization]
    // Nobody limits how often a shop tells something, so its bodies alone are waited for.
    guard key.mayBelieve(header: header, signature: signature, at: clock() / 1000) else {
      throw Refusal.unauthorized
    }
    let bytes = try await rawBody(request, upTo: 256 << 10)
    let now = clock()
    guard key.believes(header: header, signature: signature, body: bytes, at: now / 1000) else {
      throw Refusal.unauthorized
    }
    try Service.checkJSON(bytes)
    guard
      let event = try? JSONDecoder().decode(ShopEvent.Envelope.self, from: Data(bytes)).event,
      event.isWhole
    else { throw Refusal.badRequest("bad_event", "this is no event") }
    let acceptsSandbox = settings.acceptsSandbox
    let outcome = try await database.write {
      try event.apply($0, acceptsSandbox: acceptsSandbox, at: now)
    }
    return try Service.answer(["success": true, "outcome": outcome.rawValue])
  }
}
