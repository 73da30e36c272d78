package import Dates
package import Flagging
package import Generating
import Printable
package import StarBattle
import Yams

/// A calendar as an editor describes it: `Pipelines/calendar/*.yaml`.
package struct CalendarRecipe: Hashable, Sendable {
  /// How often there is a puzzle.
  package let cadence: Cadence
  /// The grid of every puzzle.
  package let grid: Grid
  /// The first period that has a puzzle.
  package let start: Period
  /// The number of periods that are ready at any time, the current one among them.
  package let horizon: Int
  /// The low-water mark of its reserve: the number of periods behind the horizon that have a puzzle
  /// waiting, so that nights without time to generate still have theirs.
  package let reserve: Int
  /// How hard the puzzles are.
  package let difficulty: CalendarCurve
  /// What the regions of its puzzles look like.
  package var style = RegionStyle.natural
  /// The number that all the calendar's seeds derive from.
  package let seed: UInt64
  /// Whether a puzzle that misses its difficulty is refused, and not only told.
  package var isStrict = false
  /// Whether its puzzles have to be solved without assuming a star anywhere.
  package var isWithoutAssumptions = false
  /// The most parts that an argument of their solves may have; any number without it.
  package var arguments: Int?
  /// What its editors want to be warned of.
  package var flags = FlagWishes()
  /// The file, as the person who started the run would write it.
  package let file: String
  /// Where the cadence is written.
  package let place: RecipeLocation

  package init(
    cadence: Cadence, grid: Grid, start: Period, horizon: Int, reserve: Int,
    difficulty: CalendarCurve, style: RegionStyle = RegionStyle.natural, seed: UInt64,
    isStrict: Bool = false, isWithoutAssumptions: Bool = false, file: String,
    place: RecipeLocation
  ) {
    self.cadence = cadence
    self.grid = grid
    self.start = start
    self.horizon = horizon
    self.reserve = reserve
    self.difficulty = difficulty
    self.style = style
    self.seed = seed
    self.isStrict = isStrict
    self.isWithoutAssumptions = isWithoutAssumptions
    self.file = file
    self.place = place
  }

  /// What the puzzle of a period is to be like.
  package func ask(for period: Period) -> Ask {
    let target = difficulty.target(for: period)
    let level = isWithoutAssumptions ? GradeRange.levelsWithoutAssumptions : nil
    let grade = GradeRange(difficulty: target...target, level: level, arguments: arguments)
    return Ask(grid, grade: grade, style: style)
  }

  /// The horizons that a cadence can have: at most about a year ahead.
  package static func horizons(of cadence: Cadence) -> ClosedRange<Int> {
    switch cadence {
    case .daily: 1...400
    case .weekly: 1...60
    case .monthly: 1...14
    }
  }
}

extension CalendarRecipe {
  static let keys = [
    "cadence", "grid", "start", "horizon", "reserve", "difficulty", "style", "seed",
    "strict", "assumptions", "arguments", "flags",
  ]

  /// Reads a recipe; what is wrong is noted in the reader, and then there is no recipe.
  init?(_ root: Node, reader: RecipeReader) {
    guard let fields = reader.fields(of: root, "a calendar", allowed: CalendarRecipe.keys) else {
      return nil
    }
    let cadence = fields.required("cadence").flatMap {
      CalendarRecipe.cadence($0, reader: reader)
    }
    let grid = fields.required("grid").flatMap { Grid($0, reader: reader) }
    let start = fields.required("start").flatMap {
      CalendarRecipe.start($0, of: cadence, reader: reader)
    }
    let horizons = CalendarRecipe.horizons(of: cadence ?? .daily)
    let horizon = fields.integer("horizon", in: horizons)
    let reserve = CalendarRecipe.reserve(fields, of: cadence)
    let difficulty = fields.required("difficulty").flatMap {
      CalendarCurve($0, of: cadence, reader: reader)
    }
    let style = RegionStyle.read(fields)
    let seed = fields.integer("seed", in: RecipeName.seeds)
    let isStrict: Bool? = fields.values["strict"].map { reader.flag($0, "strict") } ?? false
    let assumptions = Assumptions(fields)
    let arguments = fields.arguments()
    let flags = FlagWishes(fields)
    guard let cadence, let grid, let start, let horizon, let reserve, let difficulty, let style,
      let seed, let isStrict, let assumptions, let arguments, let flags
    else { return nil }
    self.init(
      cadence: cadence, grid: grid, start: start, horizon: horizon, reserve: reserve,
      difficulty: difficulty, style: style, seed: UInt64(seed), isStrict: isStrict,
      isWithoutAssumptions: assumptions == .none, file: reader.file.name,
      place: fields.place(of: "cadence"))
    self.arguments = arguments
    self.flags = flags
  }

  /// Reads the low-water mark: nothing is kept ahead where none is given.
  private static func reserve(_ fields: RecipeFields, of cadence: Cadence?) -> Int? {
    guard let node = fields.values["reserve"] else { return 0 }
    let most = horizons(of: cadence ?? .daily).upperBound
    return fields.reader.integer(node, "reserve", in: 0...most)
  }

  private static func cadence(_ node: Node, reader: RecipeReader) -> Cadence? {
    reader.choice(node, "cadence", of: Cadence.allCases, named: \.rawValue)
  }

  /// Reads the first period: its key, such as `2026-47`, or any day in it.
  private static func start(
    _ node: Node, of cadence: Cadence?, reader: RecipeReader
  ) -> Period? {
    guard let text = reader.text(node, "start") else { return nil }
    if let day = try? Day(text) {
      return cadence.map { Period($0, containing: day) }
    }
    let forms: String
    switch cadence {
    case .weekly: forms = "a day such as 2026-11-21 or a week such as 2026-47"
    case .monthly: forms = "a day such as 2026-11-21 or a month such as 2026-11"
    case .daily, nil: forms = "a day such as 2026-11-21"
    }
    if let cadence, let period = try? Period(cadence, key: text) { return period }
    reader.note(
      RecipeLocation(node.mark), "`start` is `\(Printable.excerpt(text))` — it must be \(forms)")
    return nil
  }
}
