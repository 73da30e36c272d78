import Foundation
import Synchronization

/// A server on loopback that answers every call alike and remembers what was asked for.
package final class LoopbackListener: Sendable {
  package let port: UInt16
  private let descriptor: Int32
  private let calls = Calls()

  #if canImport(Darwin)
    private static let stream = SOCK_STREAM
    private static let quiet: Int32 = 0
  #else
    private static let stream = Int32(SOCK_STREAM.rawValue)
    /// A caller that is gone is no reason to end the tests.
    private static let quiet = Int32(MSG_NOSIGNAL)
  #endif

  /// Starts to listen on a free port.
  ///
  /// - Parameters:
  ///   - answer: The whole answer; nothing takes calls and never answers.
  ///   - pause: What is waited before each tenth of an answer, in seconds.
  ///   - isDue: Asked before an answer; calls wait until it says so.
  /// - Throws: `CocoaError` when no port can be had.
  package init(
    answer: String? = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n",
    pause: Double = 0, when isDue: @escaping @Sendable () -> Bool = { true }
  ) throws {
    let entrance = socket(AF_INET, LoopbackListener.stream, 0)
    descriptor = entrance
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let bound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(entrance, $0, length) + listen(entrance, 16) + getsockname(entrance, $0, &length)
      }
    }
    guard entrance >= 0, bound == 0 else { throw CocoaError(.fileReadUnknown) }
    port = UInt16(bigEndian: address.sin_port)
    let calls = calls
    Thread.detachNewThread {
      while true {
        let call = accept(entrance, nil, nil)
        guard call >= 0 else {
          // Closed by whoever waits at it: its number may be another listener's from then on.
          close(entrance)
          return
        }
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = recv(call, &bytes, bytes.count, 0)
        let text = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
        calls.note(String(text.prefix { $0 != "\r\n" }))
        guard let answer else { continue }
        while !isDue() { Thread.sleep(forTimeInterval: 0.02) }
        let bytesOfAnswer = Array(answer.utf8)
        let length = pause > 0 ? bytesOfAnswer.count / 10 + 1 : bytesOfAnswer.count
        for start in stride(from: 0, to: bytesOfAnswer.count, by: max(1, length)) {
          if pause > 0 { Thread.sleep(forTimeInterval: pause) }
          let part = bytesOfAnswer[start...].prefix(length)
          _ = part.withUnsafeBytes {
            send(call, $0.baseAddress, $0.count, LoopbackListener.quiet)
          }
        }
        close(call)
      }
    }
  }

  deinit { shutdown(descriptor, Int32(SHUT_RDWR)) }

  /// The first line of every call.
  package var lines: [String] { calls.lines.withLock { $0 } }

  /// What was asked for; the listening thread keeps it, and not its owner.
  private final class Calls: Sendable {
    let lines = Mutex<[String]>([])
    func note(_ line: String) { lines.withLock { $0.append(line) } }
  }
}
