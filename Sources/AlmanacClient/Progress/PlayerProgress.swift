import Identity
import JSONText
public import PlayerState
public import StarBattle
import Synchronization

/// What this player has come to, on every puzzle: kept on the disk before it is said to be kept.
///
/// Each player has a queue of their own. What was played before there was an account belongs to
/// nobody, and goes to the first account that this device gets.
public actor PlayerProgress {
  private let storage: any Storage
  private let time: ServerTime
  private let turns = Turns()
  private var book: ProgressBook?
  private var log: KeyedLog?
  private let pending = Broadcast(0)
  private let bought = Broadcast(Purchases([]))
  /// Of packs whose slots have changed, where their puzzles are by now.
  private var places: [PackID: PackPlaces] = [:]
  /// Called after something has changed that the service does not know.
  private let listener = Mutex<@Sendable () -> Void>({})

  init(storage: any Storage, time: ServerTime) {
    self.storage = storage
    self.time = time
  }

  nonisolated func notify(_ call: @escaping @Sendable () -> Void) {
    listener.withLock { $0 = call }
  }

  // MARK: - Playing

  /// The board of a puzzle as the player left it; empty where it was never played.
  ///
  /// A board of another puzzle that once had this place is never given.
  ///
  /// - Parameter puzzle: The puzzle.
  /// - Returns: The board.
  /// - Throws: `StorageError` where what was kept cannot be read.
  public func board(of puzzle: PlayablePuzzle) async throws(StorageError) -> PlayerBoard {
    let cells = try await progress(of: puzzle)?.play?.cells
    return cells.flatMap { PlayerBoard(puzzle.puzzle.grid, cells: $0) }
      ?? PlayerBoard(puzzle.puzzle.grid)
  }

  /// What the player has come to on a puzzle.
  ///
  /// - Parameter puzzle: The puzzle.
  /// - Returns: What that is; `nil` where it was never played.
  /// - Throws: `StorageError` where what was kept cannot be read.
  public func progress(of puzzle: PlayablePuzzle) async throws(StorageError) -> PuzzleProgress? {
    let entry = try await opened().entries[place(of: puzzle).id]
    guard let entry else { return nil }
    var row = entry.row
    row.play = entry.board(of: puzzle.fingerprint)?.row.play
    return row
  }

  /// The cells of the board in the order in which they were filled, as far as that is known.
  ///
  /// - Parameter puzzle: The puzzle.
  /// - Returns: The cells, row-major from 0.
  /// - Throws: `StorageError` where what was kept cannot be read.
  public func moves(of puzzle: PlayablePuzzle) async throws(StorageError) -> [Int] {
    let entry = try await opened().entries[place(of: puzzle).id]
    return entry?.board(of: puzzle.fingerprint)?.moves ?? []
  }

  /// Keeps a board; when this returns, it is on the disk.
  ///
  /// A puzzle that was solved stays solved, with the board that solved it. Where the puzzle has
  /// moved since the app got it, the board goes with it; where it is gone, a board of the one in
  /// its place stays, and that this one was solved is kept alone.
  ///
  /// - Parameters:
  ///   - board: The board after a move, or several.
  ///   - puzzle: The puzzle that is played.
  ///   - milliseconds: How long it was played in all.
  /// - Returns: Whether the puzzle is solved.
  /// - Throws: `StorageError` where the board could not be kept; then it is as it was before.
  @discardableResult
  public func keep(
    _ board: PlayerBoard, of puzzle: PlayablePuzzle, milliseconds: Int
  ) async throws(StorageError) -> Bool {
    guard board.grid == puzzle.puzzle.grid else {
      throw StorageError("the board is of another grid than \(puzzle.id)")
    }
    let now = time.milliseconds
    var isSolved = false
    try await change { book in
      let (id, isGone) = place(of: puzzle)
      isSolved = book.play(
        board, of: puzzle, at: id, isGone: isGone, milliseconds: milliseconds, at: now)
    }
    return isSolved
  }

  /// The place that a puzzle has by now; the one that the app got it with, where that is not known,
  /// and where it has none any more.
  private func place(of puzzle: PlayablePuzzle) -> (id: String, isGone: Bool) {
    guard let slot = SlotID(puzzle.id), let places = places[slot.pack] else {
      return (puzzle.id, false)
    }
    let now = places.slot(of: puzzle.fingerprint, from: slot)
    return (now?.description ?? puzzle.id, now == nil)
  }

  /// Notes that a hint was used on a puzzle; when this returns, it is on the disk.
  ///
  /// - Parameter puzzle: The puzzle.
  /// - Throws: `StorageError` where it could not be kept.
  public func useHint(on puzzle: PlayablePuzzle) async throws(StorageError) {
    try await change { $0.useHint(at: place(of: puzzle).id) }
  }

  /// How many hints the player has left; `nil` where they are not counted.
  public var hintsLeft: Int? {
    get async throws(StorageError) {
      let book = try await opened()
      if book.purchases.names.contains("unlimited_hints") { return nil }
      return max(0, PlayerHints.free - book.entries.values.reduce(0) { $0 + $1.row.hintsUsed })
    }
  }

  // MARK: - Settings and packs

  /// The player's settings.
  public var settings: PlayerSettings {
    get async throws(StorageError) { try await opened().settings }
  }

  /// Changes a setting; when this returns, it is on the disk.
  ///
  /// - Parameters:
  ///   - field: The setting.
  ///   - value: 0 or 1; a theme by its place in `PlayerSettings.themes`.
  /// - Throws: `StorageError` where it could not be kept.
  /// - Precondition: the field can have the value.
  public func set(
    _ field: PlayerSettings.Field, to value: Int
  ) async throws(StorageError) {
    let now = time.milliseconds
    try await change { $0.set(field, to: value, at: now) }
  }

  /// The greatest slot of a pack that the player has unlocked.
  ///
  /// - Parameter pack: The pack, such as `intro`.
  /// - Returns: The slot; 0 where none was unlocked.
  /// - Throws: `StorageError` where what was kept cannot be read.
  public func unlocked(in pack: String) async throws(StorageError) -> Int {
    try await opened().packs[pack]?.slot ?? 0
  }

  /// Unlocks the slots of a pack up to one; what was unlocked stays.
  ///
  /// - Parameters:
  ///   - slot: The slot, from 0.
  ///   - pack: The pack, such as `intro`.
  /// - Throws: `StorageError` where it could not be kept.
  public func unlock(_ slot: Int, in pack: String) async throws(StorageError) {
    try await change { $0.unlock(slot, in: pack, isPending: true) }
  }

  // MARK: - What it comes to

  /// The player's streaks, by the service's own function and clock.
  ///
  /// What the service refuses counts no more than it does there.
  public var streaks: Streaks {
    get async throws(StorageError) {
      let now = time.milliseconds
      let completions = try await opened().entries.compactMap { id, entry in
        entry.refusal != nil
          ? nil
          : entry.row.completedAt.map {
            Streaks.Completion(
              id: id, completedAt: $0, receivedAt: entry.heardAt ?? (entry.isPending ? now : nil))
          }
      }
      return Streaks(of: completions, at: now)
    }
  }

  /// Everything that was played, by its id; boards are as they were left, on whatever puzzle, one
  /// of each place.
  public var all: [String: PuzzleProgress] {
    get async throws(StorageError) { try await opened().entries.mapValues(\.row) }
  }

  /// What the service does not take, with its word for the reason: places and packs by their ids,
  /// and `settings`.
  public var refused: [String: String] {
    get async throws(StorageError) { try await opened().refused }
  }

  /// What the player has bought, as the service has said last.
  public var purchases: Purchases {
    get async throws(StorageError) { try await opened().purchases }
  }

  /// What the player has bought, as far as it was read from the disk.
  nonisolated var knownPurchases: Purchases { bought.value }

  /// How many changes the service has not heard of, now and whenever that changes.
  public nonisolated var pendingCounts: AsyncStream<Int> { pending.values }

  /// How many changes the service has not heard of.
  public nonisolated var pendingCount: Int { pending.value }

  // MARK: - Who plays

  /// The name of the queue of nobody.
  static let nobody = "nobody"

  private static let folder = "players"

  private static func file(of player: String) -> String { "\(folder)/\(player)" }

  /// The name of a small file that says who played last.
  static let last = "player"

  /// What is in it.
  private struct Last: Equatable {
    var player: String
    /// Whether the account has a password, so that it can be opened again from anywhere.
    var isRegistered = false
    /// Players whose queues were taken along, and may be there still.
    var taken: [String] = []
  }

  private var lastPlayer = Last(player: nobody)

  /// The account whose progress this is; `nil` for nobody's.
  var player: String? {
    get async throws(StorageError) {
      let name = try await opened().player
      return name == PlayerProgress.nobody ? nil : name
    }
  }

  /// The account whose progress this is, where it has no password; `nil` for any other.
  var unregisteredPlayer: String? {
    get async throws(StorageError) {
      let player = try await player
      return lastPlayer.isRegistered ? nil : player
    }
  }

  /// Goes over to a player.
  ///
  /// - Parameters:
  ///   - player: The account; `nil` for nobody.
  ///   - isRegistered: Whether it has a password.
  ///   - isTakingAlong: Whether what was played so far goes into it: nobody's does, and that of an
  ///     anonymous account that has gone into another.
  /// - Throws: `StorageError`; who played before plays on then.
  func become(
    _ player: String?, isRegistered: Bool, isTakingAlong: Bool
  ) async throws(StorageError) {
    let name = player ?? PlayerProgress.nobody
    try await turns.run { () async throws(StorageError) in
      let before = try await open()
      var next = Last(player: name, isRegistered: isRegistered, taken: lastPlayer.taken)
      guard before.player != name else {
        if next != lastPlayer { try await keep(next) }
        return await removeTaken()
      }
      if next.taken.contains(name) {
        // What was taken along from here is not to be seen, or taken, a second time.
        try await storage.remove(PlayerProgress.file(of: name))
        next.taken.removeAll { $0 == name }
      }
      var (log, book) = try await read(name)
      if isTakingAlong {
        book.takeAlong(before)
        for places in places.values { book.follow(places) }
        // Together: killed before, all of it is still where it was, and is taken along again.
        try await log.set(book.changes())
        next.taken.append(before.player)
      }
      try await keep(next)
      show(book, log)
      await removeTaken()
    }
  }

  private func keep(_ next: Last) async throws(StorageError) {
    let value = JSONValue.object([
      JSONMember("player", next.player), JSONMember("isRegistered", next.isRegistered),
      JSONMember("taken", next.taken),
    ])
    try await SealedFile.write(value.text, to: PlayerProgress.last, in: storage)
    lastPlayer = next
  }

  /// Removes the queues that were taken along; whoever plays plays on where that cannot be done
  /// now.
  private func removeTaken() async {
    guard !lastPlayer.taken.isEmpty else { return }
    var next = lastPlayer
    for player in lastPlayer.taken {
      guard (try? await storage.remove(PlayerProgress.file(of: player))) != nil else { return }
    }
    next.taken = []
    try? await keep(next)
  }

  private func opened() async throws(StorageError) -> ProgressBook {
    if let book { return book }
    return try await turns.run { () async throws(StorageError) in try await open() }
  }

  /// Reads the queue of who played last; to be called in turn.
  private func open() async throws(StorageError) -> ProgressBook {
    if let book { return book }
    lastPlayer = try await foundLast()
    let (log, book) = try await read(lastPlayer.player)
    await time.recall(from: storage)
    show(book, log)
    return book
  }

  private func foundLast() async throws(StorageError) -> Last {
    if let file = await SealedFile.read(PlayerProgress.last, limit: 1 << 12, in: storage),
      let value = try? JSONValue(reading: file.bytes), case .string(let name)? = value["player"]
    {
      var last = Last(player: name, isRegistered: value["isRegistered"] == .bool(true))
      if case .array(let names)? = value["taken"] {
        last.taken = names.compactMap { if case .string(let name) = $0 { name } else { nil } }
      }
      return last
    }
    // Where the file is damaged and there is one queue alone, it is that one's; of whom that is
    // nothing is known, so nobody else gets it.
    guard try await storage.read(PlayerProgress.last, limit: 1 << 20) != nil else {
      return Last(player: PlayerProgress.nobody)
    }
    let names = try await Array(storage.files(in: PlayerProgress.folder).keys)
    return Last(player: names.count == 1 ? names[0] : PlayerProgress.nobody, isRegistered: true)
  }

  /// Reads somebody's queue.
  private func read(
    _ player: String
  ) async throws(StorageError) -> (log: KeyedLog, book: ProgressBook) {
    let file = PlayerProgress.file(of: player)
    let (log, values, isWhole) = try await KeyedLog.open(file, in: storage)
    var book = ProgressBook(player: player, values)
    // What was damaged is told once more by the service, as far as it has heard of it.
    if !isWhole { book.setCursor(nil) }
    // Puzzles may have moved while somebody else played.
    for places in places.values { book.follow(places) }
    var kept = book
    if (try? await log.set(kept.changes())) != nil {
      if !isWhole { await log.rewrite() }
      return (log, kept)
    }
    // Kept with the next change, all of it: a board that has moved on the disk overwrites another
    // one there, which has to have moved as well.
    return (log, book)
  }

  /// Plays on with a queue.
  private func show(_ book: ProgressBook, _ log: KeyedLog) {
    self.log = log
    self.book = book
    pending.send(book.pendingCount)
    bought.send(book.purchases)
  }

  /// Removes all that a player has come to from this device, unless it is they who play.
  func erase(_ player: String) async throws(StorageError) {
    try await turns.run { () async throws(StorageError) in
      guard try await open().player != player else { return }
      try await storage.remove(PlayerProgress.file(of: player))
    }
  }

  /// Changes something, on the disk first.
  private func change(
    _ work: (inout ProgressBook) -> Void, then done: () -> Void = {}
  ) async throws(StorageError) {
    try await commit(work, then: done)
    if pending.value > 0 { listener.withLock { $0 }() }
  }

  private func commit(
    as player: String? = nil, _ work: (inout ProgressBook) -> Void, then done: () -> Void = {}
  ) async throws(StorageError) {
    let next = try await turns.run { () async throws(StorageError) -> ProgressBook in
      var next = try await open()
      guard player == nil || next.player == player else { throw PlayerProgress.otherPlayer }
      work(&next)
      let changes = next.changes()
      if !changes.isEmpty { try await log?.set(changes) }
      book = next
      done()
      return next
    }
    pending.send(next.pendingCount)
    bought.send(next.purchases)
  }

  private static let otherPlayer = StorageError("somebody else plays by now")

  /// Takes what the service has said to a player.
  func settle(
    _ player: String, _ work: @Sendable (inout ProgressBook) -> Void
  ) async throws(StorageError) {
    try await commit(as: player) { book in
      work(&book)
      // It may be of before a release whose places are known here by now.
      for places in places.values { book.follow(places) }
    }
  }

  /// Notes that the service has given a player a pack that has to be bought: so it was.
  func noteBought(_ pack: String, by player: String) async throws(StorageError) {
    try await commit(as: player) { book in
      book.setPurchases(Purchases(book.purchases.names.union(["pack:" + pack])))
    }
  }

  /// Whether there is anything that the service has not heard of.
  var hasPending: Bool {
    get async throws(StorageError) { try await opened().pendingCount > 0 }
  }

  /// Has what was refused sent once more; says whether there was any.
  func retryRefused() async -> Bool {
    guard let book = try? await opened(), !book.refused.isEmpty else { return false }
    return (try? await commit { $0.retryRefused() }) != nil
  }

  /// Has what was played follow the puzzles of a pack whose slots have changed, also what is played
  /// from now on with a puzzle that the app got before.
  ///
  /// Where not all places are known, those stand that were known before.
  func follow(_ places: PackPlaces) async throws(StorageError) {
    let known = self.places[places.pack]
    guard known != places, known == nil || places.isWhole else { return }
    // With the book, and not before: a board is looked for where the book has it.
    try await change({ $0.follow(places) }, then: { self.places[places.pack] = places })
  }

  /// Notes that slots have another puzzle by now.
  func noteChanged(_ slots: [SlotID]) async throws(StorageError) {
    if !slots.isEmpty { try await commit { $0.noteChanged(slots) } }
  }

  /// Whether the service has to tell everything again.
  var lacksCursor: Bool { get async { (try? await opened())?.cursor == nil } }

  /// The book of a player as it is now.
  func snapshot(of player: String) async throws(StorageError) -> ProgressBook {
    let book = try await opened()
    guard book.player == player else { throw PlayerProgress.otherPlayer }
    return book
  }
}
