import Identity
import JSONText
import Stores

extension Manifest.Pack {
  /// The SHA-256 of its object, which is named by it.
  package var sha256: String { String(object.name.prefix { $0 != "." }) }
}

extension Manifest {
  /// What an app knows that has this release: all that the release tells it but the dates that
  /// nights add, which `now.json` names in time.
  ///
  /// It is the first 32 hexadecimal digits of the SHA-256 of the compact JSON `{"packs",
  /// "replacements","withdrawals"}`, members as they stand in the manifest, `null` for one that it
  /// has not, and, where there is a `keys.json`, of that file's bytes behind it.
  ///
  /// - Parameter keys: The bytes of `keys.json`; `nil` where there is none.
  /// - Returns: The digits.
  package func known(with keys: [UInt8]?) -> String {
    Manifest.known(news, with: keys)
  }

  /// The part of what is known that is in the manifest, for whoever keeps nothing else of it.
  package var news: [UInt8] {
    let value = value.sorted
    let members = ["packs", "replacements", "withdrawals"]
    return JSONValue.object(members.map { JSONMember($0, value[$0] ?? .null) }).text
  }

  /// What an app knows that has the news of a release and these keys.
  package static func known(_ news: [UInt8], with keys: [UInt8]?) -> String {
    String(Digest.sha256(of: news + (keys ?? [])).prefix(32))
  }
}
