/// Slots of a pack that hold another puzzle from a version on, or none: progress that players have
/// saved for them under an earlier version is of another puzzle.
///
/// The catalogue notes it and manifests keep it for ever. They do not know each other, so the value
/// lies below both.
package struct ChangedSlots: Hashable, Sendable {
  /// The first version of the pack with these slots as they are now.
  package var version: Int
  /// The slots, ascending; those that are gone in this version are among them.
  package var slots: [Int]
  /// Why, in a few words.
  package var reason: String

  package init(version: Int, slots: [Int], reason: String) {
    self.version = version
    self.slots = slots
    self.reason = reason
  }
}
