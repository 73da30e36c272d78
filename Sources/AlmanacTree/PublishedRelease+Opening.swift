import JSONText
import Manifest
import Stores

extension PublishedRelease {
  /// What an app asks for when it is opened, in one answer: `{"now", "manifest", "signature",
  /// "keys"}`, each the text of a file of the tree, `now` without what may not be given out yet.
  ///
  /// A string keeps the bytes that were signed. `signature` and `keys` are left out where they are
  /// not there, and all but `now` where the app knows all of it but dates: most days bring nothing
  /// else, and the releases of the days before have named those already.
  ///
  /// - Parameters:
  ///   - known: What the app knows, as `Manifest.known(with:)` has it.
  ///   - isShown: Whether the puzzle of a date may be given out by now, as `nowFile` asks it.
  /// - Returns: The bytes; `nil` where the release has no `now.json`.
  /// - Throws: `TreeDamage` when something cannot be read.
  public func opening(
    knowing known: String?, showing isShown: (_ id: String) -> Bool = { _ in true }
  ) throws(TreeDamage) -> [UInt8]? {
    guard let now = try nowFile(showing: isShown) else { return nil }
    var members = [JSONMember("now", PublishedRelease.text(now))]
    let keys = try PublishedRelease.bytes(.keys, in: store)
    if known != Manifest.known(news, with: keys) {
      members.append(JSONMember("manifest", PublishedRelease.text(manifest)))
      let signature = try PublishedRelease.bytes(.signature(number), in: store)
      for (name, bytes) in [("signature", signature), ("keys", keys)] {
        guard let bytes else { continue }
        members.append(JSONMember(name, PublishedRelease.text(bytes)))
      }
    }
    return JSONValue.object(members).text
  }

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
