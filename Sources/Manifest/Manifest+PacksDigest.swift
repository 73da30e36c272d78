import Identity
import Stores

extension Manifest.Pack {
  /// The SHA-256 of its object, which is named by it.
  package var sha256: String { String(object.name.prefix { $0 != "." }) }
}

extension Manifest {
  /// A digest of which packs there are, in which versions and of which bytes: the first 32
  /// hexadecimal digits of the SHA-256 of lines `id version sha256`, by ascending id.
  ///
  /// Two releases with the same one differ in nothing that an app would have to fetch but dates.
  package var packsDigest: String {
    let lines = packs.sorted { $0.id < $1.id }
      .map { "\($0.id) \($0.version) \($0.sha256)\n" }
    return String(Digest.sha256(of: Array(lines.joined().utf8)).prefix(32))
  }
}
