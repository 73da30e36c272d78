import Catalog
import Files
package import Pipeline
import Publishing
import Recipes

/// Looks at everything that keeps the press going, and changes nothing.
///
/// It takes no lock and waits for none, so it may look while a night is at work.
package struct Doctor: Sendable {
  let options: NightlyOptions
  let context: RunContext
  let settings: StoreSettings
  /// The bytes that are free where a path is; nothing where that cannot be told.
  let freeBytes: @Sendable (String) -> Int?

  /// A doctor for the folders that a night works with.
  ///
  /// - Parameters:
  ///   - options: Recipes, output and state.
  ///   - context: The clock.
  ///   - settings: What reading a bucket takes.
  package init(options: NightlyOptions, context: RunContext, settings: StoreSettings) {
    self.init(
      options: options, context: context, settings: settings, freeBytes: { Disk.freeBytes(at: $0) })
  }

  package init(
    options: NightlyOptions, context: RunContext, settings: StoreSettings,
    freeBytes: @escaping @Sendable (String) -> Int?
  ) {
    self.options = options
    self.context = context
    self.settings = settings
    self.freeBytes = freeBytes
  }

  var state: StateFolder { StateFolder(path: options.state) }

  /// Looks at everything.
  ///
  /// - Returns: What was found; a part that cannot be looked at is a finding too.
  /// - Throws: `PipelineError.interrupted`.
  /// - Complexity: O(size of catalogue and tree).
  package func run() async throws -> DoctorReport {
    var symptoms: [Symptom] = []
    var recipes: RecipeSet?
    do throws(RecipeError) {
      recipes = try RecipeSet(folder: options.recipes)
    } catch {
      symptoms.append(recipesAreWrong(error))
    }
    var catalog: Catalog?
    if Folders.exists(state.catalog) {
      do throws(CatalogError) {
        catalog = try Catalog.open(at: state.catalog)
      } catch {
        symptoms.append(catalogFails(error))
      }
    } else {
      symptoms.append(await noCatalog())
    }
    try context.checkInterruption()
    if let catalog, let recipes {
      symptoms += calendar(catalog, recipes)
    }
    if let catalog { symptoms += try health(catalog) }
    try context.checkInterruption()
    symptoms += await tree(catalog)
    try context.checkInterruption()
    symptoms += runs(catalog)
    symptoms += machine()
    if let recipes {
      symptoms.append(
        .well(
          "recipes", "\(recipes.packs.count) packs and \(recipes.calendars.count) calendars"))
    }
    return DoctorReport(now: context.now, symptoms: symptoms)
  }

  /// A command for the same folders, as it can be typed into a shell.
  func command(_ name: String, recipes: Bool = true, output: Bool = true) -> String {
    var words = ["almanac", name]
    let usual = NightlyOptions()
    if recipes, options.recipes != usual.recipes {
      words += ["--recipes", NightlyReport.quoted(options.recipes)]
    }
    if output, options.output != usual.output {
      words += ["--output", NightlyReport.quoted(options.output)]
    }
    if options.state != usual.state { words += ["--state", NightlyReport.quoted(options.state)] }
    return words.joined(separator: " ")
  }

  private func recipesAreWrong(_ error: RecipeError) -> Symptom {
    let first = "\(error)".split(separator: "\n").first.map(String.init) ?? ""
    return .wrong(
      "recipes", first, mend: "almanac recipes check \(NightlyReport.quoted(options.recipes))")
  }

  /// A catalogue that is not there: the next night makes one, unless an older one has published a tree.
  private func noCatalog() async -> Symptom {
    let published = try? await Publisher(store: settings.open(options.output)).current()
    guard published?.latest != nil else {
      return .wrong("catalogue", "\(options.state) has none yet", mend: command("nightly"))
    }
    return .wrong(
      "catalogue", "\(options.state) has none, and \(options.output) was published by one",
      mend: command("catalog rebuild"))
  }

  /// A catalogue that cannot be read, with what helps against that.
  func catalogFails(_ error: any Error) -> Symptom {
    let folder = NightlyReport.quoted(options.state)
    let remedy =
      switch error as? CatalogError {
      case .corrupted: command("catalog rebuild")
      case .cannotOpen, .readOnly: "ls -la \(folder)"
      case .full, .inputOutput: "df -h \(folder)"
      case .newerSchema: "almanac --version"
      default: command("catalog check", recipes: false, output: false)
      }
    return .wrong("catalogue", "\(error)", mend: remedy)
  }
}
