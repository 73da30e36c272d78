import Catalog
import Files
package import Pipeline
import Printable
import Publishing
import Recipes
import Wording

/// Looks at everything that keeps the press going, and changes nothing.
///
/// It takes no lock and waits for none, so it may look while a night is at work.
package struct Doctor: Sendable {
  let house: House
  let context: RunContext
  /// The bytes that are free where a path is; `nil` where that cannot be told.
  let freeBytes: @Sendable (String) -> Int?

  /// A doctor for a house.
  ///
  /// - Parameters:
  ///   - house: Recipes, output and state.
  ///   - context: The clock, interruption and what reading a bucket takes.
  ///   - freeBytes: The bytes that are free where a path is.
  package init(
    _ house: House, _ context: RunContext,
    freeBytes: @escaping @Sendable (String) -> Int? = { Disk.freeBytes(at: $0) }
  ) {
    self.house = house
    self.context = context
    self.freeBytes = freeBytes
  }

  var state: StateFolder { house.stateFolder }

  /// Looks at everything.
  ///
  /// - Returns: What was found; a part that cannot be looked at is a finding too.
  /// - Throws: `PipelineError.interrupted`.
  /// - Complexity: O(size of catalogue and tree).
  package func run() async throws -> DoctorReport {
    var symptoms = obstacles()
    if !symptoms.isEmpty {
      // Whatever else there is to see stands on these places.
      return DoctorReport(now: context.now, symptoms: symptoms + machine())
    }
    symptoms += lockedPlaces()
    var recipes: RecipeSet?
    do throws(RecipeError) {
      recipes = try RecipeSet(folder: house.recipes)
    } catch {
      symptoms.append(recipesAreWrong(error))
    }
    var catalog: Catalog?
    do {
      catalog = try state.readIfThere()
      if catalog == nil { symptoms.append(await noCatalog()) }
    } catch {
      symptoms.append(await catalogFails(error))
    }
    try context.checkInterruption()
    if let catalog { symptoms += try await health(catalog) }
    try context.checkInterruption()
    symptoms += await tree()
    if let recipes {
      symptoms += await signatures(recipes)
      symptoms += await privatePart(recipes)
    }
    try context.checkInterruption()
    // Behind the tree: a night refuses a catalogue that is not the tree's, so that comes first.
    if let catalog, let recipes {
      symptoms += await recipesGoOn(catalog, recipes)
      symptoms += await calendar(catalog, recipes)
      symptoms += await difficulty(catalog, recipes)
    }
    symptoms += runs(catalog)
    symptoms += machine()
    if let recipes {
      let (packs, calendars) = (recipes.packs.count, recipes.calendars.count)
      symptoms.append(
        .well(
          "recipes",
          "\(packs, of: "pack") and "
            + "\(calendars, of: "calendar")"))
    }
    return DoctorReport(now: context.now, symptoms: symptoms)
  }

  private func recipesAreWrong(_ error: RecipeError) -> Symptom {
    let first = ErrorLines.of(error).first ?? ""
    let isThere = (try? Folders.isThere(house.recipes)) != false
    return .wrong(
      "recipes", first,
      mend: isThere
        ? "almanac recipes check \(Shell.path(house.recipes))"
        : house.command("doctor", recipes: false) + " --recipes DIR")
  }

  /// A catalogue that is not there: the next night makes one, unless an older one has published a
  /// tree.
  private func noCatalog() async -> Symptom {
    guard await isPublished() else {
      return .wrong("catalogue", "\(house.state) has none yet", mend: house.command("nightly"))
    }
    return .wrong(
      "catalogue", "\(house.state) has none, and \(house.output) was published by one",
      mend: house.command("catalog rebuild"))
  }

  /// Whether there is a tree that a catalogue can be made anew from.
  func isPublished() async -> Bool {
    (try? await published())?.latest != nil
  }

  /// What the tree has published, by the rule of whoever publishes next.
  func published() async throws -> PublishedState {
    try await ruled { rule in
      try await Publisher(store: context.stores.open(house), finishing: rule).current()
    }
  }

  /// Does something with the rule by which whoever publishes next tells the press's own releases.
  func ruled<Result>(
    _ body: (UnfinishedRule) async throws -> Result
  ) async throws -> Result {
    // A catalogue that cannot be read is a finding of its own, and made anew by the same rule.
    let catalog = (try? state.readIfThere()) ?? nil
    defer { try? catalog?.close() }
    let signing = (try? RecipeSet(folder: house.recipes))?.signing
    let rule: UnfinishedRule
    do {
      rule = try .of(catalog, in: house, signing, context)
    } catch {
      rule = try .of(nil, in: house, signing, context)
    }
    return try await body(rule)
  }

  /// What makes a catalogue anew: from the tree, or from nothing where nothing was published yet.
  func renewal() async -> String {
    if await isPublished() { return house.command("catalog rebuild") }
    let files = Catalog.fileSuffixes.map { state.catalog + $0 }.filter(Folders.exists)
    let folder = Shell.free("\(house.state)/catalog") { Doctor.kind(of: $0) != nil }
    let aside = Shell.path(folder)
    return "mkdir \(aside) && mv -- \(files.map(Shell.path).joined(separator: " ")) \(aside) "
      + "&& \(house.command("nightly"))"
  }

  /// A catalogue that cannot be read, with what helps against that.
  func catalogFails(_ error: any Error) async -> Symptom {
    let folder = Shell.path(house.state)
    if error is FolderError { return .wrong("catalogue", "\(error)", mend: "ls -la \(folder)") }
    let remedy =
      switch error as? CatalogError {
      case .corrupted, .foreign: await renewal()
      case .cannotOpen, .readOnly: "ls -la \(folder)"
      case .full, .inputOutput: "df -h \(folder)"
      case .newerSchema: "almanac --version"
      default: house.command("catalog check", recipes: false, output: false)
      }
    return .wrong("catalogue", "\(error)", mend: remedy)
  }
}
