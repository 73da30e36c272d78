/// Everything that a published tree tells about the catalogue that made it.
public struct Restoration: Sendable {
  /// A version of a pack, as a release published it.
  public struct PackVersion: Sendable {
    /// The pack.
    public var pack: String
    /// Its number.
    public var version: Int
    /// The release that published it first.
    public var release: Int
    /// The pack's name.
    public var name: String
    /// Whether every player has it.
    public var isFree: Bool
    /// Its puzzles by slot: indices into `puzzles`.
    public var puzzles: [Int]

    /// Makes a version.
    public init(
      pack: String, version: Int, release: Int, name: String, isFree: Bool, puzzles: [Int]
    ) {
      self.pack = pack
      self.version = version
      self.release = release
      self.name = name
      self.isFree = isFree
      self.puzzles = puzzles
    }
  }

  /// A puzzle and the release that published it first.
  public struct Published: Sendable {
    /// The puzzle.
    public var puzzle: NewPuzzle
    /// The release.
    public var release: Int

    /// Makes a published puzzle.
    public init(_ puzzle: NewPuzzle, release: Int) {
      self.puzzle = puzzle
      self.release = release
    }
  }

  /// The releases, ascending; packs and dates are told of below.
  public var releases: [NewRelease] = []
  /// Every puzzle that was ever published, in the order in which they were.
  public var puzzles: [Published] = []
  /// Every version of every pack, ascending within each pack.
  public var versions: [PackVersion] = []
  /// The calendar: date, index into `puzzles`, release.
  public var dates: [(place: Place, puzzle: Int, release: Int)] = []
  /// The maps of slots that were published.
  public var migrations: [SlotMigration] = []
  /// What was taken back, in that order, with indices into `puzzles` where the puzzle is known.
  public var withdrawals: [(withdrawal: Withdrawal, puzzle: Int?)] = []
  /// What the slots of packs hold, as indices into `puzzles`, where that is not the newest version.
  public var slots: [String: [Int]] = [:]

  /// Makes an empty one.
  public init() {}
}
