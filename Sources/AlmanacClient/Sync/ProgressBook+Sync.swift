import Identity
import PlayerState

/// What was sent, to be told from what was played while the answer was on its way.
struct SyncBatch: Sendable {
  var request = SyncRequest()
  /// The entries as they were sent.
  var entries: [String: ProgressEntry] = [:]

  /// The keys of what is in it, as they are in a book.
  var keys: Set<ProgressBook.Key> = []

  var count: Int { keys.count }
}

extension ProgressBook {
  /// What the service has not heard of.
  var waiting: Set<Key> {
    var waiting: Set<Key> = []
    if isSettingsPending { waiting.insert(.settings) }
    for (pack, unlocked) in packs where unlocked.isPending { waiting.insert(.pack(pack)) }
    for (id, entry) in entries where entry.isPending { waiting.insert(.progress(id)) }
    return waiting
  }

  /// Some of what the service has not heard of, up to a number of entries.
  func batch(of waiting: Set<Key>, atMost most: Int) -> SyncBatch {
    var batch = SyncBatch()
    for key in waiting.intersection(self.waiting).sorted().prefix(most) {
      batch.keys.insert(key)
      switch key {
      case .settings: batch.request.settings = settings
      case .pack(let pack): batch.request.packProgress[pack] = packs[pack]?.slot
      case .progress(let id):
        batch.request.progress[id] = entries[id]?.row
        batch.entries[id] = entries[id]
      case .purchases, .cursor, .numbering: break
      }
    }
    return batch
  }

  /// Takes the answer to a batch.
  mutating func settle(_ batch: SyncBatch, _ answer: SyncAnswer) {
    for (id, sent) in batch.entries {
      guard var entry = entries[id] else { continue }
      let isUnchanged = entry.row == sent.row
      if let code = answer.rejected[id] {
        guard isUnchanged else { continue }
        entry.isPending = false
        entry.refusal = code
      } else {
        let known = answer.rows[id].map { keepingHistory(in: $0, at: id) } ?? sent.row
        entry.take(
          isUnchanged
            ? known : rebased(entry.row, on: known, sent: sent.row, at: answer.serverTime),
          from: answer.rows[id] ?? sent.row)
        entry.isPending = !isUnchanged
        if known.completedAt != nil {
          entry.heardAt = answer.receivedAt[id] ?? entry.heardAt ?? answer.serverTime
        }
      }
      put(entry, at: id)
    }
    for (pack, slot) in batch.request.packProgress {
      settle(pack: pack, sent: slot, refusal: answer.rejected[pack])
    }
    if !batch.request.settings.entries.isEmpty {
      // What is too far ahead the service has brought back; so is what is kept here.
      let latest = answer.serverTime + SyncTime.lead
      let isSame = settings == batch.request.settings
      let brought = settings.clamped(to: latest, following: toldSettings)
      if isSame { note(told: toldSettings.merged(with: brought)) }
      settled(
        brought, isPending: !isSame,
        refusal: isSame ? answer.rejected["settings"] : nil)
    }
  }

  /// A row of the service, with what this device alone may know: that a slot was completed, and the
  /// board of a puzzle that has moved.
  ///
  /// Where the slot has another puzzle by now, a service that was set back has forgotten the first,
  /// and believes it of nobody who has not the board. The second it leaves out, and this device may
  /// not have the pack yet that says where the puzzle went; where it has a board of the slot's new
  /// puzzle instead, the one from here is laid aside.
  private func keepingHistory(in row: PuzzleProgress, at id: String) -> PuzzleProgress {
    guard SlotID(id) != nil, let entry = entries[id] else { return row }
    var row = row
    row.play = row.play ?? entry.row.play
    row.completedAt = [row.completedAt, entry.row.completedAt].compactMap(\.self).min()
    return row
  }

  /// What was played on a board after it was sent, on top of what it became at the service.
  private func rebased(
    _ row: PuzzleProgress, on known: PuzzleProgress, sent: PuzzleProgress, at serverTime: Int
  ) -> PuzzleProgress {
    guard let mine = row.play, mine != sent.play else {
      var rebased = known
      rebased.hintsUsed = max(known.hintsUsed, row.hintsUsed)
      return rebased
    }
    var time = min(mine.updatedAt, serverTime + SyncTime.lead)
    // Our own board stood, with whatever time: what was played on it is later.
    if known.play?.cells == sent.play?.cells, known.play?.puzzle == sent.play?.puzzle {
      time = min(max(time, (known.play?.updatedAt ?? 0) + 1), SyncTime.range.upperBound)
    }
    return row.changed(at: time).merged(with: known)
  }

  /// Takes what other devices have played.
  mutating func take(_ answer: SyncAnswer) {
    for (id, row) in answer.rows {
      var entry = entries[id] ?? ProgressEntry(row: row)
      // What the service has heard of is in its row already, and fitted to the puzzle of now.
      let isKnown = !entry.isPending && entry.refusal == nil
      entry.take(
        isKnown ? keepingHistory(in: row, at: id) : entry.row.merged(with: row), from: row)
      if entry.row == row { entry.refusal = nil }
      // An older service does not say when it heard of what another device completed: in time,
      // then.
      entry.heardAt = answer.receivedAt[id] ?? entry.heardAt ?? row.completedAt
      if entry != entries[id] { put(entry, at: id) }
    }
    note(told: answer.settings)
    let merged = settings.merged(with: answer.settings)
    if merged != settings {
      settled(merged, isPending: isSettingsPending, refusal: settingsRefusal)
    }
    for (pack, slot) in answer.packs { unlock(slot, in: pack, isPending: false) }
    if let purchases = answer.purchases { setPurchases(purchases) }
  }

  /// Has an entry, alone in its batch, wait until something changes: the service takes it in no
  /// request.
  mutating func park(_ batch: SyncBatch, code: String) {
    for (id, sent) in batch.entries {
      guard var entry = entries[id], entry.row == sent.row else { continue }
      entry.isPending = false
      entry.refusal = code
      put(entry, at: id)
    }
    for (pack, slot) in batch.request.packProgress {
      settle(pack: pack, sent: slot, refusal: code)
    }
    if !batch.request.settings.entries.isEmpty, settings == batch.request.settings {
      settled(settings, isPending: false, refusal: code)
    }
  }
}
