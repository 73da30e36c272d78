package import JSONText

/// A step on the way into a JSON value.
package enum JSONStep: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, Sendable {
  case member(String)
  case element(Int)

  package init(stringLiteral value: String) { self = .member(value) }
  package init(integerLiteral value: Int) { self = .element(value) }
}

extension JSONValue {
  /// The value with another one somewhere inside it; nothing takes the place away.
  package func replacing(_ path: ArraySlice<JSONStep>, with other: JSONValue?) -> JSONValue {
    guard let step = path.first else { return other ?? self }
    let rest = path.dropFirst()
    switch (self, step) {
    case (.object(var members), .member(let name)):
      guard let index = members.firstIndex(where: { $0.key == name }) else { return self }
      if rest.isEmpty, other == nil {
        members.remove(at: index)
      } else {
        members[index].value = members[index].value.replacing(rest, with: other)
      }
      return .object(members)
    case (.array(var elements), .element(let index)):
      guard elements.indices.contains(index) else { return self }
      if rest.isEmpty, other == nil {
        elements.remove(at: index)
      } else {
        elements[index] = elements[index].replacing(rest, with: other)
      }
      return .array(elements)
    default: return self
    }
  }

  /// The text of a JSON value with another one somewhere inside it.
  package static func text(
    _ bytes: [UInt8], replacing path: [JSONStep], with other: JSONValue?
  ) -> [UInt8] {
    guard let value = try? JSONValue(reading: bytes) else { return bytes }
    return value.replacing(path[...], with: other).text
  }
}
