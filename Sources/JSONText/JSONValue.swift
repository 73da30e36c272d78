/// A JSON value that remembers the order of its members and the text of its numbers.
///
/// What is published has to have stable bytes, and what is read back has to keep members that this
/// program does not know; neither survives a dictionary.
public enum JSONValue: Hashable, Sendable {
  /// `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A whole number that fits 64 bits.
  case integer(Int)
  /// Any other number, as it is written.
  case number(String)
  /// A text, as it is without escapes.
  case string(String)
  /// Values in their order.
  case array([JSONValue])
  /// Members in the order in which they stand; no key twice.
  case object([JSONMember])

  /// The members of an object; none for other values.
  package var members: [JSONMember] {
    if case .object(let members) = self { return members }
    return []
  }

  /// The value of a member, or `nil`.
  ///
  /// - Complexity: O(members).
  package subscript(key: String) -> JSONValue? {
    members.first { $0.key == key }?.value
  }

  /// The object with its members in the order of their keys' UTF-8, at every depth.
  package var sorted: JSONValue {
    switch self {
    case .array(let elements): return .array(elements.map(\.sorted))
    case .object(let members):
      let inOrder = members.map { JSONMember($0.key, $0.value.sorted) }
        .sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
      return .object(inOrder)
    default: return self
    }
  }
}
