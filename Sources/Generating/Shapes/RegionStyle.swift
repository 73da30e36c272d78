/// What the regions of a puzzle look like.
///
/// Real puzzles come both ways: at 10×10 a large site's medium ones are compact (mean perimeter² /
/// 16 · area 1.7), its hard ones winding (2.4).
public enum RegionStyle: Int, CaseIterable, Sendable {
  /// Between the two. The default.
  case natural = 0
  /// Rounded, with short borders: a player sees at once which cells belong together.
  case compact = 1
  /// Narrow and twisted.
  case winding = 2

  /// The style of a name, as recipes and flags write it.
  ///
  /// - Parameter name: `natural`, `compact` or `winding`.
  /// - Complexity: O(1).
  public init?(name: String) {
    guard let style = RegionStyle.allCases.first(where: { $0.name == name }) else { return nil }
    self = style
  }

  /// The name that recipes and flags use.
  public var name: String {
    switch self {
    case .natural: "natural"
    case .compact: "compact"
    case .winding: "winding"
    }
  }
}
