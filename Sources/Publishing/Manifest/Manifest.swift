/// The version manifest: what one release holds, object by object.
///
/// `puzzles/manifest.json` has the bytes of the current one; `puzzles/releases/{n}.json` keeps every
/// one. Members that this program does not know are kept and written again.
public struct Manifest: Hashable, Sendable {
  /// An object that the release names.
  public struct Object: Hashable, Sendable {
    /// Its name in the tree.
    public var key: ObjectKey
    /// Its Content-Type.
    public var mediaType: String
    /// Its size.
    public var bytes: Int
    /// The SHA-256 of its bytes, in lower-case hexadecimal.
    public var sha256: String
    /// The MD5 of its bytes, in lower-case hexadecimal.
    public var md5: String
    /// Its Cache-Control as of the release's clock.
    public var cacheControl: String
    /// Members that are not known.
    var others: [JSONMember] = []
  }

  /// Puzzles of one grid in a pack.
  public struct GridCount: Hashable, Sendable {
    /// The side.
    public var size: Int
    /// The stars in every row, column and region.
    public var stars: Int
    /// How many puzzles.
    public var count: Int
    /// Members that are not known.
    var others: [JSONMember] = []
  }

  /// A pack.
  public struct Pack: Hashable, Sendable {
    /// Its id.
    public var id: String
    /// Its name for players.
    public var name: String
    /// Its version, from 1.
    public var version: Int
    /// Whether it can be had for nothing.
    public var free: Bool
    /// The immutable object that holds it.
    public var object: ObjectKey
    /// The same pack in the mobile app's shape, where that is published.
    public var app: ObjectKey?
    /// The hints beside it.
    public var appHints: ObjectKey?
    /// Its puzzles by grid, smaller grids first.
    public var grids: [GridCount]
    /// The least and the most difficulty, where its puzzles say any.
    public var difficulty: ClosedRange<Int>?
    /// Members that are not known.
    var others: [JSONMember] = []

    /// The number of its puzzles.
    public var count: Int { grids.reduce(0) { $0 + $1.count } }
    /// The side of its largest puzzles.
    public var size: Int { grids.last?.size ?? 0 }
    /// The stars of its largest puzzles.
    public var stars: Int { grids.last?.stars ?? 0 }
  }

  /// A puzzle of the calendar.
  public struct Entry: Hashable, Sendable {
    /// Its day, week or month.
    public var period: Period
    /// The SHA-256 of its object.
    public var sha256: String

    /// Whether a puzzle is the one that was published, by its digest.
    public func holds(_ sbn: String) -> Bool { Digest.sha256(of: Array(sbn.utf8)) == sha256 }
  }

  /// The calendar of one cadence.
  public struct Calendar: Hashable, Sendable {
    /// The entries in order of time.
    public var entries: [Entry]
    /// Members that are not known.
    var others: [JSONMember] = []

    /// The first period.
    public var first: Period? { entries.first?.period }
    /// The last period.
    public var last: Period? { entries.last?.period }
  }

  /// Where the slots of a pack's version went in the next version.
  public struct Migration: Hashable, Sendable {
    /// The pack.
    public var pack: String
    /// The version whose slots moved; they moved in the version after it.
    public var fromVersion: Int
    /// For each slot of that version, its slot in the next one; nothing for a slot that is gone.
    public var map: [Int?]
    /// Why, in a few words.
    public var reason: String

    /// Makes a map.
    public init(pack: String, fromVersion: Int, map: [Int?], reason: String) {
      self.pack = pack
      self.fromVersion = fromVersion
      self.map = map
      self.reason = reason
    }
  }

  /// The release that this one replaced.
  public struct Previous: Hashable, Sendable {
    /// Its number.
    public var release: Int
    /// The SHA-256 of its manifest, so that the chain of releases cannot be changed unnoticed.
    public var sha256: String
  }

  /// Something that was taken back.
  public struct Withdrawal: Hashable, Sendable {
    /// The id of a date, a slot or a pack: `daily:2026-11-25`, `intro:3`, `intro`.
    public var id: String
    /// Why.
    public var reason: String
    /// The release that is the first without it.
    public var release: Int
    /// Members that are not known.
    var others: [JSONMember] = []
  }

  /// All free packs in one object.
  public struct Bundle: Hashable, Sendable {
    /// The object as it is.
    public var plain: ObjectKey
    /// The same, compressed.
    public var compressed: ObjectKey
    /// Members that are not known.
    var others: [JSONMember] = []
  }

  /// The shape of the manifest that this program writes.
  public static let currentSchema = 1

  /// The shape of this manifest.
  public var schema = Manifest.currentSchema

  /// The release's number, from 1; it only rises.
  public var release: Int

  /// The release before it; nothing for the first one of a tree.
  public var previous: Previous?

  /// When it was made, by the clock of its run.
  public var createdAt: Timestamp

  /// What generated its puzzles.
  public var generatorVersion: Int

  /// What graded them.
  public var graderVersion: Int

  /// A fingerprint of the recipes.
  public var recipeHash: String

  /// The packs in the order in which players see them.
  public var packs: [Pack]

  /// Every object of the release, by ascending key: packs and calendar, but not the pointers that
  /// follow it (`versions.json` and `packs/{id}.json`), which must be free to lag behind.
  public var objects: [Object]

  /// Objects that only earlier releases name and that are kept for them, by ascending key.
  ///
  /// With these the manifest accounts for the whole tree; what it does not name is litter.
  public var earlierObjects: [ObjectKey]

  /// Every time that slots of a pack moved, by pack and version: progress that players keep by slot follows it.
  public var migrations: [Migration] = []

  /// The calendar of each cadence that has one.
  public var calendar: [Cadence: Calendar]

  /// Everything that was ever taken back, in the order of releases.
  public var withdrawals: [Withdrawal] = []

  /// The release whose packs these are, after a rollback.
  public var rollback: Int?

  /// The oldest release that is kept; nothing: all of them.
  public var oldest: Int?

  /// All free packs in one object, where that is published.
  public var bundle: Bundle?

  /// The library that compressed its objects, where any are: another one gives other bytes.
  public var zstd: String?

  /// Members that are not known.
  var others: [JSONMember] = []

  /// Members of `calendar` that are not known, such as a cadence to come.
  var otherCadences: [JSONMember] = []
}
