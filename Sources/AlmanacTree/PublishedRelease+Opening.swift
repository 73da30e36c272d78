import JSONText
import Manifest
import Stores

extension PublishedRelease {
  /// What an app asks for when it is opened, in one answer: `{"now", "manifest", "signature",
  /// "keys"}`, each the text of a file of the tree.
  ///
  /// A string keeps the bytes that were signed. `signature` and `keys` are left out where they are
  /// not there, and all but `now` where the app knows the packs of this release: most days bring
  /// nothing but dates, which the releases of the days before have named already.
  ///
  /// - Parameter packs: The digest of the packs that the app knows: of lines `id version sha256` by
  ///   ascending id, the first 32 hexadecimal digits of the SHA-256.
  /// - Returns: The bytes; `nil` where the release has no `now.json`.
  /// - Throws: `TreeDamage` when something cannot be read.
  public func opening(knowing packs: String?) throws(TreeDamage) -> [UInt8]? {
    guard let now = try nowFile() else { return nil }
    var members = [JSONMember("now", PublishedRelease.text(now))]
    if packs != packsDigest {
      members.append(JSONMember("manifest", PublishedRelease.text(manifest)))
      for (name, key) in [("signature", ObjectKey.signature(number)), ("keys", .keys)] {
        guard let bytes = try PublishedRelease.bytes(key, in: store) else { continue }
        members.append(JSONMember(name, PublishedRelease.text(bytes)))
      }
    }
    return JSONValue.object(members).text
  }

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
