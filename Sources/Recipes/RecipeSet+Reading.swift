import Dates
import Files
import Identity
import Notation
import StarBattle

extension RecipeSet {
  /// Reads the recipes of a folder: `release.yaml`, `packs/*.yaml` and `calendar/*.yaml`.
  ///
  /// Every file is read to its end, also those that `release.yaml` does not list, so that all
  /// mistakes of all files are named at once. Nothing is written.
  ///
  /// - Parameters:
  ///   - folder: The folder, such as `Pipelines`.
  ///   - awaitsPacks: Whether `release.yaml` may list packs whose recipes are still to be written.
  /// - Throws: `RecipeError`.
  package init(folder: String, awaitsPacks: Bool = false) throws(RecipeError) {
    let folder = folder.count > 1 && folder.hasSuffix("/") ? String(folder.dropLast()) : folder
    let names = try RecipeSet.names(in: folder, what: "folder of recipes")
    guard names.contains(RecipeSet.releaseFile) else {
      throw .missing(path: "\(folder)/\(RecipeSet.releaseFile)", what: "file")
    }
    var problems: [RecipeProblem] = []
    let packs = try RecipeSet.recipes(
      in: folder, below: RecipeSet.packFolder, of: names, &problems
    ) { PackRecipe($0, reader: $1) }
    let calendars = try RecipeSet.recipes(
      in: folder, below: RecipeSet.calendarFolder, of: names, &problems
    ) { CalendarRecipe($0, reader: $1) }
    let release = RecipeSet.read("\(folder)/\(RecipeSet.releaseFile)", &problems) {
      ReleaseRecipe($0, reader: $1)
    }

    RecipeSet.refuseRepetitions(in: packs.found, calendars.found, &problems)
    if let release {
      RecipeSet.refuseUnknown(
        awaitsPacks ? [] : release.packs, "pack", in: RecipeSet.packFolder,
        known: packs.found.map(\.id.text), isComplete: packs.isComplete,
        release: "\(folder)/\(RecipeSet.releaseFile)", &problems)
      RecipeSet.refuseUnknown(
        release.calendar, "calendar", in: RecipeSet.calendarFolder,
        known: calendars.found.map(\.cadence.rawValue), isComplete: calendars.isComplete,
        release: "\(folder)/\(RecipeSet.releaseFile)", &problems)
      if release.profiles.app {
        RecipeSet.refuseNamesOfHints(
          release.packs, release: "\(folder)/\(RecipeSet.releaseFile)", &problems)
      }
    }
    guard problems.isEmpty, let release else {
      throw .mistakes(problems.sorted { ($0.file, $0.place) < ($1.file, $1.place) })
    }
    let listed = Set(release.packs.map(\.name))
    self.init(
      packs: release.packs.compactMap { entry in packs.found.first { $0.id.text == entry.name } },
      drafts: packs.found.filter { !listed.contains($0.id.text) },
      awaited: listed.subtracting(packs.found.map(\.id.text)).sorted(),
      calendars: release.calendar.compactMap { entry in
        calendars.found.first { $0.cadence.rawValue == entry.name }
      }, profiles: release.profiles, signing: release.signing,
      leavesSigning: release.leavesSigning)
    try refuseTwinPins()
  }

  // MARK: - Files

  /// The recipes of a folder, and whether every file of it became one.
  private struct Found<Recipe> {
    var found: [Recipe] = []
    var isComplete = true
  }

  private static func names(in folder: String, what: String) throws(RecipeError) -> [String] {
    do {
      return try SmallFile.names(inFolder: folder)
    } catch {
      switch error {
      case .missing: throw .missing(path: folder, what: what)
      case .unreadable(let reason): throw .unreadable(path: folder, reason: reason)
      case .notAFile, .huge, .oddName: throw .unreadable(path: folder, reason: "\(error)")
      }
    }
  }

  private static func recipes<Recipe>(
    in root: String, below name: String, of rootNames: [String],
    _ problems: inout [RecipeProblem], reading make: (YAMLNode, RecipeReader) -> Recipe?
  ) throws(RecipeError) -> Found<Recipe> {
    // A folder that is not there has no recipes; what is listed and not made is a mistake later.
    guard rootNames.contains(name) else { return Found() }
    let folder = "\(root)/\(name)"
    var recipes = Found<Recipe>()
    let names = try names(in: folder, what: "folder")
    for name in names where isRecipe(name) {
      if let recipe = read("\(folder)/\(name)", &problems, reading: make) {
        recipes.found.append(recipe)
      } else {
        recipes.isComplete = false
      }
    }
    return recipes
  }

  static func read<Recipe>(
    _ name: String, holding contents: String? = nil, _ problems: inout [RecipeProblem],
    reading make: (YAMLNode, RecipeReader) -> Recipe?
  ) -> Recipe? {
    let file = RecipeFile(name: name, contents: contents)
    do {
      let root = try file.root()
      let reader = RecipeReader(file: file)
      let recipe = make(root, reader)
      problems += reader.problems
      return reader.problems.isEmpty ? recipe : nil
    } catch {
      problems += error.problems
      return nil
    }
  }

  // MARK: - What only shows when all files are read

  private static func refuseRepetitions(
    in packs: [PackRecipe], _ calendars: [CalendarRecipe], _ problems: inout [RecipeProblem]
  ) {
    var owners: [PackID: String] = [:]
    for pack in packs {
      if let other = owners[pack.id] {
        problems.append(
          RecipeProblem(
            file: pack.source.file, place: pack.source.id,
            message: "the id `\(pack.id)` is already used by \(other) — give each pack its own"))
      }
      owners[pack.id] = owners[pack.id] ?? pack.source.file
    }
    var files: [String: String] = [:]
    for calendar in calendars {
      if let other = files[calendar.cadence.rawValue] {
        problems.append(
          RecipeProblem(
            file: calendar.file, place: calendar.place,
            message: "the cadence `\(calendar.cadence.rawValue)` is already used by \(other) — "
              + "there is one calendar of each"))
      }
      files[calendar.cadence.rawValue] = files[calendar.cadence.rawValue] ?? calendar.file
    }
  }

  private static func refuseUnknown(
    _ entries: [ReleaseRecipe.ListedName], _ what: String, in folder: String, known: [String],
    isComplete: Bool, release: String, _ problems: inout [RecipeProblem]
  ) {
    // A recipe with a mistake has no id that could be known.
    guard isComplete else { return }
    for entry in entries where !known.contains(entry.name) {
      let advice =
        Spelling.guess(for: entry.name, among: known).map { "did you mean `\($0)`?" }
        ?? (known.isEmpty
          ? "write one" : "there are \(known.sorted().joined(separator: ", "))")
        + (what == "pack" ? "; “almanac recipes new” writes a new one" : "")
      problems.append(
        RecipeProblem(
          file: release, place: entry.place,
          message: "no recipe in \(folder) makes the \(what) `\(entry.name)` — \(advice)"))
    }
  }

  /// Refuses packs that would have the name of another's hints, or of a calendar's, in the app's
  /// files.
  private static func refuseNamesOfHints(
    _ packs: [ReleaseRecipe.ListedName], release: String, _ problems: inout [RecipeProblem]
  ) {
    let taken = Set(packs.map(\.name) + Cadence.allCases.map(\.rawValue))
    for pack in packs where pack.name.hasSuffix("-hints") {
      let owner = String(pack.name.dropLast("-hints".count))
      guard taken.contains(owner) else { continue }
      problems.append(
        RecipeProblem(
          file: release, place: pack.place,
          message: "`\(pack.name)` is the name of the hints of `\(owner)` in the app's files — "
            + "give the pack another id, or switch the app's profile off"))
    }
  }

  /// Refuses a puzzle that is pinned in two packs.
  private func refuseTwinPins() throws(RecipeError) {
    var problems: [RecipeProblem] = []
    var owners: [CanonicalForm: String] = [:]
    for pack in packs {
      for pin in pack.pins {
        let form = pin.sbn.puzzle.canonicalForm
        if let owner = owners[form] {
          problems.append(
            RecipeProblem(
              file: pack.source.file, place: pin.place,
              message: "pin \(pin.slot) is the puzzle of \(owner), turned or mirrored — "
                + "a puzzle is published once"))
        }
        owners[form] = owners[form] ?? pack.item(pin.slot)
      }
    }
    guard problems.isEmpty else { throw .mistakes(problems) }
  }
}

extension PackRecipe {
  /// Reads a recipe of its own, in the recipes' folder or elsewhere.
  ///
  /// - Throws: `RecipeError.mistakes` with all that is wrong in it.
  package init(file: String) throws(RecipeError) { try self.init(file: file, text: nil) }

  /// Reads a recipe that is not written yet.
  ///
  /// - Throws: `RecipeError.mistakes` with all that is wrong in it.
  package init(file: String, text: String?) throws(RecipeError) {
    var problems: [RecipeProblem] = []
    let recipe = RecipeSet.read(file, holding: text, &problems) { PackRecipe($0, reader: $1) }
    guard let recipe else { throw .mistakes(problems) }
    self = recipe
  }
}
