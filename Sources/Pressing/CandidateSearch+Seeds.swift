import Generating
import Solving
package import StarBattle

extension CandidateSearch {
  /// How the seeds of a search steer towards what is asked for.
  package enum Steering: Hashable, Sendable {
    /// Three of four candidates steer towards the difficulty, as long as it matters.
    ///
    /// Where no puzzle of the grid has it, they lead nowhere; so the fourth is drawn freely, and
    /// the nearest of these is good enough. Behind the candidates of an item any puzzle will do,
    /// and none is steered: that would be a hundred times the work.
    case mostly
    /// Every candidate steers, in turn towards each thing that will do.
    ///
    /// - Parameters:
    ///   - turn: The turn of the first candidate: puzzles after one another have turns after one
    ///     another.
    ///   - first: The seed of the first candidate, where that is given.
    case always(turn: Int, first: Seed?)
  }

  /// The seed of a candidate.
  package func seed(_ attempt: Int) -> Seed {
    let settings: SeedSettings
    switch steering {
    case .mostly: settings = steered(attempt)
    case .always(_, let first?) where attempt == 0: return first
    case .always(let turn, _): settings = steered(turn: turn + attempt)
    }
    return settings.written(
      into: Seed.derived(campaign: campaign, item: item, attempt: attempt))
  }

  /// Whether a candidate steers towards something, and is not merely drawn.
  var isSteered: Bool {
    let grade = ask.grade
    return grade.difficulty != nil || steeredRule != nil
      || grade.level.map { !$0.contains(7) } ?? false
  }

  /// The seed of a candidate that is drawn, where steering leads nowhere.
  func drawnSeed(_ attempt: Int, turn: Int) -> Seed {
    let profiles = drawnProfiles
    let isBehind = ask.grade.isBounded && turn >= Patience.candidates(on: ask.grid)
    let settings =
      isBehind && steering == .mostly
      ? bounded(turn) : SeedSettings(profile: profiles[turn % profiles.count], style: ask.style)
    return settings.written(
      into: Seed.derived(campaign: campaign, item: item, attempt: attempt))
  }

  /// Whether a seed is that of one of the candidates, steered or drawn.
  ///
  /// From which attempt on candidates are drawn is not known, so each may be either.
  func has(_ seed: Seed) -> Bool {
    if seed == self.seed(0) { return true }
    let settings = SeedSettings(of: seed)
    let attempt = (0..<ask.patience.most).first { attempt in
      settings.written(
        into: Seed.derived(campaign: campaign, item: item, attempt: attempt)) == seed
    }
    guard let attempt else { return false }
    return seed == self.seed(attempt)
      || isSteered && drawnProfiles.indices.contains { drawnSeed(attempt, turn: $0) == seed }
  }

  /// The profiles to draw from: that of puzzles that nothing is asked of, and others that may have
  /// what is.
  private var drawnProfiles: [ClimbProfile] {
    let grade = ask.grade
    if let difficulty = grade.difficulty, grade.rule == nil, grade.level == nil {
      let suited = difficulty.map { ClimbProfile.suited(to: $0, on: ask.grid) }
      return [.standard] + suited.filter { $0 != .standard }.prefix(1)
    }
    let levels = grade.rule.map { $0.level...$0.level } ?? grade.level ?? GradeRange.levels
    let some = [ClimbProfile.standard, .gentle, .hard, .expert].filter {
      $0.levels.overlaps(levels) && $0.leadsAnywhere(on: ask.grid)
    }
    return some.isEmpty ? [.standard] : some
  }

  /// The rule that seeds steer towards: the hardest one that is asked for, or the one that has to
  /// be needed, unless that is never the hardest.
  private var steeredRule: Rule? {
    ask.grade.rule ?? ask.grade.need.flatMap { $0.prevalence == .rare ? nil : $0 }
  }

  // MARK: - Mostly

  /// The settings of a candidate behind those of an item, where it has bounds: drawn as most
  /// puzzles are, of which many keep to them, however far that is from the difficulty.
  private func bounded(_ attempt: Int) -> SeedSettings {
    var profiles = [ClimbProfile.standard]
    if !ask.grade.isWithoutAssumptions, let difficulty = ask.grade.difficulty {
      profiles.append(.suited(to: difficulty.lowerBound, on: ask.grid))
    }
    return SeedSettings(profile: profiles[attempt % profiles.count], style: ask.style)
  }

  private func steered(_ attempt: Int) -> SeedSettings {
    if ask.grade.isBounded && attempt >= Patience.candidates(on: ask.grid) {
      return bounded(attempt)
    }
    if let rule = steeredRule {
      // One of four is drawn here as well.
      let profiles = drawnProfiles
      let isDrawn = attempt % 4 == 3 || attempt >= Patience.candidates(on: ask.grid)
      return SeedSettings(
        profile: isDrawn ? profiles[attempt / 4 % profiles.count] : .standard, style: ask.style,
        rule: isDrawn ? nil : rule)
    }
    let range = ask.grade.difficulty ?? CandidateSearch.difficulties(of: ask.grade.level)
    let difficulty = range.lowerBound + attempt / 4 % range.count
    // What may assume nothing is not to be found among puzzles that need an assumption.
    let suited = ClimbProfile.suited(to: difficulty, on: ask.grid)
    let profile = ask.grade.isWithoutAssumptions && suited == .hard ? .standard : suited
    var settings = SeedSettings(profile: profile, style: ask.style)
    if attempt % 4 != 3 && attempt < Patience.candidates(on: ask.grid) {
      settings.difficulty = difficulty
    }
    return settings
  }

  /// The difficulties that puzzles of a level mostly have, where only the level is asked for.
  private static func difficulties(of level: ClosedRange<Int>?) -> ClosedRange<Int> {
    switch level {
    case let level? where level.upperBound <= 4: 1...3
    case let level? where level.upperBound <= 7: 2...5
    case let level? where level.lowerBound >= 11: 8...10
    case let level? where level.lowerBound >= 8: 6...9
    default: GradeRange.difficulties
    }
  }

  // MARK: - Always

  private func steered(turn: Int) -> SeedSettings {
    let grade = ask.grade
    var settings = SeedSettings(style: ask.style, rule: steeredRule)
    if let difficulty = grade.difficulty {
      let target = difficulty.lowerBound + turn % difficulty.count
      settings.difficulty = target
      settings.profile = ClimbProfile.suited(to: target, on: ask.grid)
    }
    guard steeredRule == nil, let level = grade.level else { return settings }
    switch level {
    case _ where level.contains(1...7):
      // No hard step may be needed where the hardest ones are not asked for.
      if level.upperBound < 12 { settings.profile = .standard }
    case 8...12: settings.profile = .hard
    case 11...12: settings.profile = .expert
    default:
      let rules = CandidateSearch.rules(of: level, on: ask.grid)
      settings.rule = rules[turn / (grade.difficulty?.count ?? 1) % rules.count]
    }
    return settings
  }

  /// The rules of some levels that are the hardest step of many puzzles, or if there are none, all.
  private static func rules(of levels: ClosedRange<Int>, on grid: Grid) -> [Rule] {
    let rules = Rule.ladder.filter { levels.contains($0.level) }
    let common = rules.filter { rule in
      switch rule.prevalence {
      case .anyGrid: true
      case .severalStars: grid.stars > 1
      case .rare: false
      }
    }
    return common.isEmpty ? rules : common
  }
}
