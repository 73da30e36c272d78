import Identity
import JSONText
import Manifest

extension Manifest {
  /// What apps show of packs: `{"packs": [{"id", "name", "version", "free", "count", "size",
  /// "stars", "difficulty", "entitlements", "changes"}]}`, in the release's order.
  var catalog: [UInt8] {
    let packs = packs.map { pack in
      JSONValue.object([
        JSONMember("id", pack.id.text), JSONMember("name", pack.name),
        JSONMember("version", pack.version), JSONMember("free", pack.free),
        JSONMember("count", pack.count), JSONMember("size", pack.size),
        JSONMember("stars", pack.stars),
        JSONMember(
          "difficulty",
          pack.difficulty.map {
            JSONValue.array([.integer($0.lowerBound), .integer($0.upperBound)])
          }
            ?? .null),
        JSONMember("entitlements", pack.entitlements),
        JSONMember("changes", pack.changes.map(Manifest.catalogued)),
      ])
    }
    return JSONValue.object([JSONMember("packs", packs)]).text
  }

  private static func catalogued(_ change: ChangedSlots) -> JSONValue {
    .object([
      JSONMember("version", change.version), JSONMember("slots", change.slots),
      JSONMember("reason", change.reason),
    ])
  }
}
