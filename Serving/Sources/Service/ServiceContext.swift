import HTTPTypes
package import Hummingbird
import NIOCore

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
    ServiceContext.client(request.headers, at: remoteAddress, trusting: proxies)
  }

  static func client(
    _ headers: HTTPFields, at address: SocketAddress?, trusting proxies: Set<String>
  ) -> String {
    guard let direct = address.flatMap({ ClientAddress($0) }) else { return "unknown" }
    guard proxies.contains(direct.text), let name = OurFields.forwardedFor else {
      return direct.network
    }
    // From the end, and no further than to the client: hearsay may be as long as it likes.
    for chain in headers[values: name].reversed() {
      for hop in chain.utf8.split(separator: UInt8(ascii: ",")).reversed() {
        // What a proxy writes is an address; anything else would make a bucket of its own for each
        // lie.
        guard hop.count <= longestHop,
          let address = ClientAddress(Substring(hop).filter { $0 != " " && $0 != "\t" })
        else { return direct.network }
        if !proxies.contains(address.text) { return address.network }
      }
    }
    return direct.network
  }

  /// The longest text of an address is half as long.
  private static let longestHop = 100

  /// Whether a request comes from this machine itself, and through no proxy.
  package func isLocal(_ request: Request) -> Bool {
    guard let direct = remoteAddress.flatMap({ ClientAddress($0) }), direct.isLoopback else {
      return false
    }
    return OurFields.forwardedFor.map { request.headers[$0] == nil } ?? true
  }

  /// Whether it comes straight from one of these addresses.
  package func isDirect(from addresses: Set<String>) -> Bool {
    remoteAddress.flatMap { ClientAddress($0) }.map { addresses.contains($0.text) } ?? false
  }
}

enum OurFields {
  static let forwardedFor = HTTPField.Name("X-Forwarded-For")
  static let idempotencyKey = HTTPField.Name("Idempotency-Key")
  static let webhookSignature = HTTPField.Name("X-RevenueCat-Webhook-Signature")
}
