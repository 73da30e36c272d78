public import StarBattle

/// How hard a climb lets a puzzle be: which rules it may need.
///
/// The profile is part of the seed (its value modulo 16), so that the seed alone rebuilds the
/// puzzle.
public enum ClimbProfile: Int, CaseIterable, Sendable {
  /// Levels 1–7. The default, and the quickest.
  case standard = 0
  /// Levels 1–4: everything follows from single containers.
  case gentle = 1
  /// Needs level 8 or more: single assumptions (up to level 12) must be made somewhere.
  case hard = 2
  /// Needs level 11 or more: some assumption must be followed further than one step.
  case expert = 3

  /// The levels that the hardest step of its puzzles can have.
  public var levels: ClosedRange<Int> {
    switch self {
    case .standard: 1...7
    case .gentle: 1...4
    case .hard: 8...12
    case .expert: 11...12
    }
  }

  /// The profile of a seed; remainders that name no profile are standard.
  ///
  /// - Parameter seed: The seed.
  /// - Returns: The profile that is written into it.
  /// - Complexity: O(1).
  public static func of(_ seed: Seed) -> ClimbProfile {
    ClimbProfile(rawValue: Int(seed.value % 16)) ?? .standard
  }

  /// The profile from whose puzzles a difficulty is reached most quickly.
  ///
  /// Measured at the press's grids, with steering (see `SeedSettings.difficulty`).
  ///
  /// - Parameters:
  ///   - difficulty: 1…10.
  ///   - grid: The outline.
  /// - Returns: The profile to start from.
  /// - Complexity: O(1).
  public static func suited(to difficulty: Int, on grid: Grid) -> ClimbProfile {
    switch (grid.side, difficulty) {
    // To difficulty 2 the standard profile leads as quickly up to 16×16, and beyond a hundred times
    // more quickly: what follows from single containers is easier there.
    case (10..., 1) where ClimbProfile.gentle.leadsAnywhere(on: grid): return .gentle
    // Nine of ten standard puzzles score below 45.
    case (_, ...6): return .standard
    // Of four times 15,000 evaluations all lead there by expert climbs, and one by hard ones.
    case (5, 10): return .expert
    default: return .hard
    }
  }

  /// Whether climbs lead to puzzles often enough to be tried unasked.
  ///
  /// Where stars have much room, hardly any grid follows from single containers. Of twelve gentle
  /// climbs each, within 25,000 evaluations: at up to 4K + 2 lines with K stars 7 (10×10) to 12
  /// lead to a puzzle, at 8×8 1★ one, at 15×15 3★ four, at 22×22 and 23×23 5★ none and one, and at
  /// 9×9 to 17×17 1★, 11×11 to 15×15 2★, 19×19 and 20×20 4★ and 24×24 5★ none.
  ///
  /// - Parameter grid: The outline.
  /// - Returns: Whether they do.
  /// - Complexity: O(1).
  package func leadsAnywhere(on grid: Grid) -> Bool {
    self != .gentle || grid.side <= 4 * grid.stars + (grid.stars < 5 ? 2 : 1)
  }

  /// The seed with its settings replaced: this profile, and otherwise the defaults.
  ///
  /// - Parameters:
  ///   - profile: The profile.
  ///   - seed: The seed; of it what is only chance stays.
  /// - Returns: The seed with the profile.
  /// - Complexity: O(1).
  public static func seed(for profile: ClimbProfile, from seed: Seed) -> Seed {
    SeedSettings(profile: profile).written(into: seed)
  }
}
