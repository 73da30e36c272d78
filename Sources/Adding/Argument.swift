package import StarBattle

/// An argument of adding up: parts with multipliers, and what follows from their sum.
///
/// Containers with a positive multiplier hold stars; containers with a negative one, and tiles,
/// cover their cells. Where what covers can have no more stars than are held (or `slack` more), a
/// cell that is covered so much more often than it is held that it would take more than the slack
/// is a mark, and one that is held that much more often than covered is a star.
package struct Argument: Hashable, Sendable {
  package let addends: [Addend]
  /// How many more stars there would be room for than are held.
  package let slack: Int
  /// The cells (row-major, from 0) that must be stars, ascending.
  package let stars: [Int]
  /// The cells that must be marks, ascending.
  package let marks: [Int]

  /// The containers and tiles that it names: what it takes to see it.
  package var size: Int { addends.count }
}

/// The smallest arguments that a board has.
package struct Arguments: Sendable {
  /// Those that between them bring all that follows from any of their size, in the order of search.
  package internal(set) var all: [Argument] = []
  /// Parts that cannot hold what they need: the board has no solution.
  package internal(set) var contradiction: [Addend]?
  /// How many covers were tried, as a measure of the work.
  package internal(set) var nodes = 0
  /// How many sets of held containers were looked at closely, and how often stars were put on them.
  package internal(set) var sets = 0
  package internal(set) var trials = 0

  package init() {}
}
