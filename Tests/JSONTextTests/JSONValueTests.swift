import Foundation
import HouseSupport
import JSONText
import Manifest
import StarBattle
import Stores
import TestSupport
import Testing

@Suite("JSON")
struct JSONValueTests {
  private func read(_ text: String) throws(JSONError) -> JSONValue {
    try JSONValue(reading: Array(text.utf8))
  }

  @Test(
    "what is read is written again, byte for byte",
    arguments: [
      #"{"b":1,"a":[true,false,null,-7,"x"]}"#, #""\"\\\b\f\n\r\t\u0001 é 𝄞 /""#, "[]", "{}",
      "9223372036854775807", "9223372036854775808", "-0", "1.50", "1e-7", "[[[[]]]]",
      "-9223372036854775808", "[0,-1,10,99,100,1000]", #"[[],{},"",{"":[{}]}]"#, #""]},""#,
      #"["\#(String(repeating: "long ", count: 900))","\#(String(repeating: #"\""#, count: 900))"]"#,
    ])
  func roundTrip(text: String) throws {
    #expect(String(decoding: try read(text).text, as: UTF8.self) == text)
  }

  @Test("what is written without a value in between reads as the value")
  func writing() throws {
    let text =
      #"{"a":[],"b":{},"c":[[1,-2],[]],"d":"x","e":null,"f":null,"g":null,"h":1.50,"i":true}"#
    let value = JSONValue(writing: { writer in
      writer.object { object in
        object.member("a") { $0.array { _ in } }
        object.member("b") { $0.object { _ in } }
        object.member("c") { $0.array([[1, -2], []]) { $0.array($1) { $0.write($1) } } }
        object.member("d", "x")
        object.member("e", Int?.none)
        object.member("f", String?.none)
        object.member("g", Bool?.none)
        object.member("h", number: "1.50")
        object.members([JSONMember("i", true)])
      }
    })
    #expect(try value == read(text))
    #expect(value.line == text)
  }

  @Test("arrays and objects are read as deep as they may be nested, and no deeper")
  func nesting() throws {
    let deepest = JSONValue.deepest
    for (open, close) in [("[", "]"), (#"{"a":"#, "}")] {
      func text(_ depth: Int, _ inside: String) -> String {
        String(repeating: open, count: depth) + inside + String(repeating: close, count: depth)
      }
      for inside in ["1", "[]", "{}"] {
        let own = inside == "1" ? 0 : 1
        #expect(throws: Never.self) { try read(text(deepest - own, inside)) }
        #expect(throws: JSONError.self) { try read(text(deepest - own + 1, inside)) }
      }
    }
  }

  @Test("blanks and escapes are read and not kept")
  func blanks() throws {
    #expect(try read(" [ 1 ,\n\t2 ] ") == .array([.integer(1), .integer(2)]))
    #expect(try read(#""\u00e9\/\ud834\udd1e""#) == .string("é/𝄞"))
  }

  @Test("names that look alike are two where their bytes differ, and one twice where not")
  func spellings() throws {
    let (one, other) = ("\u{E9}", "e\u{301}")
    #expect(try read("{\"\(one)\":1,\"\(other)\":2}").members.count == 2)
    for count in [1, 9] {
      let others = (0..<count).map { "\"\($0)\":0," }.joined()
      let twice = "{\(others)\"\(one)\":1,\"\(other)\":2,\"\(one)\":3}"
      #expect(throws: JSONError.self) { try read(twice) }
    }
  }

  @Test("members stay in their order unless they are sorted, at every depth")
  func order() throws {
    let value = try read(#"{"b":{"z":1,"y":2},"a":[{"d":1,"c":2}]}"#)
    #expect(
      String(decoding: value.sorted.text, as: UTF8.self)
        == #"{"a":[{"c":2,"d":1}],"b":{"y":2,"z":1}}"#)
    #expect(value.members.map(\.key) == ["b", "a"])
  }

  @Test(
    "wrong text is refused at the byte where it goes wrong",
    arguments: [
      ("", 0), ("{", 1), ("[1,]", 3), ("[1 2]", 3), ("{\"a\"}", 4), ("{\"a\":}", 5), ("01", 2),
      ("-", 1), ("1.", 2), ("1e", 2), ("\"", 1), ("\"\\x\"", 2), ("\"\\u12g4\"", 3),
      ("\"\\ud800\"", 7), ("\"\\udc00\"", 7), ("tru", 0), ("[] []", 3), ("\"\n\"", 1), ("nul", 0),
      ("{\"a\":1,\"a\":2}", 0), ("\u{FEFF}[]", 0), ("\"\\u+123\"", 3), ("+1", 0), (".5", 0),
      ("'a'", 0), ("[1]//", 3),
    ])
  func errors(text: String, offset: Int) {
    #expect {
      try read(text)
    } throws: { error in
      (error as? JSONError)?.offset == offset
    }
  }

  @Test("bytes that are not UTF-8 are refused")
  func encoding() {
    #expect(throws: JSONError.self) { try JSONValue(reading: [0x22, 0xFF, 0x22]) }
    #expect(throws: JSONError.self) { try JSONValue(reading: [0x22, 0xC0, 0x80, 0x22]) }
  }

  @Test("a million brackets are refused and do not overflow the stack")
  func depth() {
    #expect(throws: JSONError.self) { try read(String(repeating: "[", count: 1_000_000)) }
    #expect(throws: JSONError.self) {
      try read(String(repeating: "{\"a\":", count: 1_000_000))
    }
  }

  @Test("no damage to a manifest makes the reader trap, and what it takes it writes again")
  func damage() async throws {
    let store = MemoryStore()
    try await Samples.publish(Samples.content(days: 2), to: store)
    let bytes = try #require(try await store.get(.manifest))
    var generator = ReplaySeed(11).generator
    for _ in 0..<400 {
      var damaged = bytes
      for _ in 0...generator.below(3) {
        let place = generator.below(damaged.count)
        switch generator.below(3) {
        case 0: damaged[place] = UInt8(truncatingIfNeeded: generator.next())
        case 1: damaged.removeSubrange(place...)
        default: damaged.insert(contentsOf: damaged.suffix(generator.below(40)), at: place)
        }
        if damaged.isEmpty { damaged = [0x7B] }
      }
      if let value = try? JSONValue(reading: damaged) {
        #expect(try JSONValue(reading: value.text) == value)
      }
      if let manifest = try? Manifest(json: damaged) {
        #expect(try Manifest(json: manifest.json) == manifest)
      }
    }
  }
}
