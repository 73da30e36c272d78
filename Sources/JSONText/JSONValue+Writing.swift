extension JSONValue {
  /// The value as compact UTF-8: no blanks, no line ends, members in their order.
  ///
  /// Only what JSON demands is escaped, so a value has exactly one text.
  public var text: [UInt8] {
    var writer = JSONWriter()
    write(to: &writer)
    return writer.withBytes { Array($0) }
  }

  /// The same as a string, for whatever prints lines.
  public var line: String {
    var writer = JSONWriter()
    write(to: &writer)
    return writer.withBytes { String(decoding: $0, as: UTF8.self) }
  }

  /// Writes the same behind what a writer has.
  package func write(to writer: inout JSONWriter) {
    switch self {
    case .null: writer.write(word: "null")
    case .bool(let value): writer.write(word: value ? "true" : "false")
    case .integer(let value): writer.write(value)
    case .number(let text): writer.write(word: text)
    case .string(let text): writer.write(text)
    case .array(let elements): writer.array(elements) { $1.write(to: &$0) }
    case .object(let members): writer.object { $0.members(members) }
    }
  }

  /// The value of what is written, for whatever looks into it or puts it into something larger.
  ///
  /// - Parameter write: Writes one value.
  package init(writing write: (inout JSONWriter) -> Void) {
    var writer = JSONWriter()
    write(&writer)
    do throws(JSONError) {
      self = try JSONValue(reading: writer.withBytes { Array($0) })
    } catch {
      preconditionFailure("what is written is no JSON: \(error)")
    }
  }
}
