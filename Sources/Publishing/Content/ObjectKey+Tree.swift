extension ObjectKey {
  /// The folder that everything published is in, with its slash.
  public static let tree = "puzzles/"

  /// The folder of release manifests, with its slash.
  static let releases = tree + "releases/"

  /// `puzzles/manifest.json`: the one pointer that commits a release.
  public static let manifest = ObjectKey(known: tree + "manifest.json")

  /// `puzzles/versions.json`: the version of each pack, for the apps.
  public static let versions = ObjectKey(known: tree + "versions.json")

  /// `puzzles/releases/7.json`: the manifest of a release, for good.
  public static func release(_ number: Int) -> ObjectKey {
    ObjectKey(known: releases + "\(number).json")
  }

  /// The number of a release that this is the manifest of, or nothing.
  var releaseNumber: Int? {
    guard text.hasPrefix(ObjectKey.releases), text.hasSuffix(".json") else { return nil }
    let digits = text.dropFirst(ObjectKey.releases.count).dropLast(".json".count)
    guard let number = Int(digits), number > 0, String(number) == digits else { return nil }
    return number
  }

  /// `puzzles/packs/intro.json`: a pack under its id alone.
  ///
  /// - Precondition: The id is one (`PackID.isValid`).
  static func pack(_ id: String) -> ObjectKey { ObjectKey(known: tree + "packs/\(id).json") }

  /// `puzzles/packs/{sha256}.intro.json`: a pack under the name of its bytes.
  ///
  /// - Precondition: The id is one (`PackID.isValid`).
  static func pack(_ id: String, sha256: String) -> ObjectKey {
    ObjectKey(known: tree + "packs/\(sha256).\(id).json")
  }

  /// Whether this is a pack under the name of some bytes.
  var isPackObject: Bool {
    let folder = ObjectKey.tree + "packs/"
    guard text.hasPrefix(folder), text.hasSuffix(".json") else { return false }
    let parts = text.dropFirst(folder.count).dropLast(".json".count).split(
      separator: ".", omittingEmptySubsequences: false)
    return parts.count == 2 && Digest.isHexadecimal(parts[0], bytes: 32)
      && PackID.isValid(String(parts[1]))
  }

  /// `puzzles/daily/2026-11-21.sbn`: the puzzle of a day, week or month.
  public static func entry(_ period: Period) -> ObjectKey {
    ObjectKey(known: tree + "\(period.cadence.rawValue)/\(period.key).sbn")
  }

  /// The period that this is the puzzle of, or nothing.
  var period: Period? {
    for cadence in Cadence.allCases {
      let folder = ObjectKey.tree + cadence.rawValue + "/"
      if text.hasPrefix(folder), text.hasSuffix(".sbn") {
        return try? Period(cadence, key: String(text.dropFirst(folder.count).dropLast(4)))
      }
    }
    return nil
  }
}

/// The ids of packs: lower-case letters and digits with single `-` between them.
///
/// Ids become file names, URLs and keys of players' progress. Dots would let `packs/{id}.json` be
/// taken for `packs/{sha256}.{id}.json`; a cadence's word would let `{id}:{index}` be taken for a
/// date's id; capitals would meet on file systems that do not tell them apart.
enum PackID {
  static func isValid(_ id: String) -> Bool {
    guard (1...64).contains(id.utf8.count), Cadence(rawValue: id) == nil else { return false }
    return id.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
      .allSatisfy { word in
        !word.isEmpty
          && word.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) }
      }
  }
}
