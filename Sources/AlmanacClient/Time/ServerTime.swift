import Dates
import PlayerState
import Synchronization

/// The time as the service has it: the device's clock, corrected by the `Date` of answers.
///
/// Phones' clocks are wrong by seconds, and some by years. What is corrected once stays so without
/// a network, also after the app was ended; where the device's clock is set while the app runs,
/// which is noticed by the steady one, the correction goes the other way by as much. No steady
/// clock goes on from one run to the next: what is set between them is known where the service
/// answers, or the clock has gone where it cannot have gone by itself (`recall`).
final class ServerTime: Sendable {
  private let clock: any ClientClock

  private struct Correction {
    /// What the device's clock lacks.
    var offset: Int
    /// By how much it was ahead of the steady one then.
    var lead: Int
  }

  /// `nil` before anything is known of it.
  private let known = Mutex<Correction?>(nil)

  init(_ clock: any ClientClock) { self.clock = clock }

  /// The device's time, as far as any clock can be wrong: what is reckoned with it overflows
  /// nowhere.
  var deviceMilliseconds: Int {
    let most = SyncTime.range.upperBound
    return min(max(clock.milliseconds, -most), most)
  }

  /// Now, in milliseconds since 1970.
  var milliseconds: Int {
    let (sum, _) = deviceMilliseconds.addingReportingOverflow(correction)
    return min(max(sum, SyncTime.range.lowerBound), SyncTime.range.upperBound)
  }

  /// What the device's clock lacks, as far as that is known.
  private var correction: Int { known.withLock { $0.map(offset) ?? 0 } }

  private var lead: Int { clock.milliseconds &- clock.steadyMilliseconds }

  /// Two clocks drift apart by less than this while an app sleeps.
  private static let drift = 60_000

  /// A correction as it is by now.
  private func offset(_ known: Correction) -> Int {
    let jump = lead &- known.lead
    return jump.magnitude > ServerTime.drift ? known.offset &- jump : known.offset
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
    known.withLock { known in
      let before = known.map(offset) ?? 0
      let isFar = abs(found - before) > ServerTime.least
      known = Correction(offset: isFar ? found : before, lead: lead)
    }
  }

  // MARK: - Between two runs

  /// The name of the file with the correction, and the device's time when it was kept.
  static let file = "clock"

  private static func kept(in storage: any Storage) async -> (offset: Int, at: Int?)? {
    guard let bytes = await SealedFile.read(file, limit: 64, in: storage)?.bytes else { return nil }
    let words = String(decoding: bytes, as: UTF8.self).split(separator: " ").map { Int($0) }
    guard let offset = words.first ?? nil, offset.magnitude <= SyncTime.range.upperBound else {
      return nil
    }
    // A program before this one has kept no time.
    return (offset, words.count > 1 ? words[1] : nil)
  }

  private static let hour = 3_600_000

  /// Corrects the clock as it was corrected last, unless the service has told the time since.
  ///
  /// A clock that has gone back, or on by the month or more that it lacked, was set meanwhile: what
  /// it lacks is not known any more. Of less than a month nobody can tell: the app may have been
  /// closed for as long.
  func recall(from storage: any Storage) async {
    guard let kept = await ServerTime.kept(in: storage) else { return }
    if let time = kept.at {
      let gone = deviceMilliseconds &- time
      let isSet = kept.offset >= 30 * 24 * ServerTime.hour && gone >= kept.offset
      if gone < -ServerTime.drift || isSet { return }
    }
    known.withLock { $0 = $0 ?? Correction(offset: kept.offset, lead: lead) }
  }

  /// Keeps the correction for the next run; the time alone, once an hour.
  func remember(in storage: any Storage) async {
    let (offset, now) = (correction, deviceMilliseconds)
    if let kept = await ServerTime.kept(in: storage), kept.offset == offset {
      let isRecent = kept.at.map { (now &- $0).magnitude < ServerTime.hour } ?? false
      if offset == 0 || isRecent { return }
    }
    let text = Array("\(offset) \(now)".utf8)
    try? await SealedFile.write(text, to: ServerTime.file, in: storage)
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
