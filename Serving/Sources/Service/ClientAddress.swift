import Foundation
import NIOCore

/// The address that a request is counted under.
package struct ClientAddress: Hashable, Sendable {
  /// As it is written, IPv4 where it is IPv4 within IPv6.
  package let text: String
  /// Whose requests are counted together: a household has a whole network of IPv6 addresses, the
  /// first 64 bits of which are the same.
  let network: String

  /// - Returns: `nil` for what is no address.
  package init?(_ text: String) {
    guard let address = try? SocketAddress(ipAddress: text, port: 0) else { return nil }
    self.init(address)
  }

  init?(_ address: SocketAddress) {
    switch address {
    case .v4:
      guard let text = address.ipAddress else { return nil }
      (self.text, network) = (text, text)
    case .v6(let address):
      let bytes = withUnsafeBytes(of: address.address.sin6_addr) { Array($0) }
      if bytes[..<10].allSatisfy({ $0 == 0 }), bytes[10...11].allSatisfy({ $0 == 255 }) {
        text = bytes[12...].map(String.init).joined(separator: ".")
        network = text
      } else {
        text = SocketAddress.v6(address).ipAddress ?? "::"
        network = bytes[..<8].map { String($0, radix: 16) }.joined(separator: ":") + "::/64"
      }
    default: return nil
    }
  }

  /// Whether it is this machine.
  var isLoopback: Bool { text == "::1" || text.hasPrefix("127.") }
}
