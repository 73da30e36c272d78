import Files
import Foundation
import Pipeline

extension Doctor {
  /// What lies where a folder or a file of the house has to be, and is none: nothing can be done
  /// before it is moved away.
  func obstacles() -> [Symptom] {
    var places: [(subject: String, path: String, isFolder: Bool)] = [
      ("state", house.state, true), ("state", state.catalog, false),
      ("state", "\(house.state)/runs", true), ("state", "\(house.state)/lock", false),
    ]
    if !StoreSettings.isBucket(house.output) {
      places += [("tree", house.output, true), ("tree", "\(house.output)/puzzles", true)]
    }
    if let place = house.privateTo, !StoreSettings.isBucket(place) {
      places += [("private", place, true), ("private", "\(place)/private", true)]
    }
    var found: [Symptom] = []
    for place in places {
      guard let (path, words) = obstacle(at: place.path, wantsFolder: place.isFolder),
        !found.contains(where: { $0.message.hasPrefix("\(path) is ") })
      else { continue }
      found.append(
        .wrong(
          place.subject, "\(path) is \(words)", mend: Shell.moving(path, isTaken: Folders.exists)))
    }
    return found
  }

  /// What is wrong at a path, or at what would be a folder above it.
  private func obstacle(at path: String, wantsFolder: Bool) -> (path: String, words: String)? {
    var place = path
    var isAbove = false
    while !Folders.exists(place) {
      let above = (place as NSString).deletingLastPathComponent
      if above.isEmpty || above == place { return nil }
      (place, isAbove) = (above, true)
    }
    var isFolder: ObjCBool = false
    _ = FileManager.default.fileExists(atPath: place, isDirectory: &isFolder)
    if isFolder.boolValue == (wantsFolder || isAbove) { return nil }
    return (place, isFolder.boolValue ? "a folder, not a file" : "a file, not a folder")
  }
}
