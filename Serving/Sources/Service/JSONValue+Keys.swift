import JSONText

extension JSONValue {
  /// An object with its members by ascending keys, so that the same is always written alike.
  static func byKey(_ members: [String: JSONValue]) -> JSONValue {
    .object(
      members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
        .map { JSONMember($0.key, $0.value) })
  }
}
