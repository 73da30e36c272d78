import Dates
import PlayerState
import Synchronization

/// The time as the service has it: the device's clock, corrected by the `Date` of answers.
///
/// Phones' clocks are wrong by seconds, and some by years. What is corrected once stays so without
/// a network, also after the app was ended.
final class ServerTime: Sendable {
  private let clock: any ClientClock
  /// `nil` before anything is known of it.
  private let offset = Mutex<Int?>(nil)

  init(_ clock: any ClientClock) { self.clock = clock }

  var deviceMilliseconds: Int { clock.milliseconds }

  /// Now, in milliseconds since 1970.
  var milliseconds: Int {
    let (sum, _) = deviceMilliseconds.addingReportingOverflow(correction)
    return min(max(sum, SyncTime.range.lowerBound), SyncTime.range.upperBound)
  }

  /// What the device's clock lacks, as far as that is known.
  private var correction: Int { offset.withLock { $0 ?? 0 } }

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
      if abs(found - (known ?? 0)) > ServerTime.least { known = found }
      known = known ?? 0
    }
  }

  // MARK: - Between two runs

  /// The name of the file with the correction.
  static let file = "clock"

  private static func kept(in storage: any Storage) async -> [UInt8]? {
    await SealedFile.read(file, limit: 64, in: storage)?.bytes
  }

  /// Corrects the clock as it was corrected last, unless the service has told the time since.
  func recall(from storage: any Storage) async {
    guard let bytes = await ServerTime.kept(in: storage),
      let kept = Int(String(decoding: bytes, as: UTF8.self)),
      kept.magnitude <= SyncTime.range.upperBound
    else { return }
    offset.withLock { $0 = $0 ?? kept }
  }

  /// Keeps the correction for the next run.
  func remember(in storage: any Storage) async {
    let text = Array("\(correction)".utf8)
    if await ServerTime.kept(in: storage) != text {
      try? await SealedFile.write(text, to: ServerTime.file, in: storage)
    }
  }

  // MARK: - Headers

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
