import Catalog
import Dates
import Files
import Identity
import Pipeline
import Recipes

/// Brings together the puzzles that somebody asks to see.
struct PreviewLoader {
  let context: RunContext
  /// Where the catalogue is, and the recipes, for names and the difficulties that are aimed at.
  let house: House
  /// The star quota, for notations that do not say.
  let stars: Int?
  /// Whether files are of use, which advice says.
  var takesFiles = true

  /// The puzzles of a word of the command line.
  ///
  /// - Throws: `PipelineError.argument` when there is nothing of that name, `.input` where nothing
  ///   is made yet, `CatalogError`.
  func load(_ word: String) throws -> PreviewSet {
    let subject = PreviewSubject(word)
    switch subject {
    case .text(let path):
      if !Folders.exists(path) { _ = try Period.named(path) }
      return try file(path)
    case .named(let id):
      let catalog = try catalog()
      if let catalog, let pack = try pack(id, catalog) { return pack }
      if Folders.exists(id.text) { return try file(id.text) }
      _ = try Period.named(id.text)
      throw unknown(id.text, hasCatalog: catalog != nil)
    case .slot(let slot):
      let index = slot.index
      guard let catalog = try catalog() else { throw unknown(word, hasCatalog: false) }
      guard var pack = try pack(slot.pack, catalog) else {
        throw unknown(slot.pack.text, hasCatalog: true)
      }
      guard pack.items.indices.contains(index) else {
        throw PipelineError.argument(
          word,
          reason: "there is no such slot — slots of \(slot.pack) are 0…\(pack.items.count - 1)")
      }
      pack.items = [pack.items[index]]
      return PreviewSet(title: "\(pack.title), slot \(index)", items: pack.items)
    case .cadence(let cadence):
      return try periods(word, title: PreviewLoader.capitalised(cadence.rawValue)) {
        $0.cadence == cadence
      }
    case .period(let period):
      return try periods(word, title: period.id, of: period) { $0 == period }
    case .day(let day):
      return try periods(word, title: "\(day)", of: Period(.daily, containing: day)) {
        $0.first <= day && day <= $0.last
      }
    }
  }

  /// The catalogue, where there is one; it is only read.
  private func catalog() throws -> Catalog? { try house.stateFolder.readIfThere() }

  private func unknown(_ word: String, hasCatalog: Bool) -> PipelineError {
    let packs = recipeSet?.packs.map(\.id.text) ?? []
    let reason = "nothing of this name is kept"
    if !hasCatalog {
      return .input(
        path: word,
        reason: "\(reason) — there is no catalogue in \(house.state); make one with “almanac "
          + "nightly”\(takesFiles ? ", or name a file" : "")")
    }
    if packs.contains(word) {
      return .input(
        path: word,
        reason: "\(reason) — the pack has no puzzles yet; “almanac nightly” makes them")
    }
    let names = packs.isEmpty ? "" : " (\(packs.joined(separator: ", ")))"
    let advice =
      Spelling.guess(for: word, among: packs).map { "did you mean \($0)?" }
      ?? "name a pack\(names), daily, weekly, monthly, \(takesFiles ? "" : "or ")a day such as "
      + "2026-11-21\(takesFiles ? ", or a file" : "")"
    return .argument(word, reason: "\(reason) — \(advice)")
  }

  // MARK: - Packs

  /// The recipes, where they can be read: a preview goes on without them.
  private var recipeSet: RecipeSet? { try? RecipeSet(folder: house.recipes) }

  private func pack(_ id: PackID, _ catalog: Catalog) throws -> PreviewSet? {
    let slots = try catalog.slots(of: id)
    guard !slots.isEmpty else { return nil }
    let recipe = recipeSet?.packs.first { $0.id == id }
    let asked = recipe?.slots ?? []
    let items = try slots.map { slot in
      let puzzle = try NewPuzzle(slot.puzzle, in: catalog)
      var item = PreviewSet.Item(
        id: SlotID(pack: id, index: slot.index).description, label: "\(slot.index)",
        sbn: puzzle.sbn,
        target: asked.indices.contains(slot.index) ? asked[slot.index].difficulty : nil,
        rule: asked.indices.contains(slot.index) ? asked[slot.index].ruleID : nil,
        isPublished: slot.puzzle.firstRelease != nil, solve: puzzle.solve)
      if let recipe { (item.flags, item.arguments) = (recipe.flags, recipe.arguments) }
      return item
    }
    return PreviewSet(title: recipe?.name ?? id.text, items: items)
  }

  // MARK: - Dates

  /// The puzzles of dates.
  ///
  /// - Parameters:
  ///   - word: What was asked for.
  ///   - title: What it is called.
  ///   - named: The one date that was asked for, if it is one.
  ///   - isWanted: Whether a date is meant.
  /// - Returns: All that there are.
  /// - Throws: `PipelineError.input` where there are none; `CatalogError`.
  private func periods(
    _ word: String, title: String, of named: Period? = nil, where isWanted: (Period) -> Bool
  ) throws -> PreviewSet {
    guard let catalog = try catalog() else { throw unknown(word, hasCatalog: false) }
    let recipes = recipeSet?.calendars ?? []
    var items: [PreviewSet.Item] = []
    for cadence in Cadence.allCases {
      let recipe = recipes.first { $0.cadence == cadence }
      for entry in try catalog.calendarEntries(cadence) {
        let period = entry.period
        guard isWanted(period) else { continue }
        let puzzle = try NewPuzzle(entry.puzzle, in: catalog)
        var item = PreviewSet.Item(
          id: period.id, label: PreviewLoader.label(of: period), sbn: puzzle.sbn,
          target: recipe?.difficulty.target(for: period), isPublished: entry.release != nil,
          solve: puzzle.solve)
        item.isDate = true
        if let recipe { (item.flags, item.arguments) = (recipe.flags, recipe.arguments) }
        items.append(item)
      }
    }
    guard !items.isEmpty else {
      throw PipelineError.input(
        path: word,
        reason: try named.flatMap { try whyItStaysEmpty($0, catalog) }
          ?? "there is no puzzle for it — “almanac nightly” makes those to the horizon")
    }
    return PreviewSet(title: title, items: items)
  }

  /// Why no night makes a puzzle for a date; `nil` where one may.
  private func whyItStaysEmpty(_ period: Period, _ catalog: Catalog) throws -> String? {
    if period.hasBegunAnywhere(at: context.now),
      try catalog.takenBack(period.cadence).contains(period)
    {
      return "it was withdrawn, and stays empty"
    }
    return period.last < context.now.day.advanced(by: -1)
      ? "there is no puzzle for it, and it is over — name another date" : nil
  }

  /// A period on a card: `Sat 2026-11-21`, `week 2026-48`, `month 2026-11`.
  private static func label(of period: Period) -> String {
    switch period {
    case .day(let day): "\(capitalised(day.weekday.abbreviation)) \(day)"
    case .week(let week): "week \(week)"
    case .month(let month): "month \(month)"
    }
  }

  private static func capitalised(_ word: String) -> String {
    word.prefix(1).uppercased() + word.dropFirst()
  }

  private func file(_ path: String) throws -> PreviewSet {
    try PuzzleLister(input: PuzzleInput(path: path), stars: stars).read(context)
  }
}
