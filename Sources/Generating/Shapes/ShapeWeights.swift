/// How much a layout of regions dislikes each trait of its shapes.
///
/// A layout with traits t is drawn with a probability proportional to 2^(−w·t / 64): a maximum-entropy model, the
/// one that assumes nothing but the mean of each trait. Negative weights like a trait.
struct ShapeWeights: Hashable, Sendable {
  /// Pairs of neighbouring cells in different regions: the length of all borders.
  var border: Int
  /// 2×2 windows of which one region has three cells: corners of borders.
  var corner: Int
  /// Cells with one neighbour or none in their region.
  var tip: Int
  /// Cells with all four neighbours in their region.
  var inner: Int
  /// Cells whose only two neighbours in their region are opposite each other.
  var corridor: Int
  /// Neighbouring cells along the board's edge in different regions.
  var edge: Int
  /// The squared difference of a region's size from the mean size, by 16 / the mean size squared.
  var spread: Int
  /// The cubed difference, by 16 / the mean size cubed.
  var skew: Int
  /// The squared shortfall of a region's size from 70 % of the mean size, by 64 / the mean size squared.
  var small: Int
  /// The squared distances of a region's cells from their middle, summed, by 2 / the mean size.
  var reach: Int

  /// 2×2 windows in which two cells of a region touch at a corner alone.
  ///
  /// There is about one in a thousand real puzzles, and it looks like a misprint.
  static let pinch = 64 * 12

  /// No preference but for the absence of pinches.
  static let flat = ShapeWeights(
    border: 0, corner: 0, tip: 0, inner: 0, corridor: 0, edge: 0, spread: 0, skew: 0,
    small: 0, reach: 0)
}
