package import Stores

extension Manifest {
  /// The objects that clients ask for by an id alone, with the immutable ones whose bytes they
  /// have, in the order in which they follow the manifest.
  package var aliases: [(alias: ObjectKey, target: ObjectKey)] {
    var aliases: [(ObjectKey, ObjectKey)] = []
    for pack in packs {
      aliases.append((.pack(pack.id), pack.object))
      if let hints = pack.appHints { aliases.append((.appHints(pack.id), hints)) }
      if let app = pack.app { aliases.append((.app(pack.id), app)) }
    }
    for streak in streaks {
      aliases.append((.appHints(streak.cadence), streak.appHints))
      aliases.append((.app(streak.cadence), streak.app))
    }
    if let bundle {
      aliases.append((.bundle, bundle.plain))
      aliases.append((.compressedBundle, bundle.compressed))
    }
    return aliases
  }
}
