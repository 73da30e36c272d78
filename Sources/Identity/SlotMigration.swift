/// Where the slots of a pack's version went in the next version: progress that players keep by slot
/// follows it.
///
/// The catalogue notes it and manifests keep it for ever. They do not know each other, so the value
/// lies below both.
package struct SlotMigration: Hashable, Sendable {
  /// The pack.
  package var pack: PackID
  /// The version whose slots moved; they moved in the version after it.
  package var fromVersion: Int
  /// For each slot of that version, its slot in the next one; `nil` for a slot that is gone.
  package var map: [Int?]
  /// Why, in a few words.
  package var reason: String

  package init(pack: PackID, fromVersion: Int, map: [Int?], reason: String) {
    self.pack = pack
    self.fromVersion = fromVersion
    self.map = map
    self.reason = reason
  }
}
