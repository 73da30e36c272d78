package import Identity
package import Notation

/// A pack as an earlier release had it, to be published again after a rollback.
///
/// No `ReleaseContent.Pack`: it has no version, which the catalogue is asked for by its content, and
/// its puzzles are read, so that the catalogue finds them however they are written.
package struct HeldPack: Hashable, Sendable {
  /// Its id.
  package var id: PackID
  /// Its name for players.
  package var name: String
  /// Whether it can be had for nothing.
  package var free: Bool
  /// Its puzzles by slot.
  package var puzzles: [SBN]

  /// Makes a pack.
  package init(id: PackID, name: String, free: Bool, puzzles: [SBN]) {
    self.id = id
    self.name = name
    self.free = free
    self.puzzles = puzzles
  }
}
