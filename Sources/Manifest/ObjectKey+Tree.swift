package import Dates
package import Identity
package import Stores

extension ObjectKey {
  /// The folder that everything published is in, with its slash.
  package static let tree = "puzzles/"

  /// The folder of release manifests, with its slash.
  package static let releases = tree + "releases/"

  /// `puzzles/manifest.json`: the one pointer that commits a release.
  package static let manifest = ObjectKey(known: tree + "manifest.json")

  /// `puzzles/versions.json`: the version of each pack, for the apps.
  package static let versions = ObjectKey(known: tree + "versions.json")

  /// `puzzles/now.json`: what an app needs when it is opened.
  package static let now = ObjectKey(known: tree + "now.json")

  /// `puzzles/releases/7.json`: the manifest of a release, for good.
  package static func release(_ number: Int) -> ObjectKey {
    ObjectKey(known: releases + "\(number).json")
  }

  /// The number of a release that this is the manifest of, or `nil`.
  package var releaseNumber: Int? {
    guard text.hasPrefix(ObjectKey.releases), text.hasSuffix(".json") else { return nil }
    let digits = text.dropFirst(ObjectKey.releases.count).dropLast(".json".count)
    guard let number = Int(digits), Manifest.numbers.contains(number), String(number) == digits
    else { return nil }
    return number
  }

  /// `puzzles/keys.json`: the release keys, where releases are signed.
  package static let keys = ObjectKey(known: tree + "keys.json")

  /// `puzzles/releases/7.sig`: the signatures of a release.
  package static func signature(_ number: Int) -> ObjectKey {
    ObjectKey(known: releases + "\(number).sig")
  }

  /// The number of a release that this is the signature of, or `nil`.
  package var signatureNumber: Int? {
    guard text.hasSuffix(".sig") else { return nil }
    return ObjectKey(known: text.dropLast(".sig".count) + ".json").releaseNumber
  }

  /// `puzzles/packs/intro.json`: a pack under its id alone.
  package static func pack(_ id: PackID, in part: TreePart = .open) -> ObjectKey {
    ObjectKey(known: part.folder + "packs/\(id).json")
  }

  /// `puzzles/packs/{sha256}.intro.json`: a pack under the name of its bytes.
  package static func pack(
    _ id: PackID, sha256: String, in part: TreePart = .open
  ) -> ObjectKey {
    ObjectKey(known: part.folder + "packs/\(sha256).\(id).json")
  }

  /// `puzzles/app/intro.json`: a pack as the mobile app reads it, under its id alone.
  package static func app(_ id: PackID, in part: TreePart = .open) -> ObjectKey {
    ObjectKey(known: part.folder + "app/\(id).json")
  }

  /// `puzzles/app/intro-hints.json`: the hints beside it.
  package static func appHints(_ id: PackID, in part: TreePart = .open) -> ObjectKey {
    ObjectKey(known: part.folder + "app/\(id)-hints.json")
  }

  /// `puzzles/app/daily.json`: the mobile app's list of a cadence.
  package static func app(_ cadence: Cadence) -> ObjectKey {
    ObjectKey(known: tree + "app/\(cadence.rawValue).json")
  }

  /// `puzzles/app/daily-hints.json`: the hints beside it.
  package static func appHints(_ cadence: Cadence) -> ObjectKey {
    ObjectKey(known: tree + "app/\(cadence.rawValue)-hints.json")
  }

  /// `puzzles/hints/{sha256}.json`: how to solve the puzzles of an object with that SHA-256.
  package static func hints(of sha256: String, in part: TreePart = .open) -> ObjectKey {
    ObjectKey(known: part.folder + "hints/\(sha256).json")
  }

  /// `puzzles/hints/{sha256}.json.zst`: the same, compressed.
  package static func compressedHints(
    of sha256: String, in part: TreePart = .open
  ) -> ObjectKey {
    ObjectKey(known: part.folder + "hints/\(sha256).json.zst")
  }

  /// `puzzles/hints/{sha256}.steps.json`: which steps of these hints rest on which.
  package static func steps(of sha256: String, in part: TreePart = .open) -> ObjectKey {
    ObjectKey(known: part.folder + "hints/\(sha256).steps.json")
  }

  /// `puzzles/bundle/free.json`: all free packs in one object.
  package static let bundle = ObjectKey(known: tree + "bundle/free.json")

  /// `puzzles/bundle/free.json.zst`: the same, compressed.
  package static let compressedBundle = ObjectKey(known: tree + "bundle/free.json.zst")

  /// `puzzles/used/{sha256}.bin`: digests of puzzles that were published.
  package static func used(sha256: String) -> ObjectKey {
    ObjectKey(known: tree + "used/\(sha256).bin")
  }

  /// The same place under the name of some bytes: `packs/intro.json` as
  /// `packs/{sha256}.intro.json`.
  package func immutable(sha256: String) -> ObjectKey {
    ObjectKey(known: (folders + ["\(sha256).\(name)"]).joined(separator: "/"))
  }

  /// Whether this is a pack under the name of some bytes.
  package var isPackObject: Bool {
    guard let part, text.hasPrefix(part.folder + "packs/"), text.hasSuffix(".json") else {
      return false
    }
    let parts = name.dropLast(".json".count).split(
      separator: ".", omittingEmptySubsequences: false)
    return parts.count == 2 && Digest.isHexadecimal(parts[0], bytes: 32)
      && PackID(parts[1]) != nil
  }

  /// Whether this is an object under the name of some bytes: a pack, one of a profile, a list of
  /// what was published, or the manifest of a private part.
  package var hasDigest: Bool {
    if isPackObject || isPrivateRelease { return true }
    guard let part else { return false }
    let folders = ["app", "hints", "bundle", "used"].map { part.folder + $0 }
    return folders.contains(self.folders.joined(separator: "/"))
      && Digest.isHexadecimal(name.prefix { $0 != "." }, bytes: 32)
  }

  /// `puzzles/daily/2026-11-21.sbn`: the puzzle of a day, week or month.
  package static func entry(_ period: Period) -> ObjectKey {
    ObjectKey(known: tree + "\(period.cadence.rawValue)/\(period.key).sbn")
  }

  /// The period that this is the puzzle of, or `nil`.
  package var period: Period? {
    for cadence in Cadence.allCases {
      let folder = ObjectKey.tree + cadence.rawValue + "/"
      if text.hasPrefix(folder), text.hasSuffix(".sbn") {
        return try? Period(cadence, key: String(text.dropFirst(folder.count).dropLast(4)))
      }
    }
    return nil
  }
}
