public import StarBattle

/// How hard a climb lets a puzzle be: which rules it may need.
///
/// The profile is part of the seed (its value modulo 16), so that the seed alone rebuilds the puzzle.
public enum ClimbProfile: Int, CaseIterable, Sendable {
  /// Levels 1–7. The default, and the quickest.
  case standard = 0
  /// Levels 1–4: everything follows from single containers.
  case gentle = 1
  /// Needs level 8 or more: single assumptions (up to level 12) must be made somewhere.
  case hard = 2
  /// Needs level 11 or more: some assumption must be followed further than one step.
  case expert = 3

  /// The profile of a seed; remainders that name no profile are standard.
  public static func of(_ seed: Seed) -> ClimbProfile {
    ClimbProfile(rawValue: Int(seed.value % 16)) ?? .standard
  }

  /// The profile most likely to give a difficulty.
  ///
  /// Measured at the press's grids. Below 10×10 no climb aims at level 11, at 5×5 none at level 8, and at
  /// 7×7…9×9 none at level 4: there is too little of each to find.
  ///
  /// - Parameters:
  ///   - difficulty: 1…10.
  ///   - grid: The outline.
  /// - Returns: The profile whose puzzles lie closest around the difficulty.
  public static func suited(to difficulty: Int, on grid: Grid) -> ClimbProfile {
    switch (grid.side, difficulty) {
    case (...5, ...5), (6, ...4), (7...9, ...4): return .standard
    case (...5, _), (6, 5): return .gentle
    case (6...9, _): return .hard
    case (_, ...3): return .gentle
    case (_, ...5): return .standard
    case (_, ...7): return .hard
    default: return .expert
    }
  }

  /// The seed with its last four bits replaced by those of a profile.
  public static func seed(for profile: ClimbProfile, from seed: Seed) -> Seed {
    Seed(seed.value & ~15 | UInt64(profile.rawValue)) ?? seed
  }
}
