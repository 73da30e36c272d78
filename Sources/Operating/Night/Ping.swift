import Foundation
import HTTP

/// Tells a monitor that a night is over: `URL` when it went well, `URL/fail` when it did not.
///
/// Dead man's switches such as healthchecks.io work like this: they raise the alarm when no call
/// comes in time. A ping is tried once and never changes how the night ends.
package struct Ping: Hashable, Sendable {
  let url: URL

  /// The most time that a ping takes.
  static let patience = Duration.seconds(10)

  /// A ping to an address; `nil` if the text is no `http` or `https` address with a host.
  package init?(_ text: String) {
    guard let url = URL(string: text), let scheme = url.scheme?.lowercased(),
      ["http", "https"].contains(scheme), url.host?.isEmpty == false
    else { return nil }
    self.url = url
  }

  /// The address without its path, which is often a secret.
  var host: String { url.host ?? "" }

  /// The address to call: its path, as it was written, with `/fail` behind it when the night did
  /// not go well.
  func address(hasFailed: Bool) -> URL {
    guard hasFailed, var parts = URLComponents(url: url, resolvingAgainstBaseURL: false) else {
      return url
    }
    // The decoded path would be another one where a `%2F` stands for a slash within a name.
    let path = parts.percentEncodedPath
    parts.percentEncodedPath = (path.hasSuffix("/") ? String(path.dropLast()) : path) + "/fail"
    return parts.url ?? url
  }

  /// Calls the monitor.
  ///
  /// - Parameters:
  ///   - hasFailed: Whether the night did not go well.
  ///   - isStopped: Asked now and then; the ping is given up when it says so.
  /// - Returns: What went wrong, in words; `nil` when the monitor has taken it.
  package func send(hasFailed: Bool, isStopped: @escaping @Sendable () -> Bool) async -> String? {
    let client = HTTPClient(
      silence: Ping.patience, whole: Ping.patience, isStopped: isStopped)
    do throws(HTTPFailure) {
      let address = address(hasFailed: hasFailed).absoluteString
      let response = try await client.send("GET", address, limit: 1 << 20)
      let isTaken = (200..<300).contains(response.status)
      return isTaken ? nil : "it answers with status \(response.status)"
    } catch {
      return switch error {
      case .noAnswer(let reason): reason
      case .tooLong: "its answer is too long"
      }
    }
  }
}
