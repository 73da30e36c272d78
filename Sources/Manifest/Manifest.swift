package import Dates
package import Identity
package import JSONText
package import Stores

/// The version manifest: what one release holds, object by object.
///
/// `puzzles/manifest.json` has the bytes of the current one; `puzzles/releases/{n}.json` keeps
/// every one. Members that this program does not know are kept and written again.
package struct Manifest: Hashable, Sendable {
  /// An object that the release names.
  package struct Object: Hashable, Sendable {
    /// Its name in the tree.
    package var key: ObjectKey
    /// Its Content-Type.
    package var mediaType: String
    package var bytes: Int
    /// The SHA-256 of its bytes, in lower-case hexadecimal.
    package var sha256: String
    /// The MD5 of its bytes, in lower-case hexadecimal.
    package var md5: String
    /// Its Cache-Control as of the release's clock.
    package var cacheControl: String
    /// Members that are not known.
    var others: [JSONMember] = []

    package init(
      key: ObjectKey, mediaType: String, bytes: Int, sha256: String, md5: String,
      cacheControl: String, others: [JSONMember] = []
    ) {
      self.key = key
      self.mediaType = mediaType
      self.bytes = bytes
      self.sha256 = sha256
      self.md5 = md5
      self.cacheControl = cacheControl
      self.others = others
    }
  }

  /// Puzzles of one grid in a pack.
  package struct GridCount: Hashable, Sendable {
    /// The side.
    package var size: Int
    /// The stars in every row, column and region.
    package var stars: Int
    package var count: Int
    /// Members that are not known.
    var others: [JSONMember] = []

    package init(size: Int, stars: Int, count: Int, others: [JSONMember] = []) {
      self.size = size
      self.stars = stars
      self.count = count
      self.others = others
    }
  }

  package struct Pack: Hashable, Sendable {
    package var id: PackID
    /// Its name for players.
    package var name: String
    /// Its version, from 1.
    package var version: Int
    /// Whether it can be had for nothing.
    package var free: Bool
    /// The products that a player has to have one of, where it is not free.
    package var entitlements: [String] = []
    /// The immutable object that holds it.
    package var object: ObjectKey
    /// The bytes of that, where it is in the private part, whose objects the public manifest does
    /// not name.
    package var bytes: Int?
    /// The same pack in the mobile app's shape, where that is published.
    package var app: ObjectKey?
    /// The hints beside it.
    package var appHints: ObjectKey?
    /// Its puzzles by grid, smaller grids first.
    package var grids: [GridCount]
    /// The least and the most difficulty, where its puzzles say any.
    package var difficulty: ClosedRange<Int>?
    /// Which graders gave its grades, by slot; `nil` in older manifests, whose one version holds
    /// for all.
    package var graders: Graders?
    /// Every slot that ever got another puzzle, by version.
    package var changes: [ChangedSlots] = []
    /// Members that are not known.
    var others: [JSONMember] = []

    package init(
      id: PackID, name: String, version: Int, free: Bool, object: ObjectKey, app: ObjectKey? = nil,
      appHints: ObjectKey? = nil, grids: [GridCount], difficulty: ClosedRange<Int>? = nil,
      graders: Graders? = nil, changes: [ChangedSlots] = [], others: [JSONMember] = []
    ) {
      self.id = id
      self.name = name
      self.version = version
      self.free = free
      self.object = object
      self.app = app
      self.appHints = appHints
      self.grids = grids
      self.difficulty = difficulty
      self.graders = graders
      self.changes = changes
      self.others = others
    }

    /// What was changed since a version.
    package func changes(after version: Int) -> [ChangedSlots] {
      changes.filter { $0.version > version }
    }

    /// The part of the tree that it is in.
    package var part: TreePart { object.part ?? .open }

    /// The number of its puzzles.
    package var count: Int { grids.reduce(0) { $0 + $1.count } }
    /// The side of its largest puzzles.
    package var size: Int { grids.last?.size ?? 0 }
    /// The stars of its largest puzzles.
    package var stars: Int { grids.last?.stars ?? 0 }
  }

  /// A puzzle of the calendar.
  package struct Entry: Hashable, Sendable {
    /// Its day, week or month.
    package var period: Period
    /// The SHA-256 of its object.
    package var sha256: String

    package init(period: Period, sha256: String) {
      self.period = period
      self.sha256 = sha256
    }

    /// Whether a puzzle is the one that was published, by its digest.
    package func holds(_ sbn: String) -> Bool { Digest.sha256(of: Array(sbn.utf8)) == sha256 }
  }

  /// The calendar of one cadence.
  package struct Calendar: Hashable, Sendable {
    /// The entries in order of time.
    package var entries: [Entry]
    /// Which graders gave their grades; `nil` in older manifests, whose one version holds for all.
    package var graders: Graders?
    /// Members that are not known.
    var others: [JSONMember] = []

    package init(entries: [Entry], graders: Graders? = nil, others: [JSONMember] = []) {
      self.entries = entries
      self.graders = graders
      self.others = others
    }

    package var first: Period? { entries.first?.period }
    package var last: Period? { entries.last?.period }
  }

  /// The release that this one replaced.
  package struct Previous: Hashable, Sendable {
    package var release: Int
    /// The SHA-256 of its manifest, so that the chain of releases cannot be changed unnoticed.
    package var sha256: String

    package init(release: Int, sha256: String) {
      self.release = release
      self.sha256 = sha256
    }
  }

  /// A line about something that was taken back: it says since when, and keeps what it does not
  /// know, so it is more than a `Withdrawal`.
  package struct Withdrawal: Hashable, Sendable {
    /// The id of a date, a slot or a pack: `daily:2026-11-25`, `intro:3`, `intro`.
    package var id: String
    package var reason: String
    /// The release that is the first without it.
    package var release: Int
    /// Members that are not known.
    var others: [JSONMember] = []

    package init(id: String, reason: String, release: Int, others: [JSONMember] = []) {
      self.id = id
      self.reason = reason
      self.release = release
      self.others = others
    }
  }

  /// A line about a date that gets another puzzle before it begins anywhere.
  ///
  /// The release of the line has no puzzle for the date, and a later one has the new puzzle: so no
  /// manifest ever names two things by one key while somebody reads the other.
  package struct Replacement: Hashable, Sendable {
    package var period: Period
    package var reason: String
    /// The release that is the first without the old puzzle.
    package var release: Int
    /// The SHA-256 of the old puzzle.
    package var replaced: String
    /// The SHA-256 of the new one.
    package var by: String
    /// Members that are not known.
    var others: [JSONMember] = []

    package init(
      period: Period, reason: String, release: Int, replaced: String, by: String,
      others: [JSONMember] = []
    ) {
      self.period = period
      self.reason = reason
      self.release = release
      self.replaced = replaced
      self.by = by
      self.others = others
    }
  }

  /// All free packs in one object.
  package struct Bundle: Hashable, Sendable {
    /// The object as it is.
    package var plain: ObjectKey
    /// The same, compressed.
    package var compressed: ObjectKey
    /// Members that are not known.
    var others: [JSONMember] = []

    package init(plain: ObjectKey, compressed: ObjectKey, others: [JSONMember] = []) {
      self.plain = plain
      self.compressed = compressed
      self.others = others
    }
  }

  /// Digests of puzzles that were published, in an object of their own.
  package struct UsedList: Hashable, Sendable {
    /// The digests (`PuzzleDigest`), 16 bytes each, ascending.
    package var object: ObjectKey
    /// The last release whose new puzzles are in it; the first one is that after the list before.
    package var through: Int
    /// Members that are not known.
    var others: [JSONMember] = []

    package init(object: ObjectKey, through: Int, others: [JSONMember] = []) {
      self.object = object
      self.through = through
      self.others = others
    }
  }

  /// The shape of the manifest that this program writes.
  package static let currentSchema = 1

  /// The shape of this manifest.
  package var schema = Manifest.currentSchema

  /// The release's number, from 1; it only rises.
  package var release: Int

  /// The release before it; `nil` for the first one of a tree.
  package var previous: Previous?

  /// When it was made, by the clock of its run.
  package var createdAt: Timestamp

  /// What generated its puzzles.
  package var generatorVersion: Int

  /// What grades puzzles that are new in this release; those of earlier ones keep their grades.
  ///
  /// Packs and calendars say which version graded each puzzle.
  package var graderVersion: Int

  /// A fingerprint of the recipes.
  package var recipeHash: String

  /// The packs in the order in which players see them.
  package var packs: [Pack]

  /// Every object of the release, by ascending key: packs and calendar, but not the pointers that
  /// follow it (`versions.json` and `packs/{id}.json`), which must be free to lag behind.
  package var objects: [Object]

  /// Objects that only earlier releases name and that are kept for them, by ascending key.
  ///
  /// With these the manifest accounts for the whole tree; what it does not name is litter.
  package var earlierObjects: [ObjectKey]

  /// Every time that slots of a pack moved, by pack and version: progress that players keep by slot
  /// follows it.
  package var migrations: [SlotMigration] = []

  /// The calendar of each cadence that has one.
  package var calendar: [Cadence: Calendar]

  /// Everything that was ever taken back, in the order of releases.
  package var withdrawals: [Withdrawal] = []

  /// Every date that ever got another puzzle, in the order of releases.
  package var replacements: [Replacement] = []

  /// The release whose packs these are, after a rollback.
  package var rollback: Int?

  /// The oldest release that is kept; `nil`: all of them.
  package var oldest: Int?

  /// All free packs in one object, where that is published.
  package var bundle: Bundle?

  /// The mobile app's lists of days, weeks and months, where its profile is published.
  package var streaks: [Streak] = []

  /// Whether `now.json` follows this manifest.
  package var now = false

  /// Lists of everything that was ever published in this tree, in the order of releases.
  ///
  /// They are for whoever has nothing else left to know it by. None in older manifests.
  package var used: [UsedList] = []

  /// The manifest of what has to be bought, where there is any.
  package var privatePart: PrivateLink?

  /// Whether what the private part says is in here, too: its objects, and what only players who
  /// have paid are told of its packs.
  ///
  /// It is not written: `json` is always the public manifest.
  package var isJoined = false

  /// The library that compressed its objects, where any are: another one gives other bytes.
  package var zstd: String?

  /// Members that are not known.
  var others: [JSONMember] = []

  /// Members of `calendar` that are not known, such as a cadence to come.
  var otherCadences: [JSONMember] = []

  package init(
    schema: Int = Manifest.currentSchema, release: Int, previous: Previous? = nil,
    createdAt: Timestamp, generatorVersion: Int, graderVersion: Int, recipeHash: String,
    packs: [Pack], objects: [Object], earlierObjects: [ObjectKey], migrations: [SlotMigration] = [],
    calendar: [Cadence: Calendar], withdrawals: [Withdrawal] = [], rollback: Int? = nil,
    oldest: Int? = nil, bundle: Bundle? = nil, used: [UsedList] = [], zstd: String? = nil,
    others: [JSONMember] = [], otherCadences: [JSONMember] = []
  ) {
    self.schema = schema
    self.release = release
    self.previous = previous
    self.createdAt = createdAt
    self.generatorVersion = generatorVersion
    self.graderVersion = graderVersion
    self.recipeHash = recipeHash
    self.packs = packs
    self.objects = objects
    self.earlierObjects = earlierObjects
    self.migrations = migrations
    self.calendar = calendar
    self.withdrawals = withdrawals
    self.rollback = rollback
    self.oldest = oldest
    self.bundle = bundle
    self.used = used
    self.zstd = zstd
    self.others = others
    self.otherCadences = otherCadences
  }
}
