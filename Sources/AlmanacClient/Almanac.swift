import Dates
import Signing
import Synchronization

/// Everything that an app needs to play offline and never lose a game.
///
///     let storage = try DiskStorage(folder: folder)
///     let transport = NetworkTransport(to: "https://puzzles.example.org")
///     let almanac = Almanac(transport: transport, storage: storage, roots: [current, next])
///     await almanac.start(bundle: bytesOfTheAppsOwnBundle)
///     if case .ready(let puzzle) = await almanac.library.puzzle("daily:2026-11-22") { … }
///
/// Its parts are actors: none of them waits for the network while another one plays.
public final class Almanac: Sendable {
  /// What there is to play.
  public let library: Library
  /// What was played.
  public let progress: PlayerProgress
  /// The exchange with the player's other devices.
  public let sync: SyncEngine
  /// Hints.
  public let coach: HintCoach
  /// Who plays.
  public let account: Account

  private let time: ServerTime
  private let storage: any Storage
  private let triedRelease = Mutex<Int?>(nil)

  /// Puts the parts together; nothing is read or asked before `start`, or a part is used.
  ///
  /// - Parameters:
  ///   - transport: The way to the service.
  ///   - storage: Where things are kept, of this one alone.
  ///   - clock: The device's clock.
  ///   - roots: The public halves of the press's roots, current and next, as 64 hexadecimal digits:
  ///     then nothing is played that they do not vouch for. Without any, the service is believed.
  ///   - deviceSecret: The 128 random bits of this device, in 22 to 200 characters, where the app
  ///     keeps them in a key store; without them, they are made here and kept in the storage.
  /// - Precondition: the roots are keys.
  public init(
    transport: any Transport, storage: any Storage, clock: any ClientClock = SystemClock(),
    roots: [String] = [], deviceSecret: String? = nil
  ) {
    let storage: any Storage = (storage as? DiskStorage).map { DiskLease(of: $0) } ?? storage
    let time = ServerTime(clock)
    let service = Service(transport: transport, time: time)
    let keys = roots.map { text in
      guard let key = PublicKey(text) else { preconditionFailure("\(text) is no public key") }
      return key
    }
    self.time = time
    self.storage = storage
    progress = PlayerProgress(storage: storage, time: time)
    account = Account(
      service: service, storage: storage, progress: progress, secret: deviceSecret)
    library = Library(
      account: account, service: service, storage: storage, progress: progress, roots: keys)
    sync = SyncEngine(account: account, progress: progress, time: time)
    coach = HintCoach()
    progress.notify { [weak sync] in Task { await sync?.changed() } }
    account.notify { [weak sync] in Task { await sync?.sync() } }
  }

  /// Opens the app: reads what is here, takes the packs that the app brought along, then asks the
  /// service what is new and exchanges what was played.
  ///
  /// Everything that is on the device can be played while this runs, and whether or not it
  /// succeeds.
  ///
  /// - Parameter bundle: The bytes of `bundle/free.json`, where it is built into the app.
  /// - Returns: What became of the puzzles; whether the exchange was whole is `sync.lastFailure`.
  @discardableResult
  public func start(bundle: [UInt8]? = nil) async -> LibraryReport {
    async let exchanged = sync.sync()
    var report = await library.update(bundle: bundle)
    let isWhole = await exchanged
    // What was bought is known now, and what was refused may be good with another release than the
    // one that it was last tried with.
    let release = await library.releaseNumber
    let isNew = triedRelease.withLock { tried in
      defer { tried = release }
      return tried != release
    }
    let isRetried = isNew ? await progress.retryRefused() : false
    // The exchange may have begun before a release by which slots have other puzzles.
    let lacksRows = isWhole ? await progress.lacksCursor : false
    if isRetried || lacksRows { await sync.sync() }
    if isWhole, await library.lacksPacks { report.add(await library.updatePacks()) }
    await time.remember(in: storage)
    return report
  }

  /// Sends what is waiting, for example when the app goes into the background.
  ///
  /// - Returns: Whether all of it has arrived, but for what the service refuses.
  @discardableResult
  public func flush() async -> Bool {
    let isWhole = await sync.flush()
    await time.remember(in: storage)
    return isWhole
  }

  // MARK: - Time

  /// Now, in milliseconds since 1970, by the service's clock as far as it is known: before any part
  /// was used, by the device's.
  public var now: Int { time.milliseconds }

  /// How long it is to the next puzzle of the calendar, in milliseconds: days, weeks and months
  /// change at midnight in UTC.
  ///
  /// - Parameter cadence: `daily`, `weekly` or `monthly`.
  /// - Returns: The time; `nil` for what is no cadence.
  public func countdown(to cadence: String) -> Int? {
    guard let cadence = Cadence(rawValue: cadence) else { return nil }
    let today = Timestamp(epochSeconds: now / 1000).day
    let next = Period(cadence, containing: today).advanced(by: 1)
    return next.first.daysSinceEpoch * 86_400_000 - now
  }

  /// The puzzle of now, in UTC.
  ///
  /// - Parameter cadence: `daily`, `weekly` or `monthly`.
  /// - Returns: Its id, such as `daily:2026-11-22`; `nil` for what is no cadence.
  public func current(_ cadence: String) -> String? {
    guard let cadence = Cadence(rawValue: cadence) else { return nil }
    return Period(cadence, containing: Timestamp(epochSeconds: now / 1000).day).id
  }
}
