import HTTPTypes
package import Hummingbird
package import Logging
package import NIOCore

/// A request's surroundings: the address that it comes from.
package struct ServiceContext: RequestContext {
  package var coreContext: CoreRequestContextStorage
  /// The other end of the connection.
  let remoteAddress: SocketAddress?

  package init(source: ApplicationRequestContextSource) {
    coreContext = CoreRequestContextStorage(source: source)
    remoteAddress = source.channel.remoteAddress
  }

  /// The address that a request is counted under: that of the connection, or what a proxy that is
  /// trusted says of it.
  ///
  /// Each proxy adds the address that it sees at the end of `X-Forwarded-For`; so the last that is
  /// no trusted proxy's is the client's, and what stands before it is hearsay.
  func client(_ request: Request, trusting proxies: Set<String>) -> String {
    let direct = remoteAddress?.ipAddress ?? "unknown"
    guard proxies.contains(direct), let name = OurFields.forwardedFor else { return direct }
    let hops = request.headers[values: name].flatMap { $0.split(separator: ",") }.map {
      String($0.filter { $0 != " " && $0 != "\t" })
    }
    let client = hops.last { !proxies.contains($0) } ?? direct
    // What a proxy writes is an address; anything else would make a bucket of its own for each lie.
    let isAddress = (try? SocketAddress(ipAddress: client, port: 0)) != nil
    return isAddress ? client : direct
  }
}

enum OurFields {
  static let forwardedFor = HTTPField.Name("X-Forwarded-For")
  static let idempotencyKey = HTTPField.Name("Idempotency-Key")
  static let webhookSignature = HTTPField.Name("X-RevenueCat-Webhook-Signature")
}
