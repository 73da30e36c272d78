/// What an update of the library came to.
public struct LibraryReport: Hashable, Sendable {
  /// How many packs this player can have.
  public var found = 0
  /// What was fetched: ids of packs and dates.
  public var downloaded: [String] = []
  /// What could not be fetched, by its id; `opening` is what there is at all.
  public var failed: [String: InstallFault] = [:]
  /// Things to tell whoever looks after the service: a signature that is late, for example.
  public var notices: [String] = []

  /// Adds what a later update came to.
  mutating func add(_ later: LibraryReport) {
    found = later.found
    downloaded += later.downloaded
    for id in later.downloaded { failed[id] = nil }
    failed.merge(later.failed) { $1 }
    notices += later.notices
  }

  /// Whether everything that there is for this player is on the device.
  public var isUpToDate: Bool { failed.isEmpty }
}

/// What the library keeps on the device.
public struct CachedItem: Hashable, Sendable {
  /// What a file holds.
  public enum Kind: Hashable, Sendable {
    /// A pack’s puzzles.
    case pack
    /// The puzzle of a day, week or month.
    case date
    /// What is known of the latest release, and of whom to believe.
    case release
    /// What a player has come to, and who played last.
    case progress
    /// Who the player is.
    case account
    /// What this device's clock lacks.
    case clock
  }

  /// What the file holds.
  public let kind: Kind
  /// The pack, the date or the player.
  public let id: String
  /// The name of its file, below the storage's folder.
  public let file: String
  /// The file’s size.
  public let bytes: Int
  /// Whether backups should leave it out: what can be fetched again, and what is the device's own.
  public let isExcludedFromBackup: Bool
}
