import Dates
import Synchronization

/// The time as the service has it: the device's clock, corrected by the `Date` of answers.
///
/// Phones' clocks are wrong by seconds, and some by years. What is corrected once stays so without
/// a network, also after the app was ended.
final class ServerTime: Sendable {
  private let clock: any ClientClock
  private let offset = Mutex(0)

  init(_ clock: any ClientClock) { self.clock = clock }

  var deviceMilliseconds: Int { clock.milliseconds }

  /// Now, in milliseconds since 1970.
  var milliseconds: Int { deviceMilliseconds + correction }

  /// What the device's clock lacks.
  var correction: Int {
    get { offset.withLock { $0 } }
    set { offset.withLock { $0 = newValue } }
  }

  func sleep(milliseconds: Int) async throws { try await clock.sleep(milliseconds: milliseconds) }

  /// An answer that took longer than this tells the time too badly.
  private static let longest = 20_000

  /// Less than this is within what a header can tell.
  private static let least = 2_000

  /// Takes the time from an answer.
  ///
  /// - Parameters:
  ///   - date: Its `Date` header.
  ///   - sentAt: When the request was sent, by the device.
  func note(_ date: String, sentAt: Int) {
    let now = deviceMilliseconds
    guard (0...ServerTime.longest).contains(now - sentAt),
      let seconds = ServerTime.epochSeconds(httpDate: date)
    else { return }
    // The header has whole seconds; its moment is about half-way through the exchange.
    let found = seconds * 1000 + 500 - (sentAt + now) / 2
    offset.withLock { known in
      if abs(found - known) > ServerTime.least { known = found }
    }
  }

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// The seconds since 1970 of `Sun, 22 Nov 2026 18:18:03 GMT`; `nil` for anything else.
  static func epochSeconds(httpDate text: String) -> Int? {
    let words = text.split(separator: " ")
    guard words.count == 6, words[5] == "GMT", let month = months.firstIndex(of: String(words[2]))
    else { return nil }
    let number = month + 1 < 10 ? "0\(month + 1)" : "\(month + 1)"
    return try? Timestamp("\(words[3])-\(number)-\(words[1])T\(words[4])Z").epochSeconds
  }
}
