/// A version of a pack that players have.
package struct PublishedPack: Hashable, Sendable {
  package let version: Int
  /// The release that published it.
  package let release: Int
  package let name: String
  /// Whether every player has it.
  package let isFree: Bool
  /// Its puzzles by slot, by their numbers in the catalogue.
  package let puzzles: [Int64]
}
