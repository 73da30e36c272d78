import CCurl
import Synchronization

/// Requests over libcurl, each once: nothing is tried again, no redirect is followed, no password
/// given, no cookie kept and no answer decompressed.
///
/// All requests of a client go over one thread, which keeps their connections. A proxy is used
/// where the environment names one (`https_proxy`, `no_proxy`).
///
/// libcurl is loaded with the first request (see `CCurl`), and stands where URLSession did: on
/// Linux that one brings libcurl's libraries to the start of every program, takes in an answer
/// without end faster than it can be refused, reaches no IPv6 address in brackets and ends the
/// program at a length that no `Int64` holds. async-http-client would build SwiftNIO and BoringSSL
/// with every clean build.
package final class HTTPClient: Sendable {
  private let driver: HTTPDriver
  private let silence: Duration
  private let whole: Duration
  private let isStopped: @Sendable () -> Bool

  /// A client without connections.
  ///
  /// - Parameters:
  ///   - silence: How long a server may be silent.
  ///   - whole: How long a request may take; twice the silence when none is given.
  ///   - isStopped: Asked some ten times a second, on another thread; requests are given up when it
  ///     says so.
  package init(
    silence: Duration = .seconds(30), whole: Duration? = nil,
    isStopped: @escaping @Sendable () -> Bool = { false }
  ) {
    driver = HTTPDriver()
    self.silence = silence
    self.whole = whole ?? silence * 2
    self.isStopped = isStopped
  }

  deinit { driver.end() }

  /// Sends a request and gives the whole answer.
  ///
  /// - Parameters:
  ///   - method: `GET`, `HEAD`, `PUT`, `POST` or `DELETE`.
  ///   - url: An `http` or `https` address, sent as it is written.
  ///   - headers: What is sent besides `Host` and `Content-Length`.
  ///   - body: What is sent with a `PUT` or `POST`.
  ///   - limit: The most bytes of the answer's body.
  /// - Returns: The answer, whatever its status.
  /// - Throws: `HTTPFailure` when there is no whole answer. A task that is cancelled gives it up.
  package func send(
    _ method: String, _ url: String, headers: [HTTPHeader] = [], body: [UInt8] = [], limit: Int
  ) async throws(HTTPFailure) -> HTTPResponse {
    if let reason = ccurl_load() { throw .noAnswer(String(cString: reason)) }
    let exchange = HTTPExchange(
      method: method, url: url, headers: headers, body: body, limit: limit,
      silence: silence, whole: whole, isStopped: isStopped)
    await withTaskCancellationHandler {
      await withCheckedContinuation { waiter in
        exchange.wait(waiter)
        driver.begin(exchange)
      }
    } onCancel: {
      exchange.cancel()
      driver.wake()
    }
    return try exchange.response()
  }
}
