import Identity
package import Stores

/// The two parts of what is published.
package enum TreePart: CaseIterable, Sendable {
  /// What anybody may fetch.
  case open
  /// What has to be bought: packs that are not free, and whatever is made of them.
  case paid

  /// The folder that it is in, with its slash; it may lie in another place than the other part's.
  package var folder: String {
    switch self {
    case .open: ObjectKey.tree
    case .paid: ObjectKey.privateTree
    }
  }
}

extension ObjectKey {
  /// The folder of what has to be bought, with its slash.
  package static let privateTree = "private/"

  /// `private/manifest.json`: what the private part holds, for whoever hands it out.
  ///
  /// It commits nothing: it follows the public manifest, which names the bytes that hold.
  package static let privateManifest = ObjectKey(known: privateTree + "manifest.json")

  /// `private/releases/{sha256}.7.json`: the manifest of the private part since a release, under
  /// the name of its bytes.
  ///
  /// So two publishers at once never write one name, and the public manifest names one of them.
  package static func privateRelease(_ number: Int, sha256: String) -> ObjectKey {
    ObjectKey(known: "\(privateTree)releases/\(sha256).\(number).json")
  }

  /// The part that it is in; `nil` for what is in neither.
  package var part: TreePart? { TreePart.allCases.first { text.hasPrefix($0.folder) } }

  /// Whether this is the manifest of a private part, under the name of some bytes.
  package var isPrivateRelease: Bool {
    guard text.hasPrefix(ObjectKey.privateTree + "releases/"), text.hasSuffix(".json") else {
      return false
    }
    let parts = name.dropLast(".json".count).split(
      separator: ".", omittingEmptySubsequences: false)
    return parts.count == 2 && Digest.isHexadecimal(parts[0], bytes: 32)
      && Int(parts[1]).map { Manifest.numbers.contains($0) && String($0) == parts[1] } ?? false
  }
}
