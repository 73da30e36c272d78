package import Dates
package import Identity

/// A release for the catalogue to remember before it is published.
package struct NewRelease: Hashable, Sendable {
  package var number: Int
  /// The bytes of its manifest.
  package var manifest: [UInt8]
  /// Its clock, as the manifest writes it.
  package var createdAt: String
  /// The ids of its packs.
  package var packs: [PackID]
  /// Its dates of the calendar; those of earlier releases may be among them.
  package var dates: [Period]
  /// Its dates that have a puzzle in the mobile app's lists alone.
  package var fillers: [Period] = []
  /// Those of its packs that are not as the catalogue has them now, after a rollback.
  package var held: [HeldPack]
  /// The changed slots that it tells of, by pack; those of packs that are not here are what the
  /// catalogue knows of them.
  package var changes: [PackID: [ChangedSlots]] = [:]
  /// The maps of slots that it tells of; `nil`: those that the catalogue knows of.
  package var migrations: [SlotMigration]?

  package init(
    number: Int, manifest: [UInt8], createdAt: String, packs: [PackID], dates: [Period],
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
package struct ReleaseRecord: Hashable, Sendable {
  package let number: Int
  /// The bytes of its manifest.
  package let manifest: [UInt8]
  /// Its clock, as the manifest writes it.
  package let createdAt: String
  /// Whether it is known to be published.
  package let isPublished: Bool
}
