import Dates
package import Generating
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

  /// What bounds leave of a grid that a pack or a calendar has.
  package struct Within: Hashable, Sendable {
    /// The pack's id or the cadence.
    package let item: String
    package let grid: Grid
    package let bounds: ReachWithin.Bounds
    /// What was measured.
    package let reach: ReachWithin

    /// The difficulties of puzzles that were found to keep to the bounds.
    package var difficulties: [Int] { reach.difficulties(within: bounds) }

    /// In words: `calm, 10×10 with 2 stars: 61 of 100 drawn puzzles keep to …`.
    package var words: String {
      let found = difficulties
      let tail =
        found.isEmpty ? "" : "; such were found of difficulties \(Reach.words(for: found))"
      return "\(item), \(grid): \(reach.share(within: bounds)) to " + bounds.words + tail
    }
  }

  /// The grids of the recipes, the smallest first.
  package let grids: [Grid]
  /// What is left of them by `arguments` and `assumptions`, where recipes bound them and that was
  /// measured.
  package let within: [Within]
  package let warnings: [Warning]

  /// The difficulties that puzzles of a grid were found to reach, in words; `nil` where that was
  /// not measured.
  package static func words(for grid: Grid) -> String? {
    Reach.of(grid)?.words
  }

  /// Looks at all recipes of a folder.
  package init(_ recipes: RecipeSet) {
    let packs = recipes.packs + recipes.drafts
    grids = Set(packs.flatMap { $0.parts.map(\.grid) } + recipes.calendars.map(\.grid))
      .sorted { ($0.side, $0.stars) < ($1.side, $1.stars) }
    var warnings = packs.flatMap(RecipeReach.warnings(ofRulesIn:))
    warnings += recipes.calendars.compactMap(RecipeReach.warning(ofHorizonOf:))
    guard Reach.isMeasured else {
      within = []
      self.warnings = warnings
      return
    }
    let wishes = packs.map(Wish.init) + recipes.calendars.map(Wish.init)
    within = wishes.flatMap(RecipeReach.within)
    for wish in wishes {
      warnings += RecipeReach.warnings(wish)
      warnings += RecipeReach.boundWarnings(wish)
    }
    self.warnings = warnings
  }

  /// What a pack or a calendar asks for.
  private struct Wish {
    let item: String
    let grids: [Grid]
    /// The difficulties, each with its grid.
    let asked: [(grid: Grid, difficulty: Int)]
    let bounds: ReachWithin.Bounds
    let isStrict: Bool

    init(_ pack: PackRecipe) {
      item = pack.id.text
      grids = Wish.each(pack.parts.map(\.grid))
      asked = pack.slots.compactMap { slot in slot.difficulty.map { (slot.grid, $0) } }
      bounds = .init(
        arguments: pack.arguments, isWithoutAssumptions: pack.isWithoutAssumptions)
      isStrict = pack.isStrict
    }

    init(_ calendar: CalendarRecipe) {
      item = calendar.cadence.rawValue
      grids = [calendar.grid]
      asked = calendar.difficulty.targets.map { (calendar.grid, $0) }
      bounds = .init(
        arguments: calendar.arguments, isWithoutAssumptions: calendar.isWithoutAssumptions)
      isStrict = calendar.isStrict
    }

    private static func each(_ grids: [Grid]) -> [Grid] {
      var found: [Grid] = []
      for grid in grids where !found.contains(grid) { found.append(grid) }
      return found
    }

    /// The difficulties that are asked for at a grid, ascending.
    func difficulties(at grid: Grid) -> [Int] {
      Set(asked.filter { $0.grid == grid }.map(\.difficulty)).sorted()
    }

    /// What happens where nothing comes that is as asked for.
    var otherwise: String {
      "Where none comes, "
        + (isStrict ? "a strict recipe refuses what does" : "the nearest is taken")
    }
  }

  private static func within(_ wish: Wish) -> [Within] {
    guard wish.bounds.isAny else { return [] }
    return wish.grids.compactMap { grid in
      ReachWithin.of(grid).map {
        Within(item: wish.item, grid: grid, bounds: wish.bounds, reach: $0)
      }
    }
  }

  /// Warns of bounds that hardly leave anything, and of difficulties that none was found of within
  /// them, though the grid has some.
  private static func boundWarnings(_ wish: Wish) -> [Warning] {
    within(wish).compactMap { within in
      let found = within.difficulties
      let missed = wish.difficulties(at: within.grid).filter {
        Reach.of(within.grid)?.way(to: $0) != .notFound && !found.contains($0)
      }
      if missed.isEmpty { return nil }
      let numbers = missed.map(String.init).joined(separator: ", ")
      let reached =
        found.isEmpty
        ? "no puzzle was found that keeps to that"
        : "puzzles that keep to that were found of difficulties \(Reach.words(for: found)) alone"
      return Warning(
        item: wish.item,
        message:
          "asks for difficulty \(numbers) at \(within.grid) with \(within.bounds.words), and "
          + "\(reached). \(wish.otherwise)")
    }
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

  private static func warning(ofHorizonOf calendar: CalendarRecipe) -> Warning? {
    let expected = calendar.cadence.expectedHorizon
    guard calendar.horizon < expected else { return nil }
    return Warning(
      item: calendar.cadence.rawValue,
      message: "has a horizon of \(calendar.horizon), and “almanac release verify” expects "
        + "\(expected) where it is told the time with --now: the calendar will end too soon for it")
  }

  private static func warnings(_ wish: Wish) -> [Warning] {
    wish.grids.compactMap { grid in
      let wanted = wish.difficulties(at: grid)
      if wanted.isEmpty { return nil }
      guard let reach = Reach.of(grid) else {
        return Warning(
          item: wish.item,
          message: "puzzles of \(grid) are rare, and how hard they can be was not measured")
      }
      let missed = wanted.filter { reach.way(to: $0) == .notFound }
      if missed.isEmpty { return nil }
      let numbers = missed.map(String.init).joined(separator: ", ")
      return Warning(
        item: wish.item,
        message: "asks for difficulty \(numbers), which none of the puzzles had that were tried "
          + "(up to \(Reach.drawn) of \(grid) drawn, and \(reach.steered) layouts steered "
          + "there): they reached \(reach.words). \(wish.otherwise)")
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
  /// 14×14 with three, by generator 3, whose seeds for a rule are those of today; 2,000 candidates
  /// or 400,000 evaluations each.
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
