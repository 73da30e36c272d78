/// One part of a sum: a container or a tile, and how often it counts.
///
/// A sum says: add the stars of some containers, take away those of others and of tiles. Every
/// container holds its quota and a tile at most one star, so the sum is at least so much; and the
/// cells that are left in it, each as often as it counts, have to bring that.
public struct Addend: Hashable, Sendable {
  /// What is counted.
  public enum Source: Hashable, Sendable {
    /// A container, which holds just its quota.
    case container(Container)
    /// The block of 2×2 cells with this cell at its top left, which holds at most one star.
    case tile(Int)
  }

  /// What is counted.
  public let source: Source
  /// How often it is added; less than nothing where it is taken away.
  ///
  /// A tile is only ever taken away.
  public let times: Int

  /// Makes a part of a sum.
  ///
  /// - Parameters:
  ///   - source: What is counted.
  ///   - times: How often; less than nothing where it is taken away.
  /// - Complexity: O(1).
  public init(_ source: Source, times: Int) {
    self.source = source
    self.times = times
  }

  /// The container, where it is one.
  public var container: Container? {
    if case .container(let container) = source { container } else { nil }
  }

  /// The top left cell of the tile, where it is one.
  public var tile: Int? {
    if case .tile(let corner) = source { corner } else { nil }
  }
}
