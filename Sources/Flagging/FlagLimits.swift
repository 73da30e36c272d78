package import StarBattle

/// From how much on something is a flag.
package struct FlagLimits: Hashable, Sendable {
  private var limits: [FlagKind: Int]

  /// The limits of a grid where nobody says otherwise: few real puzzles reach them.
  ///
  /// Measured on real puzzles of each grid; see `Flags.md`.
  package init(for grid: Grid) {
    limits = [:]
    for kind in FlagKind.allCases { limits[kind] = FlagLimits.usual(kind, grid) }
  }

  /// The limit of a kind; `nil` where it is no flag.
  package subscript(kind: FlagKind) -> Int? {
    get { limits[kind] }
    set { limits[kind] = newValue }
  }

  private static func usual(_ kind: FlagKind, _ grid: Grid) -> Int? {
    let side = grid.side
    switch kind {
    case .spike: return 4
    case .tedium: return side <= 5 ? 7 : side <= 8 ? 8 : side == 9 ? 10 : 15
    case .blankStart: return side <= 8 ? 8 : side == 9 ? 6 : 13
    case .decoration: return side < 13 ? 1 : nil
    case .bottleneck: return 2 * side + (side <= 8 ? -2 : side == 9 ? 0 : side < 13 ? 1 : 3)
    case .ugly: return side <= 6 ? side + 4 : side <= 10 ? side + 3 : side + 1
    // On small boards every pattern comes back soon.
    case .pattern: return side < 8 ? nil : 1
    case .neighbour: return max(3, (side + 2) / 3)
    case .yesterday: return 4
    }
  }
}

/// What a recipe says about flags.
package struct FlagWishes: Hashable, Sendable {
  /// The limits that it gives; an inner `nil` means that the kind is no flag.
  package var limits: [FlagKind: Int?] = [:]
  /// Whether puzzles without flags come first.
  package var isPreferring = false

  package init() {}

  /// The limits on a grid, where puzzles without flags come first.
  package func preferred(on grid: Grid) -> FlagLimits? {
    isPreferring ? limits(for: grid) : nil
  }

  /// The limits on a grid.
  package func limits(for grid: Grid) -> FlagLimits {
    var found = FlagLimits(for: grid)
    for (kind, limit) in limits { found[kind] = limit }
    return found
  }
}
