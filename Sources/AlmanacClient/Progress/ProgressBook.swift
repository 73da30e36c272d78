import Identity
import JSONText
import PlayerState
import StarBattle

/// All that is known of one player, as a value: what is kept of it is in `changes()`.
struct ProgressBook: Sendable {
  let player: String
  private(set) var entries: [String: ProgressEntry] = [:]
  private(set) var settings = PlayerSettings()
  /// The settings as the service has them, as far as that was heard since the start: their times
  /// are ahead where its clock once was.
  private(set) var toldSettings = PlayerSettings()
  /// Whether the service has not heard of the settings.
  private(set) var isSettingsPending = false
  /// Why the service does not take the settings.
  private(set) var settingsRefusal: String?
  private(set) var packs: [String: Unlocked] = [:]
  private(set) var purchases = Purchases([])
  /// The number of the last change that the service has told of.
  private(set) var cursor: Int?
  /// What the service has numbered its changes by when it was last heard.
  private(set) var numbering: Numbering?
  private var touched: Set<Key> = []

  /// The service's numbers of changes: the last one that was heard in any answer, and the sign of
  /// the database that gave it.
  struct Numbering: Hashable, Sendable {
    var last: Int
    /// `nil` where the service does not say.
    var epoch: String?
  }

  struct Unlocked: Hashable, Sendable {
    var slot: Int
    var isPending: Bool
    /// Why the service does not take it.
    var refusal: String?
  }

  /// What the service does not take, with its word for the reason.
  var refused: [String: String] {
    var refused = entries.compactMapValues(\.refusal)
    refused.merge(packs.compactMapValues(\.refusal)) { first, _ in first }
    refused["settings"] = settingsRefusal
    return refused
  }

  var pendingCount: Int {
    entries.values.count(where: \.isPending) + packs.values.count(where: \.isPending)
      + (isSettingsPending ? 1 : 0)
  }

  // MARK: - What the player does

  /// Takes a board.
  ///
  /// - Parameters:
  ///   - board: The board.
  ///   - puzzle: Its puzzle.
  ///   - id: The place that the puzzle has by now.
  ///   - isGone: Whether it has none: then no board of the one in its place gives way to this one.
  ///   - milliseconds: How long it was played.
  ///   - now: When.
  /// - Returns: Whether the board solves the puzzle.
  mutating func play(
    _ board: PlayerBoard, of puzzle: PlayablePuzzle, at id: String, isGone: Bool,
    milliseconds: Int, at now: Int
  ) -> Bool {
    var entry = entries[id] ?? ProgressEntry(row: PuzzleProgress(play: nil))
    let last = entry.row.play?.updatedAt ?? -1
    if !isGone || entry.row.play == nil { entry.turn(to: puzzle.fingerprint) }
    let known = entry.row.play
    if known?.puzzle == puzzle.fingerprint, known?.isSolved == true { return true }
    // A clock that is slow, or was put back, must not make a move older than the one before.
    // Nor one that cannot be read again, where the one before has the last time that there is.
    let time = min(max(now, max(known?.updatedAt ?? -1, last) + 1), SyncTime.range.upperBound)
    let isSolved = Solution(stars: board.stars).solves(puzzle.puzzle)
    if isGone, let known, known.puzzle != puzzle.fingerprint {
      // That the place was completed counts with whatever puzzle it had.
      if isSolved, entry.row.completedAt == nil {
        entry.row.completedAt = min(now, SyncTime.range.upperBound)
        touch(id, &entry)
      }
      return isSolved
    }
    let before = known?.puzzle == puzzle.fingerprint ? known?.cells : nil
    entry.noteMoves(from: before, to: board.cells)
    entry.row.play = PuzzleProgress.Play(
      puzzle: puzzle.fingerprint, cells: board.cells,
      milliseconds: min(max(0, milliseconds), SyncTime.range.upperBound),
      isSolved: isSolved, updatedAt: time)
    if isSolved { entry.row.completedAt = min(entry.row.completedAt ?? time, time) }
    touch(id, &entry)
    return isSolved
  }

  mutating func useHint(at id: String) {
    var entry = entries[id] ?? ProgressEntry(row: PuzzleProgress(play: nil))
    guard entry.row.hintsUsed < PuzzleProgress.mostHints else { return }
    entry.row.hintsUsed += 1
    touch(id, &entry)
  }

  /// Has the boards of a pack's puzzles follow them to the slots that they have by now.
  ///
  /// Hints stay where they were used: they are counted over all places, and the service, which
  /// merges by maximum, would count them twice. So do completions, which are of places; one goes
  /// along as well where the board solves its puzzle, and may be the time of an earlier puzzle of
  /// the place.
  mutating func follow(_ places: PackPlaces) {
    var moved: [(id: String, board: ProgressEntry)] = []
    for (id, var entry) in entries {
      guard let slot = SlotID(id), slot.pack == places.pack else { continue }
      func place(of board: ProgressEntry) -> SlotID? {
        board.row.play.flatMap { places.slot(of: $0.puzzle, from: slot) }
      }
      if let now = place(of: entry), now != slot {
        moved.append((now.description, entry.shown))
        entry.row.play = nil
        entry.moves = []
      }
      // What was laid aside may also have this very slot, which shows another puzzle's board.
      moved += entry.left.compactMap { board in
        place(of: board).map { (id: $0.description, board: board) }
      }
      entry.left.removeAll { place(of: $0) != nil }
      if entry != entries[id] { put(entry, at: id) }
    }
    for (id, board) in moved {
      guard let play = board.row.play else { continue }
      var entry = entries[id] ?? ProgressEntry(row: PuzzleProgress(play: nil))
      entry.turn(to: play.puzzle)
      entry.row = entry.row.merged(with: board.row)
      if entry.row.play == play { entry.moves = board.moves }
      touch(id, &entry)
    }
  }

  private mutating func touch(_ id: String, _ entry: inout ProgressEntry) {
    entry.isPending = true
    entry.refusal = nil
    put(entry, at: id)
  }

  mutating func set(_ field: PlayerSettings.Field, to value: Int, at now: Int) {
    let last = settings.entries[field]?.setAt ?? PlayerSettings.neverSet
    settings.set(field, to: value, at: min(max(now, last + 1), SyncTime.range.upperBound))
    settled(settings, isPending: true)
  }

  mutating func unlock(_ slot: Int, in pack: String, isPending: Bool) {
    // What is beyond could not be told to the service.
    let slot = min(slot, SyncTime.range.upperBound)
    guard slot > packs[pack]?.slot ?? (isPending ? 0 : -1) else { return }
    packs[pack] = Unlocked(slot: slot, isPending: isPending)
    touched.insert(.pack(pack))
  }

  // MARK: - What the service says

  mutating func put(_ entry: ProgressEntry, at id: String) {
    entries[id] = entry
    touched.insert(.progress(id))
  }

  mutating func settled(_ merged: PlayerSettings, isPending: Bool, refusal: String? = nil) {
    settings = merged
    isSettingsPending = isPending
    settingsRefusal = refusal
    touched.insert(.settings)
  }

  mutating func settle(pack: String, sent slot: Int, refusal: String? = nil) {
    guard packs[pack]?.slot == slot else { return }
    packs[pack]?.isPending = false
    packs[pack]?.refusal = refusal
    touched.insert(.pack(pack))
  }

  mutating func note(told settings: PlayerSettings) { toldSettings = settings }

  mutating func setPurchases(_ purchases: Purchases) {
    guard self.purchases != purchases else { return }
    self.purchases = purchases
    touched.insert(.purchases)
  }

  mutating func setCursor(_ cursor: Int?) {
    guard self.cursor != cursor else { return }
    self.cursor = cursor
    touched.insert(.cursor)
  }

  /// Whether an answer is of a service that was set back, for example by a backup: its number is
  /// below one that was heard, or its database has another sign.
  ///
  /// The number alone would not do: a service that was set back counts on, and is soon as far.
  func isAhead(of heard: Numbering) -> Bool {
    if let epoch = numbering?.epoch, epoch != heard.epoch { return true }
    return heard.last < numbering?.last ?? cursor ?? 0
  }

  /// Notes the number of an answer; a service that was set back hears everything again, and tells
  /// everything again.
  mutating func note(_ heard: Numbering) {
    if isAhead(of: heard) {
      sendAll()
      setCursor(nil)
    }
    guard numbering != heard else { return }
    numbering = heard
    touched.insert(.numbering)
  }

  /// Has everything told again where one of some slots was played that have another puzzle now.
  ///
  /// It may be the one of before, whose board the service has left out; that it fits again is no
  /// change there.
  mutating func noteChanged(_ slots: [SlotID]) {
    if slots.contains(where: { entries[$0.description] != nil }) { setCursor(nil) }
  }

  /// Has everything sent again, because the service has lost what it had heard.
  ///
  /// But for what is without a board: that a slot's puzzle of before was completed, which the
  /// service believes of nobody, and which stays here where it is not asked.
  private mutating func sendAll() {
    for (id, var entry) in entries
    where !entry.isPending && entry.refusal == nil && entry.row.play != nil {
      entry.isPending = true
      put(entry, at: id)
    }
    for pack in packs.keys {
      packs[pack]?.isPending = true
      touched.insert(.pack(pack))
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
    for (pack, unlocked) in packs where unlocked.refusal != nil {
      packs[pack] = Unlocked(slot: unlocked.slot, isPending: true)
      touched.insert(.pack(pack))
    }
    if settingsRefusal != nil { settled(settings, isPending: true) }
  }

  /// Takes over all of another book, as things that the service has not heard of.
  mutating func takeAlong(_ other: ProgressBook) {
    for (id, theirs) in other.entries {
      var entry = entries[id] ?? ProgressEntry(row: theirs.row)
      entry.takeAlong(theirs)
      entry.heardAt = entry.heardAt ?? theirs.heardAt
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
  ///
  /// Of cells that were filled at once, stars come first: marks may follow from them.
  fileprivate mutating func noteMoves(
    from before: [PlayerBoard.Cell]?, to after: [PlayerBoard.Cell]
  ) {
    var changed = Array(after.indices)
    if let before, before.count == after.count {
      changed.removeAll { before[$0] == after[$0] }
      moves.removeAll { changed.contains($0) }
    } else {
      moves = []
    }
    moves += changed.filter { after[$0] == .star } + changed.filter { after[$0] == .mark }
  }
}

// MARK: - On the disk

extension ProgressBook {
  /// What a book is made of, each under a key of its own.
  enum Key: Hashable, Comparable, Sendable {
    case settings
    case purchases
    case cursor
    case numbering
    case pack(String)
    case progress(String)

    /// The key as it is written.
    var text: String {
      switch self {
      case .settings: "settings"
      case .purchases: "purchases"
      case .cursor: "cursor"
      case .numbering: "numbering"
      case .pack(let id): "pack " + id
      case .progress(let id): "progress " + id
      }
    }

    init?(_ text: String) {
      switch text.split(separator: " ", maxSplits: 1).map(String.init) {
      case ["settings"]: self = .settings
      case ["purchases"]: self = .purchases
      case ["cursor"]: self = .cursor
      case ["numbering"]: self = .numbering
      case let words where words.count == 2 && words[0] == "pack": self = .pack(words[1])
      case let words where words.count == 2 && words[0] == "progress": self = .progress(words[1])
      default: return nil
      }
    }
  }

  /// A book of what was kept; what cannot be read is left out.
  init(player: String, _ values: [String: JSONValue]) {
    self.player = player
    for (text, value) in values {
      switch Key(text) {
      case .progress(let id): entries[id] = ProgressEntry(value)
      case .pack(let id):
        guard case .integer(let slot)? = value["slot"], slot >= 0 else { continue }
        packs[id] = Unlocked(
          slot: slot, isPending: value["pending"] == .bool(true),
          refusal: ProgressBook.refusal(value))
      case .settings:
        guard let row = value["row"], let settings = try? PlayerSettings(row: row) else { continue }
        self.settings = settings
        isSettingsPending = value["pending"] == .bool(true)
        settingsRefusal = ProgressBook.refusal(value)
      case .purchases:
        guard case .array(let names) = value else { continue }
        purchases = Purchases(
          names.compactMap { if case .string(let name) = $0 { name } else { nil } })
      case .cursor: if case .integer(let number) = value { cursor = number }
      case .numbering:
        guard case .integer(let last)? = value["last"] else { continue }
        numbering = Numbering(last: last)
        if case .string(let epoch)? = value["epoch"] { numbering?.epoch = epoch }
      case nil: continue
      }
    }
  }

  private static func refusal(_ value: JSONValue) -> String? {
    if case .string(let code)? = value["refusal"] { code } else { nil }
  }

  /// What was changed since this was asked last, as it is kept.
  mutating func changes() -> [String: JSONValue] {
    var changes: [String: JSONValue] = [:]
    for key in touched { changes[key.text] = value(of: key) }
    touched = []
    return changes
  }

  private func value(of key: Key) -> JSONValue {
    switch key {
    case .progress(let id): entries[id]?.value ?? .null
    case .pack(let id):
      packs[id].map { pack in
        .object([
          JSONMember("slot", pack.slot), JSONMember("pending", pack.isPending),
          JSONMember("refusal", pack.refusal),
        ])
      } ?? .null
    case .settings:
      .object([
        JSONMember("row", settings.row), JSONMember("pending", isSettingsPending),
        JSONMember("refusal", settingsRefusal),
      ])
    case .purchases: .array(purchases.names.sorted().map { .string($0) })
    case .cursor: cursor.map { .integer($0) } ?? .null
    case .numbering:
      numbering.map {
        .object([JSONMember("last", $0.last), JSONMember("epoch", $0.epoch)])
      } ?? .null
    }
  }
}
