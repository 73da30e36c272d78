import JSONText
import Testing

@Suite("JSON is written")
struct JSONWriterTests {
  /// What a string is in JSON, by the letter of RFC 8259.
  private func quoted(_ scalar: UInt8, at place: Int, of length: Int) -> String {
    let escape =
      switch scalar {
      case UInt8(ascii: "\""): "\\\""
      case UInt8(ascii: "\\"): "\\\\"
      case 0x08: "\\b"
      case 0x09: "\\t"
      case 0x0A: "\\n"
      case 0x0C: "\\f"
      case 0x0D: "\\r"
      case ..<0x10: "\\u000" + String(scalar, radix: 16)
      case ..<0x20: "\\u00" + String(scalar, radix: 16)
      default: String(Unicode.Scalar(scalar))
      }
    let (before, behind) = (repeated("é", place), repeated("x", length - place - 1))
    return "\"" + before + escape + behind + "\""
  }

  private func repeated(_ text: String, _ count: Int) -> String {
    String(repeating: text, count: count)
  }

  @Test("what JSON demands to be escaped is, wherever it stands, and nothing else")
  func escapes() {
    var writer = JSONWriter()
    for scalar in UInt8(0)..<0x80 {
      for length in 1...20 {
        for place in 0..<length {
          let text =
            repeated("é", place) + String(Unicode.Scalar(scalar))
            + repeated("x", length - place - 1)
          writer.clear()
          writer.write(text)
          let written = writer.withBytes { String(decoding: $0, as: UTF8.self) }
          #expect(written == quoted(scalar, at: place, of: length))
        }
      }
    }
  }

  @Test("a text that is as long as its memory, or longer, is whole", arguments: 1000...1040)
  func room(length: Int) {
    var writer = JSONWriter()
    let text = repeated("a", length)
    writer.array { array in
      array.element { $0.write(text) }
      array.element { $0.write(word: text) }
    }
    #expect(
      writer.withBytes { String(decoding: $0, as: UTF8.self) } == "[\"\(text)\",\(text)]")
  }
}
