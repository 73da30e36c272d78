/// The recipes of a folder, read and checked as a whole.
package struct RecipeSet: Hashable, Sendable {
  /// The packs to publish, in the order in which they are made.
  package let packs: [PackRecipe]
  /// The packs that `release.yaml` does not list yet, by file name.
  package let drafts: [PackRecipe]
  /// The packs that `release.yaml` lists before there is a recipe of them, where that is allowed.
  package let awaited: [String]
  /// The calendars to publish, in the order in which they are made.
  package let calendars: [CalendarRecipe]
  /// What is published beside them.
  package let profiles: ReleaseRecipe.Profiles
  /// How releases are signed; `nil` where they are not.
  package let signing: ReleaseRecipe.Signing?
  /// Whether it is somebody's word that they are not signed any more.
  package let leavesSigning: Bool

  init(
    packs: [PackRecipe], drafts: [PackRecipe], awaited: [String] = [],
    calendars: [CalendarRecipe], profiles: ReleaseRecipe.Profiles,
    signing: ReleaseRecipe.Signing?, leavesSigning: Bool = false
  ) {
    self.packs = packs
    self.drafts = drafts
    self.awaited = awaited
    self.calendars = calendars
    self.profiles = profiles
    self.signing = signing
    self.leavesSigning = leavesSigning
  }

  /// No recipes at all.
  package static let none = RecipeSet(
    packs: [], drafts: [], calendars: [], profiles: ReleaseRecipe.Profiles(), signing: nil)

  /// The same recipes, and a pack that `release.yaml` does not list yet among those to publish.
  package func adding(_ pack: PackRecipe) -> RecipeSet {
    RecipeSet(
      packs: packs.filter { $0.id != pack.id } + [pack],
      drafts: drafts.filter { $0.id != pack.id }, calendars: calendars, profiles: profiles,
      signing: signing, leavesSigning: leavesSigning)
  }

  /// The folder of the packs' recipes.
  static let packFolder = "packs"
  /// The folder of the calendars' recipes.
  static let calendarFolder = "calendar"
  /// The file that says what is published.
  package static let releaseFile = "release.yaml"

  /// Whether a file of this name is read as a recipe.
  package static func isRecipe(_ name: String) -> Bool {
    name.hasSuffix(".yaml") || name.hasSuffix(".yml")
  }

  /// The folders that files of recipes are in.
  package static func folders(of folder: String) -> [String] {
    [folder, "\(folder)/\(packFolder)", "\(folder)/\(calendarFolder)"]
  }

  /// The file of a new pack's recipe.
  package static func packFile(_ id: String, in folder: String) -> String {
    "\(folder.hasSuffix("/") ? String(folder.dropLast()) : folder)/\(packFolder)/\(id).yaml"
  }
}

/// Why the recipes of a folder cannot be used.
package enum RecipeError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A folder or a file that has to be there is not.
  case missing(path: String, what: String)
  /// A folder cannot be read.
  case unreadable(path: String, reason: String)
  /// There are mistakes in the recipes; all of them, by file and place.
  case mistakes([RecipeProblem])

  /// One line for each thing that is wrong.
  package var description: String {
    switch self {
    case .missing(let path, let what):
      "\(path): there is no such \(what) — name the folder of the recipes with --recipes"
    case .unreadable(let path, let reason):
      "\(path): the folder cannot be read (\(reason)) — allow reading it"
    case .mistakes(let problems):
      problems.map(\.description).joined(separator: "\n")
    }
  }
}
