import Foundation

/// Requests over HTTP, by URLSession.
///
/// Redirects are not followed: where there is one, it leads to the page of a captive portal.
public struct NetworkTransport: Transport {
  private let origin: String
  private let folder: String
  private let session: URLSessionTransport

  /// A transport to a service.
  ///
  /// - Parameters:
  ///   - address: Scheme, host, and port and folder where there are any: `https://example.org/api`;
  ///     IPv6 in brackets, `http://[::1]:8080`.
  ///   - timeout: About how long the service may be silent, twice as long at the most; for an
  ///     answer that arrives all the while, however slowly, forty times as long is waited.
  public init(to address: String, timeout: Duration = .seconds(15)) {
    // Schemes are the same in capitals.
    func begins(with scheme: String) -> Bool {
      address.prefix(scheme.count).lowercased() == scheme
    }
    let scheme = begins(with: "http://") ? "http://" : "https://"
    let rest = begins(with: scheme) ? address.dropFirst(scheme.count) : address[...]
    let parts = rest.split(separator: "/")
    origin = scheme + (parts.first ?? "")
    folder = parts.dropFirst().map { "/" + $0 }.joined()
    session = URLSessionTransport(timeout: timeout)
  }

  public func send(
    _ request: ClientRequest, limit: Int
  ) async throws(TransportFailure) -> ClientAnswer {
    var parts = URLComponents(string: origin)
    parts?.path = folder + request.path
    if !request.query.isEmpty {
      parts?.queryItems = request.query.sorted { $0.key < $1.key }.map {
        URLQueryItem(name: $0.key, value: $0.value)
      }
    }
    guard let url = parts?.url else { throw .noAnswer("no address: \(origin)") }
    return try await session.send(request, to: url, limit: limit)
  }
}
