public import StarBattle

/// What a seed says about its puzzle besides being a random number.
///
/// The last bits of a seed name the settings that it was drawn with, so that the seed alone rebuilds the puzzle:
///
/// | bits | what | read by |
/// |---|---|---|
/// | 0–3 | `ClimbProfile` | `ClimbProfile.of(_:)` |
/// | 4–5 | `RegionStyle` | `style` |
/// | 6–52 | only chance | |
///
/// Values that name nothing mean the default, so that every number is a seed.
public struct SeedSettings: Hashable, Sendable {
  /// How hard the climb lets the puzzle be.
  public var profile: ClimbProfile
  /// What its regions look like.
  public var style: RegionStyle

  /// Settings to be written into seeds.
  public init(profile: ClimbProfile = .standard, style: RegionStyle = .natural) {
    self.profile = profile
    self.style = style
  }

  /// The settings of a seed.
  public init(of seed: Seed) {
    profile = ClimbProfile.of(seed)
    style = RegionStyle(rawValue: Int(seed.value >> 4 & 3)) ?? .natural
  }

  /// A seed with its last bits replaced by these settings.
  public func written(into seed: Seed) -> Seed {
    let styled = Seed(seed.value & ~(3 << 4) | UInt64(style.rawValue) << 4) ?? seed
    return ClimbProfile.seed(for: profile, from: styled)
  }
}
