import Catalog
import Files
import Foundation
import Pipeline
import Printable

extension Doctor {
  /// What lies where a folder or a file of the house has to be, and is none: nothing can be done
  /// before it is moved away.
  func obstacles() -> [Symptom] {
    var places: [(subject: String, path: String, isFolder: Bool)] = [
      ("state", house.state, true), ("state", "\(house.state)/runs", true),
    ]
    if !StoreSettings.isBucket(house.output) {
      places += [("tree", house.output, true), ("tree", "\(house.output)/puzzles", true)]
    }
    if let place = house.privateTo, !StoreSettings.isBucket(place) {
      places += [("private", place, true), ("private", "\(place)/private", true)]
    }
    var found: [Symptom] = []
    func note(_ subject: String, _ path: String, _ words: String) {
      guard !found.contains(where: { $0.message.hasPrefix("\(path) is ") }) else { return }
      let aside = Shell.moving(path) { Doctor.kind(of: $0) != nil }
      found.append(.wrong(subject, "\(path) is \(words)", mend: aside))
    }
    for place in places {
      guard let (path, words) = obstacle(at: place.path, wantsFolder: place.isFolder) else {
        continue
      }
      note(place.subject, path, words)
    }
    // What the press opens itself: a link may lead anywhere, so every run refuses it.
    for path in Catalog.fileSuffixes.map({ state.catalog + $0 }) + [lockPath] {
      guard let kind = Doctor.kind(of: path), kind != S_IFREG else { continue }
      let words =
        switch kind {
        case S_IFDIR: "a folder"
        case S_IFLNK: "a link"
        default: "a device or a pipe"
        }
      note("state", path, "\(words), not a file")
    }
    if let path = Catalog.unwritableFile(of: state.catalog) {
      found.append(
        .wrong(
          "state", "\(path) cannot be written, so nothing can be noted in the catalogue",
          mend: "chmod u+w \(Shell.path(path))"))
    }
    return found
  }

  /// Of what kind something is that stands at a path, a link being a kind of its own; `nil` where
  /// nothing does.
  static func kind(of path: String) -> mode_t? {
    var status = stat()
    return lstat(path, &status) == 0 ? status.st_mode & S_IFMT : nil
  }

  /// What is wrong at a path, or at what would be a folder above it.
  private func obstacle(at path: String, wantsFolder: Bool) -> (path: String, words: String)? {
    var place = path
    var isAbove = false
    while !Folders.exists(place) {
      let above = SplitPath(place).folder
      if above == "." || above == place { return nil }
      (place, isAbove) = (above, true)
    }
    var isFolder: ObjCBool = false
    _ = FileManager.default.fileExists(atPath: place, isDirectory: &isFolder)
    if isFolder.boolValue == (wantsFolder || isAbove) { return nil }
    return (place, isFolder.boolValue ? "a folder, not a file" : "a file, not a folder")
  }
}
