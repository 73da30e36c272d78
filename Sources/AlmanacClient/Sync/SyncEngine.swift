import JSONText
import PlayerState

/// Sends what was played, and takes what other devices have played.
///
/// One exchange at a time. What is not acknowledged by the service itself stays in the queue: an
/// empty answer, a page of a captive portal or an error acknowledges nothing.
public actor SyncEngine {
  private let account: Account
  private let progress: PlayerProgress
  private let time: ServerTime
  private let turns = Turns()
  private let failure = Broadcast<ServiceFault?>(nil)
  private let synced = Broadcast<Int?>(nil)
  private var timer: Task<Void, Never>?
  private var failures = 0
  /// Before this moment nothing is tried by itself.
  private var earliest = 0
  /// What was to be waited then: more is never, whatever becomes of the device's clock.
  private var wait = 0
  private var most = SyncRequest.mostRows

  init(account: Account, progress: PlayerProgress, time: ServerTime) {
    self.account = account
    self.progress = progress
    self.time = time
  }

  // MARK: - What apps show

  /// Why the last exchange failed, now and whenever that changes; `nil` where it did not.
  ///
  /// It says what happened, and not whether there is a network now: nobody can know that.
  public nonisolated var failureStates: AsyncStream<ServiceFault?> { failure.values }

  /// When the last exchange was whole, in milliseconds since 1970.
  public nonisolated var lastSyncs: AsyncStream<Int?> { synced.values }

  /// Why the last exchange failed.
  public nonisolated var lastFailure: ServiceFault? { failure.value }

  // MARK: - When

  /// After how many milliseconds without a change a change is sent.
  static let debounce = 5_000

  /// What is waited after failures: twice as long each time, up to a quarter of an hour.
  private static let backOff = (first: 5_000, longest: 900_000)

  /// Something was changed: it is sent when nothing else has changed for five seconds.
  func changed() { schedule(in: SyncEngine.debounce) }

  private func schedule(in milliseconds: Int) {
    timer?.cancel()
    let pause = max(milliseconds, min(earliest - time.deviceMilliseconds, wait))
    timer = Task { [weak self, time] in
      do { try await time.sleep(milliseconds: pause) } catch { return }
      // What has begun is not given up for a change that comes meanwhile.
      Task { await self?.push() }
    }
  }

  /// Sends what is waiting now, for example when the app goes into the background.
  ///
  /// - Returns: Whether all of it has arrived, but for what the service refuses.
  @discardableResult
  public func flush() async -> Bool {
    timer?.cancel()
    return await push()
  }

  /// Sends what is waiting and takes what is new, for example when the app is opened.
  ///
  /// - Returns: Whether the exchange was whole.
  @discardableResult
  public func sync() async -> Bool {
    await exchange { player throws(ServiceFault) in
      try await self.send(player)
      try await self.receive(player)
    }
  }

  @discardableResult
  private func push() async -> Bool {
    do throws(StorageError) {
      guard try await progress.hasPending else { return true }
    } catch {
      failure.send(ServiceFault(error))
      return false
    }
    return await exchange { player throws(ServiceFault) in try await self.send(player) }
  }

  private typealias Work = (_ player: String) async throws(ServiceFault) -> Void

  private func exchange(_ work: Work) async -> Bool {
    let isWhole = await turns.runUnlessCancelled {
      do throws(ServiceFault) {
        try await asWhoeverPlays(work)
        failures = 0
        earliest = 0
        failure.send(nil)
        synced.send(time.milliseconds)
        return true
      } catch {
        failures += 1
        let full = min(
          SyncEngine.backOff.longest, SyncEngine.backOff.first << min(failures - 1, 10))
        var pause = Int.random(in: full / 2...full)
        if case .refused(_, _, let seconds?) = error { pause = max(pause, seconds * 1000) }
        earliest = time.deviceMilliseconds + pause
        wait = pause
        failure.send(error)
        if progress.pendingCount > 0 { schedule(in: pause) }
        return false
      }
    }
    guard let isWhole else {
      // The timer was for what this was to send, and the exchange before it may send nothing more.
      if progress.pendingCount > 0 { schedule(in: SyncEngine.debounce) }
      return false
    }
    return isWhole
  }

  // MARK: - What

  /// Does some work for the player; once more where somebody else plays before it is done, which is
  /// noticed before anything of one is sent or kept as another's.
  private func asWhoeverPlays(_ work: Work) async throws(ServiceFault) {
    let player = try await account.session().user
    do throws(ServiceFault) {
      try await work(player)
    } catch {
      let next = try await account.session().user
      guard next != player else { throw error }
      try await work(next)
    }
  }

  /// Sends what is waiting as this begins; whoever plays on is served five seconds later.
  private func send(_ player: String) async throws(ServiceFault) {
    var waiting = try await snapshot(player).waiting
    var isAgain = false
    while true {
      let book = try await snapshot(player)
      let batch = book.batch(of: waiting, atMost: most)
      guard batch.count > 0 else { break }
      waiting.subtract(batch.keys)
      do throws(ServiceFault) {
        let reply = try await account.ask(
          ClientRequest("POST", "/sync", body: batch.request.bytes), as: player,
          limit: Service.Limit.sync)
        guard reply.value["success"] == .bool(true) else { throw .malformed("no success") }
        let answer = try SyncAnswer(reply.value)
        let isSetBack = book.isAhead(of: answer.numbering)
        try await change(player) { book in
          book.settle(batch, answer)
          book.note(answer.numbering)
        }
        // Once: behind one address there might be two services.
        if isSetBack, !isAgain {
          isAgain = true
          waiting.formUnion(try await snapshot(player).waiting)
        }
        most = min(SyncRequest.mostRows, most * 2)
      } catch .refused(let status, let code, _) where [400, 413, 422].contains(status) {
        guard batch.count == 1 else {
          most = batch.count / 2
          waiting.formUnion(batch.keys)
          continue
        }
        try await change(player) { $0.park(batch, code: code) }
      }
    }
    if progress.pendingCount > 0 { schedule(in: SyncEngine.debounce) }
  }

  /// Takes what is new; everything, where the service was set back since it was heard last.
  private func receive(_ player: String, isAgain: Bool = false) async throws(ServiceFault) {
    let before = try await snapshot(player)
    let cursor = before.cursor
    let query = cursor.map { ["since": "\($0)"] } ?? [:]
    let reply = try await account.ask(
      ClientRequest("GET", "/sync", query: query), as: player, limit: Service.Limit.sync)
    let answer = try SyncAnswer(reply.value)
    let isSetBack = before.isAhead(of: answer.numbering)
    try await change(player) { book in
      book.note(answer.numbering)
      // What a download has shown to be bought meanwhile, the answer need not know.
      let noted = book.purchases.names.subtracting(before.purchases.names)
      book.take(answer)
      book.setPurchases(Purchases(book.purchases.names.union(noted)))
      // A release that has come meanwhile may have had everything told again.
      if !isSetBack, book.cursor == cursor { book.setCursor(answer.numbering.last) }
    }
    guard isSetBack, !isAgain else { return }
    try await send(player)
    try await receive(player, isAgain: true)
  }

  private func snapshot(_ player: String) async throws(ServiceFault) -> ProgressBook {
    do throws(StorageError) {
      return try await progress.snapshot(of: player)
    } catch {
      throw ServiceFault(error)
    }
  }

  private func change(
    _ player: String, _ work: @Sendable (inout ProgressBook) -> Void
  ) async throws(ServiceFault) {
    do throws(StorageError) {
      try await progress.settle(player, work)
    } catch {
      throw ServiceFault(error)
    }
  }
}
