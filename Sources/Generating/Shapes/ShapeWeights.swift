/// How much a layout of regions dislikes each trait of its shapes.
///
/// A layout with traits t is drawn with a probability proportional to 2^(−w·t / 64): a
/// maximum-entropy model, the one that assumes nothing but the mean of each trait. Negative weights
/// like a trait.
///
/// For the benchmarks alone, which are a package of their own and fit them: it may change at any
/// time.
@_spi(Measuring) public struct ShapeWeights: Hashable, Sendable {
  /// What one of each trait costs, in the order of `ShapeTrait`.
  public var traits: [Int]

  /// What a region of a size costs, at each of `sizeShares`.
  public var sizes: [Int]

  /// The sizes with weights, in percent of the mean size; what lies between them is interpolated.
  public static let sizeShares = [25, 40, 55, 70, 85, 100, 115, 130, 150, 180, 220, 270]

  /// What each cell costs, beyond the last of `sizeShares`: there is no weight to bound it.
  private static let beyond = 64

  /// 2×2 windows in which two cells of a region touch at a corner alone.
  ///
  /// There is about one in a thousand real puzzles, and it looks like a misprint.
  package static let pinch = 64 * 12

  /// Weights for all traits and sizes.
  ///
  /// - Parameters:
  ///   - traits: One for each `ShapeTrait`.
  ///   - sizes: One for each of `sizeShares`.
  /// - Complexity: O(1).
  public init(traits: [Int], sizes: [Int]) {
    precondition(
      traits.count == ShapeTrait.allCases.count && sizes.count == ShapeWeights.sizeShares.count,
      "there is one weight for each trait and for each share of the mean size")
    self.traits = traits
    self.sizes = sizes
  }

  /// No preference but for the absence of pinches.
  package static let flat = ShapeWeights(
    traits: Array(repeating: 0, count: ShapeTrait.allCases.count),
    sizes: Array(repeating: 0, count: sizeShares.count))

  /// What one of a trait costs.
  subscript(trait: ShapeTrait) -> Int { traits[trait.rawValue] }

  /// What a region of a size costs.
  package func cost(ofSize size: Int, mean: Int) -> Int {
    let (place, part) = ShapeWeights.place(ofSize: size, mean: mean)
    let most = ShapeWeights.sizeShares[sizes.count - 1] * mean
    return sizes[place] + (sizes[min(place + 1, sizes.count - 1)] - sizes[place]) * part / 1000
      + ShapeWeights.beyond * max(0, (100 * size - most) / 100)
  }

  /// Where a size lies among `sizeShares`.
  ///
  /// - Parameters:
  ///   - size: The size of a region, in cells.
  ///   - mean: The mean size of regions, which is the side of the board.
  /// - Returns: The last share that it reaches, and how far it is on the way to the next one, in
  ///   thousandths.
  /// - Complexity: O(1).
  public static func place(ofSize size: Int, mean: Int) -> (place: Int, part: Int) {
    let share = 100 * size
    guard let place = sizeShares.lastIndex(where: { $0 * mean <= share }) else { return (0, 0) }
    guard place + 1 < sizeShares.count else { return (place, 0) }
    let width = (sizeShares[place + 1] - sizeShares[place]) * mean
    return (place, 1000 * (share - sizeShares[place] * mean) / width)
  }
}
