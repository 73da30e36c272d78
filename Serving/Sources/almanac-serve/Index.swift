/// What the server has to know of a manifest; everything else in it is passed over.
struct Index: Decodable, Sendable {
  /// A pack.
  struct Pack: Decodable, Sendable {
    let id: String
    let free: Bool
    /// The immutable object that holds it.
    let object: String
  }

  /// By id.
  let packs: [String: Pack]
  /// By cadence, the keys that have a puzzle.
  let entries: [String: Set<String>]

  private enum Keys: String, CodingKey {
    case packs
    case calendar
  }

  private struct Calendar: Decodable {
    let entries: [String: String]
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Keys.self)
    let list = try container.decode([Pack].self, forKey: .packs)
    packs = Dictionary(list.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    entries = try container.decode([String: Calendar].self, forKey: .calendar)
      .mapValues { Set($0.entries.keys) }
  }
}
