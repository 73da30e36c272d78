import Files
import Pipeline
import Recipes
import Signing

/// Where keys may be kept.
extension HouseKeys {
  /// Writes a key into a new file that its owner alone can read.
  static func write(_ key: SecretKey, to path: String) throws(FolderError) {
    try SecretFile.create(Array("\(key.text)\n".utf8), at: path)
  }

  /// Refuses one file that is named twice, by whatever names: two copies are two files.
  static func checkApart(_ paths: [String]) throws(PipelineError) {
    for (index, path) in paths.enumerated() {
      for other in paths[..<index] {
        let isVariable = path.hasPrefix("$") || other.hasPrefix("$")
        let isSame =
          path == other
          || !isVariable
            && (Folders.resolved(path) == Folders.resolved(other) || Folders.areSame(path, other))
        guard isSame else { continue }
        throw .refused(
          what: path,
          reason: "it is the same file as \(other) — name a file of its own for each key and copy")
      }
    }
  }

  /// Whether the recipes name a file as the key that signs releases.
  func isNamed(_ path: String) -> Bool {
    guard let signing = (try? RecipeSet(folder: house.recipes))?.signing,
      case .file(let named) = KeyPlace(signing.key, in: house.recipes)
    else { return false }
    return Folders.areSame(named, path)
  }

  /// Refuses places for new keys that others can read, or where nothing can be written, before
  /// anything is.
  ///
  /// - Parameters:
  ///   - paths: The files that are to be made.
  ///   - makingFolders: Whether their folders are made, too.
  /// - Throws: `PipelineError.refused`, `FolderError`.
  func checkPlaces(_ paths: [String], makingFolders: Bool) throws {
    let places = [
      (house.output, "what is published"), (house.privateTo, "what is sold"),
      (house.state, "the state"), (house.recipes, "the recipes, which go into git"),
    ]
    for path in paths {
      let resolved = Folders.resolved(path)
      for case (let folder?, let what) in places where !StoreSettings.isBucket(folder) {
        guard resolved.hasPrefix(Folders.resolved(folder) + "/") else { continue }
        throw PipelineError.refused(
          what: path, reason: "it is in \(folder), the folder of \(what) — keep keys elsewhere")
      }
      try Folders.checkRoom(for: path, makingFolder: makingFolders)
    }
  }
}
