import Dates
import Generating
import Identity
import Solving
package import StarBattle

/// What recipes ask for and puzzles of their grids were not found to reach: told before anything is
/// made.
package struct RecipeReach: Sendable {
  /// What a pack or a calendar perhaps asks for in vain.
  package struct Warning: Hashable, Sendable {
    /// The pack's id or the cadence.
    package let item: String
    package let message: String
  }

  /// The grids of the recipes, the smallest first.
  package let grids: [Grid]
  package let warnings: [Warning]

  /// Whether there are figures for this program.
  package static var isMeasured: Bool {
    Reach.versions.grader == Grade.version
      && Reach.versions.generator == GeneratorVersion.current
  }

  /// The difficulties that puzzles of a grid were found to reach, in words; `nil` where that was
  /// not measured.
  package static func words(for grid: Grid) -> String? {
    isMeasured ? Reach.of(grid)?.words : nil
  }

  /// Looks at all recipes of a folder.
  package init(_ recipes: RecipeSet) {
    let packs = recipes.packs + recipes.drafts
    grids = Set(packs.flatMap { $0.parts.map(\.grid) } + recipes.calendars.map(\.grid))
      .sorted { ($0.side, $0.stars) < ($1.side, $1.stars) }
    var warnings = packs.flatMap(RecipeReach.warnings(ofRulesIn:))
    guard RecipeReach.isMeasured else {
      self.warnings = warnings
      return
    }
    for pack in packs {
      let asked = pack.slots.compactMap { slot in slot.difficulty.map { (slot.grid, $0) } }
      warnings += RecipeReach.warnings(pack.id.text, asked, isStrict: pack.isStrict)
    }
    for calendar in recipes.calendars {
      let asked = calendar.difficulty.targets.map { (calendar.grid, $0) }
      warnings += RecipeReach.warnings(
        calendar.cadence.rawValue, asked, isStrict: calendar.isStrict)
    }
    self.warnings = warnings
  }

  private static func warnings(ofRulesIn pack: PackRecipe) -> [Warning] {
    var seen: [PackRecipe.Part] = []
    return pack.parts.compactMap { part in
      guard let rule = part.rule, rule.isNeverHardest(on: part.grid),
        !seen.contains(where: { $0.grid == part.grid && $0.rule == rule })
      else { return nil }
      seen.append(part)
      return Warning(
        item: pack.id.text,
        message: "asks for puzzles of \(part.grid) that end with \(rule.id), and none of those "
          + "that were tried did. Where none comes, "
          + (pack.isStrict ? "a strict recipe refuses what does" : "the nearest is taken"))
    }
  }

  private static func warnings(
    _ item: String, _ asked: [(grid: Grid, difficulty: Int)], isStrict: Bool
  ) -> [Warning] {
    var grids: [Grid] = []
    for (grid, _) in asked where !grids.contains(grid) { grids.append(grid) }
    return grids.compactMap { grid in
      let wanted = Set(asked.filter { $0.grid == grid }.map(\.difficulty)).sorted()
      guard let reach = Reach.of(grid) else {
        return Warning(
          item: item,
          message: "puzzles of \(grid) are rare, and how hard they can be was not measured")
      }
      let missed = wanted.filter { reach.way(to: $0) == .notFound }
      if missed.isEmpty { return nil }
      let numbers = missed.map(String.init).joined(separator: ", ")
      return Warning(
        item: item,
        message: "asks for difficulty \(numbers), which none of the puzzles had that were tried "
          + "(up to \(Reach.drawn) of \(grid) drawn, and \(reach.steered) layouts steered "
          + "there): they reached \(reach.words). Where none comes, "
          + (isStrict ? "a strict recipe refuses what does" : "the nearest is taken"))
    }
  }
}

extension CalendarCurve {
  /// All difficulties that it asks for, ascending.
  fileprivate var targets: [Int] {
    switch self {
    case .weekdays(let targets): Set(targets).sorted()
    case .cycle(let ramp): Array(ramp.first...ramp.last)
    }
  }
}

extension Rule {
  /// Whether none of the puzzles that were tried had it for its hardest step.
  ///
  /// Tried with `generate --rule` at 4×4 to 10×10 with one star, at 8×8 and 10×10 with two and
  /// 14×14 with three; grader 2, generator 3, 2,000 candidates or 400,000 evaluations each.
  fileprivate func isNeverHardest(on grid: Grid) -> Bool {
    switch id {
    case "direct.neighbours", "direct.forced": true
    case "direct.complete": !(5...6).contains(grid.side)
    case "tiling.forced", "tiling.adjacency", "counting.tiles", "tiling.parts": grid.stars == 1
    case "hypothetical.chained": grid.stars == 1 && grid.side < 8
    default: false
    }
  }
}
