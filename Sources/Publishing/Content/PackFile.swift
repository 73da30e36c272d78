import Identity
import JSONText
import Manifest

/// The bytes of pack files and of `versions.json`.
package enum PackFile {
  /// A pack as apps read it, keys in the order of the contract.
  package static func bytes(of pack: ReleaseContent.Pack) -> [UInt8] {
    JSONValue.object([
      JSONMember("id", .string(pack.id.text)),
      JSONMember("name", .string(pack.name)),
      JSONMember("version", .integer(pack.version)),
      JSONMember("free", .bool(pack.free)),
      JSONMember("puzzles", .array(pack.puzzles.map(JSONValue.string))),
    ]).text
  }

  /// The version of each pack, and nothing else: the body of `GET /puzzles/versions`.
  static func versions(of manifest: Manifest) -> [UInt8] {
    JSONValue.object(
      manifest.packs.map { JSONMember($0.id.text, .integer($0.version)) }
    ).text
  }
}
