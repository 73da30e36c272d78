/// A release for the catalogue to remember before it is published.
public struct NewRelease: Hashable, Sendable {
  /// Its number.
  public var number: Int
  /// The bytes of its manifest.
  public var manifest: [UInt8]
  /// Its clock, as the manifest writes it.
  public var createdAt: String
  /// The ids of its packs.
  public var packs: [String]
  /// Its dates of the calendar; those of earlier releases may be among them.
  public var dates: [Place]
  /// Those of its packs that are not as the catalogue has them now, after a rollback.
  public var held: [HeldPack]

  /// Makes a release.
  public init(
    number: Int, manifest: [UInt8], createdAt: String, packs: [String], dates: [Place],
    held: [HeldPack] = []
  ) {
    self.number = number
    self.manifest = manifest
    self.createdAt = createdAt
    self.packs = packs
    self.dates = dates
    self.held = held
  }
}

/// A release that the catalogue remembers.
public struct ReleaseRecord: Hashable, Sendable {
  /// Its number.
  public let number: Int
  /// The bytes of its manifest.
  public let manifest: [UInt8]
  /// Its clock, as the manifest writes it.
  public let createdAt: String
  /// Whether it is known to be published.
  public let isPublished: Bool
}
