package import Dates
package import Identity
package import Manifest

/// What a release is to hold: every pack and the whole calendar, as plain values.
package struct ReleaseContent: Hashable, Sendable {
  package struct Pack: Hashable, Sendable {
    package var id: PackID

    /// Its name for players.
    package var name: String

    /// Its version, from 1; it rises by one when puzzles, name or `free` change, and only then.
    package var version: Int

    /// Whether it can be had for nothing.
    package var free: Bool

    /// The products that a player has to have one of, where it is not free.
    package var entitlements: [String] = []

    /// Its puzzles by slot, as SBN strings: at least one.
    package var puzzles: [String]

    /// The grader of each puzzle, by slot; `nil` where that of the release graded all of them.
    package var graders: [Int]?

    /// Every slot that ever got another puzzle, by version, as far as it is known.
    package var changes: [ChangedSlots] = []

    package init(
      id: PackID, name: String, version: Int, free: Bool, puzzles: [String],
      graders: [Int]? = nil, changes: [ChangedSlots] = []
    ) {
      self.id = id
      self.name = name
      self.version = version
      self.free = free
      self.puzzles = puzzles
      self.graders = graders
      self.changes = changes
    }

    /// The part of the tree that it is in.
    package var part: TreePart { free ? .open : .paid }
  }

  /// A puzzle of the calendar.
  package struct Entry: Hashable, Sendable {
    /// What day, week or month it is for.
    package var period: Period

    /// The puzzle, as an SBN string.
    package var sbn: String

    /// Its grader; `nil` where that is the one of the release.
    package var grader: Int?

    package init(_ period: Period, sbn: String, grader: Int? = nil) {
      self.period = period
      self.sbn = sbn
      self.grader = grader
    }
  }

  /// A date that is published and has not begun anywhere, and gets another puzzle.
  package struct Replacement: Hashable, Sendable {
    package var period: Period
    package var reason: String
    /// The new puzzle, as an SBN string.
    package var by: String

    package init(_ period: Period, reason: String, by: String) {
      self.period = period
      self.reason = reason
      self.by = by
    }
  }

  /// What the puzzles were made with.
  package struct Provenance: Hashable, Sendable {
    /// With a seed, this regenerates a puzzle.
    package var generatorVersion: Int

    /// With a puzzle, this regenerates its grade, unless pack or entry names another grader.
    package var graderVersion: Int

    /// A fingerprint of the recipes.
    package var recipeHash: String

    package init(generatorVersion: Int, graderVersion: Int, recipeHash: String) {
      self.generatorVersion = generatorVersion
      self.graderVersion = graderVersion
      self.recipeHash = recipeHash
    }
  }

  /// The packs in the order in which players see them, which is the order of `versions.json`.
  package var packs: [Pack]

  /// Every entry that was ever published, and the new ones, in any order.
  package var calendar: [Entry]

  /// The mobile app's lists, in any order.
  package var streaks: [Streak] = []

  /// Every move of slots in these packs that players have to follow, the published ones among them.
  package var migrations: [SlotMigration]

  /// What the puzzles were made with.
  ///
  /// It is noted in a release, but makes none: with the same packs and calendar there is nothing to
  /// publish.
  package var provenance: Provenance

  /// What was ever published, as far as the caller remembers; what is in `packs` and `calendar`
  /// need not be among it.
  package var used: [UsedPuzzle] = []

  /// The ids of packs that may vanish; any other published pack has to be in `packs`.
  package var withdrawnPacks: Set<PackID>

  /// What is taken back: a date of these may vanish from the calendar, and the release says why.
  package var withdrawals: [Withdrawal]

  /// The dates that are to get another puzzle: this release takes the old one away, and the next
  /// one has the new one.
  package var replacements: [Replacement]

  /// The release whose packs these are, after a rollback.
  package var rollback: Int?

  /// Whether it is published also where nothing in it is new.
  package var isRenewed = false

  package init(
    packs: [Pack], calendar: [Entry], migrations: [SlotMigration] = [],
    provenance: Provenance, withdrawnPacks: Set<PackID> = [], withdrawals: [Withdrawal] = [],
    replacements: [Replacement] = [], rollback: Int? = nil
  ) {
    self.packs = packs
    self.calendar = calendar
    self.migrations = migrations
    self.provenance = provenance
    self.withdrawnPacks = withdrawnPacks
    self.withdrawals = withdrawals
    self.replacements = replacements
    self.rollback = rollback
  }
}

extension ReleaseContent {
  /// The withdrawals that a release does not have yet; the same id can be withdrawn more than once.
  package func newWithdrawals(after latest: Manifest?) -> [Withdrawal] {
    var known: [String: Int] = [:]
    for withdrawal in latest?.withdrawals ?? [] { known[withdrawal.id, default: 0] += 1 }
    return withdrawals.filter { withdrawal in
      known[withdrawal.id, default: 0] -= 1
      return known[withdrawal.id, default: 0] < 0
    }
  }
}
