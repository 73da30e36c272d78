/// How much of a board a step may rest on at one time, and in which form it says so.
///
/// The word that rules and the checker of traces share, and all that they share: every rule names
/// its scope, and whoever has a trace checked tells the checker which rule has which. The checker
/// decides what a scope allows. There is no scope for *everything*: a step that rests on the whole
/// board would be a solution in disguise.
public enum StepScope: String, CaseIterable, Sendable {
  /// No container: stars, and the cells that touch them.
  case stars
  /// One container.
  case container
  /// Two adjacent rows or columns.
  case adjacentLines
  /// Adjacent lines of one direction, but not all of them, and regions; or one region.
  case interval
  /// A star that is assumed and refuted. Every step of its chain has a scope of its own, and so has
  /// its failure.
  case assumption
  /// A star that is assumed and refuted, where steps of its chain may be sums, and its failure too.
  case assumptionWithSums
  /// One container, with all the ways to place its stars; each is followed as an assumption is.
  case ways
  /// A sum of containers and tiles, wherever they are, but only a few of them.
  case sum
}
