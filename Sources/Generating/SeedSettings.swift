public import Solving
public import StarBattle

/// What a seed says about its puzzle besides being a random number.
///
/// Bits of the seed name the settings that it was drawn with, so that the seed alone rebuilds the
/// puzzle:
///
/// | bits | what | values |
/// |---|---|---|
/// | 0–3 | `profile` | `ClimbProfile` |
/// | 4–5 | `style` | `RegionStyle` |
/// | 6–43 | only chance | |
/// | 44–48 | `rule` | 0: any; else its code (`Rule.code`) |
/// | 49–52 | `difficulty` | 0: any; 1…10 |
///
/// Values that name nothing mean the default, so that every number is a seed; small numbers, such
/// as people choose, ask for no rule and no difficulty. A rule keeps its code wherever it stands in
/// the ladder, and no other rule ever gets it: so a seed asks for ever for what it was drawn with.
public struct SeedSettings: Hashable, Sendable {
  /// How hard the climb lets the puzzle be.
  public var profile: ClimbProfile
  /// What its regions look like.
  public var style: RegionStyle
  /// The rule that its hardest step has to be, if one was asked for.
  public var rule: Rule?
  /// The difficulty that it has to have, 1…10, if one was asked for.
  public var difficulty: Int?

  private static let ruleBits: UInt64 = 31 << 44
  private static let difficultyBits: UInt64 = 15 << 49

  /// Settings to be written into seeds.
  ///
  /// - Parameters:
  ///   - profile: How hard the climb lets the puzzle be.
  ///   - style: What its regions look like.
  ///   - rule: The rule that its hardest step has to be, if any.
  ///   - difficulty: The difficulty that it has to have, 1…10, if any.
  /// - Complexity: O(1).
  public init(
    profile: ClimbProfile = .standard, style: RegionStyle = .natural, rule: Rule? = nil,
    difficulty: Int? = nil
  ) {
    self.profile = profile
    self.style = style
    self.rule = rule
    self.difficulty = difficulty
  }

  /// The settings that are written into a seed.
  ///
  /// - Parameter seed: The seed.
  /// - Complexity: O(1).
  public init(of seed: Seed) { self.init(of: seed, ladder: Rule.ladder) }

  /// The settings of a seed, where there are other rules.
  package init(of seed: Seed, ladder: [Rule]) {
    profile = ClimbProfile.of(seed)
    style = RegionStyle(rawValue: Int(seed.value >> 4 & 3)) ?? .natural
    rule = Rule(code: Int((seed.value & SeedSettings.ruleBits) >> 44), in: ladder)
    let number = Int((seed.value & SeedSettings.difficultyBits) >> 49)
    difficulty = (1...10).contains(number) ? number : nil
  }

  /// A seed with its settings replaced by these; what is only chance in it stays.
  ///
  /// - Parameter seed: The seed; its settings are replaced, and what is random in it stays.
  /// - Returns: The seed with these settings.
  /// - Precondition: the difficulty, if any, is 1…10.
  /// - Complexity: O(1).
  public func written(into seed: Seed) -> Seed {
    precondition(difficulty.map((1...10).contains) ?? true, "a difficulty is 1 to 10")
    var value = seed.value & ~(63 | SeedSettings.ruleBits | SeedSettings.difficultyBits)
    value |= UInt64(profile.rawValue) | UInt64(style.rawValue) << 4
    value |= UInt64(rule?.code ?? 0) << 44 | UInt64(difficulty ?? 0) << 49
    return Seed(value) ?? seed
  }
}
