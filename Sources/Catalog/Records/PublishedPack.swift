/// A version of a pack that players have.
package struct PublishedPack: Hashable, Sendable {
  /// Its number.
  package let version: Int
  /// The release that published it.
  package let release: Int
  /// Its name.
  package let name: String
  /// Whether every player has it.
  package let isFree: Bool
  /// Its puzzles by slot, by their numbers in the catalogue.
  package let puzzles: [Int64]
}
