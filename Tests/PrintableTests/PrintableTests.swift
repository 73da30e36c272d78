import Printable
import Testing

@Suite("Text fit for a terminal")
struct PrintableTests {
  @Test(
    "terminal escapes, forged lines and what turns the direction are shown as what they are not",
    arguments: [
      "\u{1B}[31mRED", "\u{1B}]0;title\u{07}", "a\nb", "a\r\nb", "a\tb", "a\u{7F}", "\u{9B}2J",
      "a\u{2028}b", "a\u{2029}b", "\u{202E}cba", "\u{2066}a\u{2069}", "\u{200B}", "\u{200E}a",
      "\u{FEFF}x", "a\u{FEFF}x", "\u{00AD}", "\u{034F}", "\u{3164}", "\u{115F}a", "\u{E0041}",
      "\u{E000}", "\u{2065}", "a\u{200D}b", "a\u{FE0F}", "👩\u{200D}", "\u{200D}👩",
    ])
  func hostile(text: String) {
    #expect(!Printable.isPrintable(text))
    let line = TerminalLine(text).text
    #expect(line.unicodeScalars.contains("\u{FFFD}"))
    #expect(Printable.isPrintable(line))
    #expect(line.unicodeScalars.count == text.unicodeScalars.count)
    #expect(Printable.isPrintable(Printable.excerpt(text)))
    let json = TerminalLine(json: "\"\(text)\"").text
    #expect(json.contains("\\u"))
    #expect(Printable.isPrintable(json))
  }

  @Test(
    "text in any language stays as it is, emoji of several characters included",
    arguments: [
      "", "plain", "Zoë", "漢字", "עברית", "नमस्ते", "e\u{301}", "a b", "─│█░★", "👩‍🚀 Space", "❤️",
      "1️⃣", "🏳️‍🌈", "👨🏽‍🚒", "🇪🇸", "👩‍👩‍👧",
    ])
  func sane(text: String) {
    #expect(Printable.isPrintable(text))
    #expect(TerminalLine(text).text == text)
    #expect(TerminalLine(painted: text).text == text)
    #expect(TerminalLine(json: text).text == text)
  }

  @Test("of single characters those can be shown that Unicode gives a shape, and no others")
  func characters() {
    for value in UInt32(0)...0xFFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let properties = scalar.properties
      let isShapeless: Bool =
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse,
          .unassigned:
          true
        default: properties.isDefaultIgnorableCodePoint
        }
      let isShown = Printable.isPrintable(String(scalar))
      #expect(isShown == !isShapeless, "U+\(String(value, radix: 16))")
    }
  }

  @Test("of painted lines colours are left, which end with the line, and nothing else")
  func painted() {
    #expect(TerminalLine(painted: "\u{1B}[1;33m★\u{1B}[0m").text == "\u{1B}[1;33m★\u{1B}[0m")
    #expect(TerminalLine(painted: "\u{1B}[31mred").text == "\u{1B}[31mred\u{1B}[0m")
    for text in ["\u{1B}[2J", "\u{1B}]0;x\u{07}", "\u{1B}c", "\u{1B}", "\u{1B}[31", "\u{1B}[?25l"] {
      let line = TerminalLine(painted: "a\(text)b\u{1B}[31mc").text
      #expect(line.hasPrefix("a\u{FFFD}"))
      #expect(line.hasSuffix("\u{1B}[31mc\u{1B}[0m"))
    }
    #expect(TerminalLine(painted: "\u{1B}[31ma\nb").text == "\u{1B}[31ma\u{FFFD}b\u{1B}[0m")
    #expect(TerminalLine("\u{1B}[31mred").text == "\u{FFFD}[31mred")
  }

  @Test("JSON says the same with everything unprintable in its escapes")
  func json() {
    #expect(TerminalLine(json: "{\"a\":\"é\u{2028}\"}").text == "{\"a\":\"é\\u2028\"}")
    #expect(TerminalLine(json: "\"\u{E0041}\u{9B}\"").text == "\"\\udb40\\udc41\\u009b\"")
  }

  @Test("an address tells neither name, password nor query")
  func addresses() {
    let words = [
      ("http://name:secret@host:90/p", "http://…@host:90/p"), ("name:secret@host", "…@host"),
      ("http://a:se?c/r@et@host/p?key=secret", "http://…@host/p?…"),
      ("https://hc.example/x?secret", "https://hc.example/x?…"), ("s3://bucket/p", "s3://bucket/p"),
      ("http://[::1]:9000", "http://[::1]:9000"), ("\u{1B}[2J\n", "?[2J?"), ("", ""), ("@", "…@"),
      ("http://a:secret@\u{301}h", "http://…@??h"),
    ]
    for (text, shown) in words { #expect(Printable.address(text) == shown) }
  }
}
