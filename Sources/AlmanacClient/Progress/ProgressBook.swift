import JSONText
import PlayerState
import StarBattle

/// All that is known of one player, as a value: what is kept of it is in `changes()`.
struct ProgressBook: Sendable {
  let player: String
  private(set) var entries: [String: ProgressEntry] = [:]
  private(set) var settings = PlayerSettings()
  /// Whether the service has not heard of the settings.
  private(set) var isSettingsPending = false
  private(set) var packs: [String: Unlocked] = [:]
  private(set) var purchases = Purchases([])
  /// The number of the last change that the service has told of.
  private(set) var cursor: Int?
  private var touched: Set<String> = []

  struct Unlocked: Hashable, Sendable {
    var slot: Int
    var isPending: Bool
  }

  var pendingCount: Int {
    entries.values.count(where: \.isPending) + packs.values.count(where: \.isPending)
      + (isSettingsPending ? 1 : 0)
  }

  // MARK: - What the player does

  /// Takes a board; says whether the puzzle is solved.
  mutating func play(
    _ board: PlayerBoard, of puzzle: PlayablePuzzle, milliseconds: Int, at now: Int
  ) -> Bool {
    var entry = entries[puzzle.id] ?? ProgressEntry(row: PuzzleProgress(play: nil))
    let known = entry.row.play
    if known?.puzzle == puzzle.fingerprint, known?.isSolved == true { return true }
    // A clock that is slow, or was put back, must not make a move older than the one before.
    let time = max(now, (known?.updatedAt ?? -1) + 1)
    let isSolved = Solution(stars: board.stars).solves(puzzle.puzzle)
    let before = known?.puzzle == puzzle.fingerprint ? known?.cells : nil
    entry.noteMoves(from: before, to: board.cells)
    entry.row.play = PuzzleProgress.Play(
      puzzle: puzzle.fingerprint, cells: board.cells, milliseconds: max(0, milliseconds),
      isSolved: isSolved, updatedAt: time)
    if isSolved { entry.row.completedAt = min(entry.row.completedAt ?? time, time) }
    touch(puzzle.id, &entry)
    return isSolved
  }

  mutating func useHint(on puzzle: PlayablePuzzle) {
    var entry = entries[puzzle.id] ?? ProgressEntry(row: PuzzleProgress(play: nil))
    guard entry.row.hintsUsed < PuzzleProgress.mostHints else { return }
    entry.row.hintsUsed += 1
    touch(puzzle.id, &entry)
  }

  private mutating func touch(_ id: String, _ entry: inout ProgressEntry) {
    entry.isPending = true
    entry.refusal = nil
    entry.revision += 1
    put(entry, at: id)
  }

  mutating func set(_ field: PlayerSettings.Field, to value: Int, at now: Int) {
    settings.set(field, to: value, at: max(now, (settings.entries[field]?.setAt ?? -1) + 1))
    isSettingsPending = true
    touched.insert(Key.settings)
  }

  mutating func unlock(_ slot: Int, in pack: String, isPending: Bool) {
    guard slot > packs[pack]?.slot ?? (isPending ? 0 : -1) else { return }
    packs[pack] = Unlocked(slot: slot, isPending: isPending)
    touched.insert(Key.pack + pack)
  }

  // MARK: - What the service says

  mutating func put(_ entry: ProgressEntry, at id: String) {
    entries[id] = entry
    touched.insert(Key.progress + id)
  }

  mutating func settled(_ merged: PlayerSettings, isPending: Bool) {
    settings = merged
    isSettingsPending = isPending
    touched.insert(Key.settings)
  }

  mutating func settle(pack: String, sent slot: Int) {
    guard packs[pack]?.slot == slot else { return }
    packs[pack]?.isPending = false
    touched.insert(Key.pack + pack)
  }

  mutating func setPurchases(_ purchases: Purchases) {
    guard self.purchases != purchases else { return }
    self.purchases = purchases
    touched.insert(Key.purchases)
  }

  mutating func setCursor(_ cursor: Int?) {
    guard self.cursor != cursor else { return }
    self.cursor = cursor
    touched.insert(Key.cursor)
  }

  /// Has everything sent again, because the service has lost what it had heard.
  mutating func sendAll() {
    for (id, var entry) in entries where !entry.isPending && entry.refusal == nil {
      entry.isPending = true
      put(entry, at: id)
    }
    for pack in packs.keys {
      packs[pack]?.isPending = true
      touched.insert(Key.pack + pack)
    }
    if !settings.entries.isEmpty { settled(settings, isPending: true) }
  }

  /// Has what was refused sent once more, for example after a new release.
  mutating func retryRefused() {
    for (id, var entry) in entries where entry.refusal != nil {
      entry.refusal = nil
      entry.isPending = true
      put(entry, at: id)
    }
  }

  /// Takes over all of another book, as things that the service has not heard of.
  mutating func takeAlong(_ other: ProgressBook) {
    for (id, theirs) in other.entries {
      var entry = entries[id] ?? ProgressEntry(row: theirs.row)
      entry.row = entry.row.merged(with: theirs.row)
      if entry.row.play == theirs.row.play { entry.moves = theirs.moves }
      touch(id, &entry)
    }
    if !other.settings.entries.isEmpty {
      settled(settings.merged(with: other.settings), isPending: true)
    }
    for (pack, unlocked) in other.packs { unlock(unlocked.slot, in: pack, isPending: true) }
  }
}

extension ProgressEntry {
  /// Notes which cells were changed: those that were filled are at the end.
  fileprivate mutating func noteMoves(
    from before: [PlayerBoard.Cell]?, to after: [PlayerBoard.Cell]
  ) {
    guard let before, before.count == after.count else {
      moves = after.indices.filter { after[$0] != .open }
      return
    }
    let changed = after.indices.filter { before[$0] != after[$0] }
    moves.removeAll { changed.contains($0) }
    moves += changed.filter { after[$0] != .open }
  }
}

// MARK: - On the disk

extension ProgressBook {
  /// The keys under which a book is kept.
  private enum Key {
    static let progress = "progress "
    static let pack = "pack "
    static let settings = "settings"
    static let purchases = "purchases"
    static let cursor = "cursor"
  }

  /// A book of what was kept.
  init(player: String, _ values: [String: JSONValue]) {
    self.player = player
    for (key, value) in values {
      if key.hasPrefix(Key.progress) {
        entries[String(key.dropFirst(Key.progress.count))] = ProgressEntry(value)
      } else if key.hasPrefix(Key.pack) {
        guard case .integer(let slot)? = value["slot"], slot >= 0 else { continue }
        packs[String(key.dropFirst(Key.pack.count))] = Unlocked(
          slot: slot, isPending: value["pending"] == .bool(true))
      }
    }
    if let kept = values[Key.settings], let row = kept["row"],
      let settings = try? PlayerSettings(row: row)
    {
      self.settings = settings
      isSettingsPending = kept["pending"] == .bool(true)
    }
    if case .array(let names)? = values[Key.purchases] {
      purchases = Purchases(
        names.compactMap { if case .string(let name) = $0 { name } else { nil } })
    }
    if case .integer(let number)? = values[Key.cursor] { cursor = number }
  }

  /// What was changed since this was asked last, as it is kept.
  mutating func changes() -> [String: JSONValue] {
    var changes: [String: JSONValue] = [:]
    for key in touched {
      if key.hasPrefix(Key.progress) {
        changes[key] = entries[String(key.dropFirst(Key.progress.count))]?.value
      } else if key.hasPrefix(Key.pack) {
        guard let pack = packs[String(key.dropFirst(Key.pack.count))] else { continue }
        changes[key] = .object([
          JSONMember("slot", pack.slot), JSONMember("pending", pack.isPending),
        ])
      }
    }
    if touched.contains(Key.settings) {
      changes[Key.settings] = .object([
        JSONMember("row", settings.row), JSONMember("pending", isSettingsPending),
      ])
    }
    if touched.contains(Key.purchases) {
      changes[Key.purchases] = .array(purchases.names.sorted().map { .string($0) })
    }
    if touched.contains(Key.cursor) { changes[Key.cursor] = cursor.map { .integer($0) } ?? .null }
    touched = []
    return changes
  }
}
