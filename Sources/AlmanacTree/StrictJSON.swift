import JSONText

/// Whether bytes are JSON that every reader reads alike.
///
/// Foundation's decoder takes the last of two members of one name, where another takes the first:
/// between a proxy and a server that is a way around a check.
public enum StrictJSON {
  /// Holds a body against RFC 8259, without repeated members, and no deeper than asked.
  ///
  /// - Parameters:
  ///   - bytes: The body, in UTF-8.
  ///   - deepest: How deep arrays and objects may be nested.
  /// - Throws: `StrictJSONError` that says what is wrong.
  public static func check(_ bytes: [UInt8], deepest: Int = 16) throws(StrictJSONError) {
    let value: JSONValue
    do throws(JSONError) {
      value = try JSONValue(reading: bytes)
    } catch {
      throw StrictJSONError(message: "\(error)")
    }
    guard value.depth <= deepest else {
      throw StrictJSONError(message: "it is nested deeper than \(deepest)")
    }
  }
}

/// Why bytes are no JSON that a server takes.
public struct StrictJSONError: Error, Hashable, Sendable {
  /// What is wrong, ready to print.
  public let message: String
}

extension JSONValue {
  /// How deep arrays and objects are nested.
  fileprivate var depth: Int {
    switch self {
    case .array(let elements): 1 + (elements.map(\.depth).max() ?? 0)
    case .object(let members): 1 + (members.map(\.value.depth).max() ?? 0)
    default: 0
    }
  }
}
