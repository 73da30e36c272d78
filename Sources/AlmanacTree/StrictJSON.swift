import JSONText

/// Whether bytes are JSON that every reader reads alike.
///
/// Foundation's decoder takes the last of two members of one name, where another takes the first:
/// between a proxy and a server that is a way around a check.
public enum StrictJSON {
  /// How deep arrays and objects may be nested where nobody says.
  public static let deepest = 16

  /// Holds a body against RFC 8259, without repeated members, and no deeper than asked.
  ///
  /// - Parameters:
  ///   - bytes: The body, in UTF-8.
  ///   - deepest: How deep arrays and objects may be nested.
  /// - Throws: `StrictJSONError` that says what is wrong.
  public static func check(_ bytes: [UInt8], deepest: Int = deepest) throws(StrictJSONError) {
    do throws(JSONError) {
      _ = try JSONValue(reading: bytes)
    } catch {
      throw StrictJSONError(message: "\(error)")
    }
    guard depth(of: bytes) <= deepest else {
      throw StrictJSONError(message: "it is nested deeper than \(deepest)")
    }
  }
}

/// Why bytes are no JSON that a server takes.
public struct StrictJSONError: Error, Hashable, Sendable {
  /// What is wrong, ready to print.
  public let message: String
}

extension StrictJSON {
  /// How deep arrays and objects are nested in JSON that has been read already; it is looked at
  /// without reading it again.
  ///
  /// - Parameter bytes: The JSON.
  /// - Returns: The depth; 0 of a number, text or word.
  /// - Complexity: O(bytes).
  public static func depth(of bytes: [UInt8]) -> Int {
    var (depth, deepest, isText, isEscaped) = (0, 0, false, false)
    for byte in bytes {
      if isText {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isText = false
        }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): isText = true
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        depth += 1
        deepest = max(deepest, depth)
      case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
      default: break
      }
    }
    return deepest
  }
}
