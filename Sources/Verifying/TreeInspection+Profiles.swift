import Dates
import Manifest
import Stores

extension TreeInspection {
  /// Checks that the objects of profiles are named as they have to be, and belong to something.
  mutating func checkProfiles(_ manifest: Manifest) {
    var digests: [ObjectKey: String] = [:]
    for object in manifest.objects { digests[object.key] = object.sha256 }
    var explained: Set<ObjectKey> = []
    func isNamed(
      _ key: ObjectKey, _ folder: String, _ rest: String, in part: TreePart = .open
    ) -> Bool {
      digests[key].map { key.text == "\(part.folder)\(folder)/\($0).\(rest)" } ?? false
    }
    for pack in manifest.packs {
      explained.insert(pack.object)
      for (key, name) in [(pack.app, "\(pack.id).json"), (pack.appHints, "\(pack.id)-hints.json")] {
        guard let key else { continue }
        explained.insert(key)
        if !isNamed(key, "app", name, in: pack.part) {
          note(key, .contradiction, "it is not named for its SHA-256, or not among the objects")
        }
      }
    }
    for streak in manifest.streaks {
      let name = streak.cadence.rawValue
      for (key, name) in [
        (streak.app, "\(name).json"), (streak.appHints, "\(name)-hints.json"),
      ] {
        explained.insert(key)
        if !isNamed(key, "app", name) {
          note(key, .contradiction, "it is not named for its SHA-256, or not among the objects")
        }
      }
    }
    if let bundle = manifest.bundle {
      for (key, name) in [(bundle.plain, "free.json"), (bundle.compressed, "free.json.zst")] {
        explained.insert(key)
        if !isNamed(key, "bundle", name) {
          note(key, .contradiction, "it is not named for its SHA-256, or not among the objects")
        }
      }
    }
    for list in manifest.used {
      explained.insert(list.object)
      if !(digests[list.object].map { list.object.text == "puzzles/used/\($0).bin" } ?? false) {
        note(
          list.object, .contradiction, "it is not named for its SHA-256, or not among the objects")
      }
    }
    if let privatePart = manifest.privatePart { explained.insert(privatePart.object) }
    let subjects = digests.filter { $0.key.period != nil || $0.key.isPackObject }
    let texts = TreePart.allCases.map { part in
      (part, Set(subjects.filter { $0.key.part == part }.values))
    }
    for object in manifest.objects where object.key.period == nil {
      if explained.contains(object.key) { continue }
      let name = object.key.text
      let isHint = texts.contains { part, subjects in
        let folder = part.folder + "hints/"
        let subject = name.dropFirst(folder.count).prefix { $0 != "." }
        return subjects.contains(String(subject))
          && [".json", ".json.zst", ".steps.json"].contains { name == folder + subject + $0 }
      }
      if !isHint { note(object.key, .contradiction, "it belongs to nothing in the release") }
    }
  }
}
