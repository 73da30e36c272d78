import Identity
import JSONText

/// The bytes of pack files.
package enum PackFile {
  /// A pack as apps read it, keys in the order of `output/README.md`.
  package static func bytes(of pack: ReleaseContent.Pack) -> [UInt8] {
    JSONValue.object([
      JSONMember("id", .string(pack.id.text)),
      JSONMember("name", .string(pack.name)),
      JSONMember("version", .integer(pack.version)),
      JSONMember("free", .bool(pack.free)),
      JSONMember("puzzles", .array(pack.puzzles.map(JSONValue.string))),
    ]).text
  }
}

extension ReleaseContent.Pack {
  /// Reads a pack file, or gives `nil` when the bytes are none.
  ///
  /// - Parameter bytes: The bytes of `packs/{id}.json`.
  package init?(file bytes: [UInt8]) {
    guard let value = try? JSONValue(reading: bytes), case .string(let text) = value["id"],
      let id = PackID(text), case .string(let name) = value["name"],
      case .integer(let version) = value["version"],
      case .bool(let free) = value["free"], case .array(let elements) = value["puzzles"]
    else { return nil }
    var puzzles: [String] = []
    for element in elements {
      guard case .string(let text) = element else { return nil }
      puzzles.append(text)
    }
    self.init(id: id, name: name, version: version, free: free, puzzles: puzzles)
  }
}
