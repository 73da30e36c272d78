package import Stores

extension Manifest {
  /// The objects that clients ask for by an id alone, with the immutable ones whose bytes they
  /// have, in the order in which they follow the manifest.
  package var aliases: [(alias: ObjectKey, target: ObjectKey)] {
    var aliases: [(ObjectKey, ObjectKey)] = []
    for pack in packs {
      // Whoever has nothing but the public manifest knows what is sold, and not where it lies.
      let part = pack.part
      guard part == .open || isJoined else { continue }
      aliases.append((.pack(pack.id, in: part), pack.object))
      if let hints = pack.appHints { aliases.append((.appHints(pack.id, in: part), hints)) }
      if let app = pack.app { aliases.append((.app(pack.id, in: part), app)) }
    }
    for streak in streaks {
      aliases.append((.appHints(streak.cadence), streak.appHints))
      aliases.append((.app(streak.cadence), streak.app))
    }
    if isJoined, let privatePart { aliases.append((.privateManifest, privatePart.object)) }
    if let bundle {
      aliases.append((.bundle, bundle.plain))
      aliases.append((.compressedBundle, bundle.compressed))
    }
    return aliases
  }
}
