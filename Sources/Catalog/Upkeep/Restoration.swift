package import Dates
package import Identity

/// Everything that a published tree tells about the catalogue that made it.
package struct Restoration: Sendable {
  /// A version of a pack, as a release published it.
  package struct PackVersion: Sendable {
    package var pack: PackID
    package var version: Int
    /// The release that published it first.
    package var release: Int
    package var name: String
    /// Whether every player has it.
    package var isFree: Bool
    /// Its puzzles by slot: indices into `puzzles`.
    package var puzzles: [Int]

    package init(
      pack: PackID, version: Int, release: Int, name: String, isFree: Bool, puzzles: [Int]
    ) {
      self.pack = pack
      self.version = version
      self.release = release
      self.name = name
      self.isFree = isFree
      self.puzzles = puzzles
    }
  }

  /// The releases, ascending; packs and dates are told of below.
  package var releases: [NewRelease] = []
  /// Every puzzle that was ever published, in the order in which they were, and the release that
  /// did so first.
  package var puzzles: [(puzzle: NewPuzzle, release: Int)] = []
  /// Every version of every pack, ascending within each pack.
  package var versions: [PackVersion] = []
  /// The calendar: date, index into `puzzles`, release.
  package var dates: [(period: Period, puzzle: Int, release: Int)] = []
  /// What stands in for dates in the mobile app's lists: date, index into `puzzles`, release.
  package var fillers: [(period: Period, puzzle: Int, release: Int)] = []
  /// The changed slots that were told, and the releases that did so first.
  package var changes: [(pack: PackID, change: ChangedSlots, release: Int)] = []
  /// The maps of slots that were published.
  package var migrations: [NotedMigration] = []
  /// What was taken back, in that order, by which clock, with indices into `puzzles` where the
  /// puzzle is known.
  package var withdrawals: [(withdrawal: Withdrawal, at: String, puzzle: Int?)] = []
  /// What was ever published, as the tree lists it.
  package var used: [UsedPuzzle] = []

  /// A published date that got another puzzle.
  package struct DateReplacement: Sendable {
    package var period: Period
    package var reason: String
    /// The release that took the old puzzle away, and its clock.
    package var release: Int
    package var at: String
    /// The two puzzles as indices into `puzzles`, where they are known.
    package var before: Int?
    package var after: Int?

    package init(
      period: Period, reason: String, release: Int, at: String, before: Int?, after: Int?
    ) {
      self.period = period
      self.reason = reason
      self.release = release
      self.at = at
      self.before = before
      self.after = after
    }
  }

  /// The published dates that got another puzzle, in that order.
  package var replacements: [DateReplacement] = []
  /// What the slots of packs hold, as indices into `puzzles`, where that is not the newest version.
  package var slots: [PackID: [Int]] = [:]

  package init() {}
}

extension Restoration {
  /// The same with every release that is not kept any more replaced by the first that is kept and
  /// came after it.
  ///
  /// A manifest goes on telling what releases did that a clean-up has removed since; of those the
  /// catalogue knows nothing but that it was before.
  var withinKeptReleases: Restoration {
    let kept = Set(releases.map(\.number))
    let numbers = kept.sorted()
    func known(_ release: Int) -> Int {
      if kept.contains(release) { return release }
      return numbers.first { $0 > release } ?? numbers.last ?? release
    }
    var whole = self
    for index in puzzles.indices { whole.puzzles[index].release = known(puzzles[index].release) }
    for index in versions.indices { whole.versions[index].release = known(versions[index].release) }
    for index in dates.indices { whole.dates[index].release = known(dates[index].release) }
    for index in changes.indices { whole.changes[index].release = known(changes[index].release) }
    whole.migrations = migrations.map { noted in
      NotedMigration(noted.migration, release: noted.release.map(known))
    }
    for index in replacements.indices {
      whole.replacements[index].release = known(replacements[index].release)
    }
    return whole
  }
}
