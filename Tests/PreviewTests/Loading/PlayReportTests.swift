import HouseSupport
import Notation
import Pipeline
import Preview
import StarBattle
import TestSupport
import Testing

@Suite("How puzzles are played")
struct PlayReportTests {
  private static let text = "6x1.AABBCCDAABCCDAABDCDAEEDFDDDDDFDDDDDD.s11d5l5c11"

  /// A report of slots of one pack, each solved by so many in a median of so many seconds.
  private func report(_ slots: [(people: Int, seconds: Int)]) throws -> PlayReport {
    let lines = slots.enumerated().map { index, slot in
      """
      {"id":"intro:\(index)","puzzle":"\(Self.fingerprint)","begun":\(slot.people + 2),
      "solved":\(slot.people),"hinted":3,"hints":5,"givenUp":1,"timed":\(slot.people),
      "medianMs":\(slot.seconds * 1000),
      "p80Ms":\(slot.seconds * 1500)}
      """
    }
    let text = "{\"schema\":1,\"puzzles\":[\(lines.joined(separator: ","))],\"downloads\":[]}"
    return try PlayReport(Array(text.utf8), path: "plays.json")
  }

  /// As the apps' rows have it: `printf TEXT | sha256sum` of the text before what is said about it.
  private static let fingerprint = "ce70dce95ebb3816"

  @Test("a puzzle that takes far longer than its neighbours is named, and one that does not is not")
  func apart() throws {
    let sbn = try SBN(Self.text)
    let usual = try report([(50, 100), (50, 110), (50, 260), (50, 120), (50, 130)])
    #expect(usual.play(of: sbn, at: "intro:1")?.finding == nil)
    #expect(
      usual.play(of: sbn, at: "intro:2")?.finding
        == "people need 2.3 times as long as for its neighbours")
    let quick = try report([(50, 100), (50, 110), (50, 40), (50, 120), (50, 130)])
    #expect(quick.play(of: sbn, at: "intro:2")?.finding?.contains("times as short") == true)
    let few = try report([(50, 100), (50, 110), (19, 900), (50, 120)])
    #expect(few.play(of: sbn, at: "intro:2")?.finding == nil)
    let alone = try report([(50, 100), (50, 900)])
    #expect(alone.play(of: sbn, at: "intro:1")?.finding == nil)
  }

  @Test("where a slot had two puzzles that as many have begun, it is always known by the same one")
  func twoPuzzles() throws {
    let sbn = try SBN(Self.text)
    func line(_ slot: Int, _ puzzle: String, _ seconds: Int) -> String {
      """
      {"id":"intro:\(slot)","puzzle":"\(puzzle)","begun":60,"solved":50,"hinted":3,"hints":5,
      "givenUp":1,"timed":50,"medianMs":\(seconds * 1000),"p80Ms":\(seconds * 1500)}
      """
    }
    let others = (1...40).map { line(1, "00000000000000\($0 + 10)", $0 < 40 ? 900 : 100) }
    for start in 0..<8 {
      let turned = others[start...] + others[..<start]
      let lines = [line(0, Self.fingerprint, 100)] + turned + [line(2, Self.fingerprint, 100)]
      let text = "{\"schema\":1,\"puzzles\":[\(lines.joined(separator: ","))],\"downloads\":[]}"
      let report = try PlayReport(Array(text.utf8), path: "plays.json")
      #expect(report.play(of: sbn, at: "intro:0")?.apart == 0.2)
    }
  }

  @Test("times stand beside how many have solved it, of this puzzle alone")
  func text() throws {
    let report = try report([(50, 250)])
    let play = report.play(of: try SBN(Self.text), at: "intro:0")
    #expect(play?.text == "median 4:10, 80 % within 6:15 · 50 of 52 solved")
    // A slot that had another puzzle then.
    #expect(report.play(of: try SBN("4x1.AABBABBBCCDDCCDD"), at: "intro:0") == nil)
    #expect(report.play(of: try SBN(Self.text), at: "intro:1") == nil)
  }

  @Test("a report that nobody has named and that cannot be read keeps no puzzle from being shown")
  func unreadable() async throws {
    let house = try NightlyHouse()
    #expect(try await house.run().failure == nil)
    let context = try RunContext.at("2026-12-30")
    let none = await #expect(throws: PipelineError.self) {
      try await InsightPuzzles(of: "first", plays: nil).said(in: house.places, context)
    }
    #expect("\(none as Any)".contains("--accounts FILE --to"))
    try house.folder.write("", to: "state/plays.json")
    let shown = try await PreviewPuzzles(of: "first").said(in: house.places, context)
    #expect(shown.status == .done)
    #expect(shown.lines.contains { $0.text.hasSuffix("how puzzles are played is left out") })
    let report = "\(house.state)/plays.json"
    await #expect(throws: PlayReportError.self) {
      try await PreviewPuzzles(of: "first", plays: report).said(in: house.places, context)
    }
    try house.folder.write(#"{"schema":1,"puzzles":[],"downloads":[]}"#, to: "state/plays.json")
    await #expect {
      try await InsightPuzzles(of: "nope", plays: nil).said(in: house.places, context)
    } throws: { !"\($0)".contains("file") }
  }

  @Test("the largest numbers that a report may have are counted and compared, larger ones refused")
  func extremes() throws {
    let most = 1 << 40
    func text(_ slots: [(people: Int, milliseconds: Int)]) -> [UInt8] {
      let lines = slots.enumerated().map { index, slot in
        """
        {"id":"intro:\(index)","puzzle":"\(Self.fingerprint)","begun":\(slot.people),
        "solved":\(slot.people),"hinted":0,"hints":0,"givenUp":0,"timed":\(slot.people),
        "medianMs":\(slot.milliseconds),"p80Ms":\(slot.milliseconds)}
        """
      }
      let day = "{\"day\":\"2026-11-01\",\"object\":\"intro\",\"status\":200,\"count\":\(most)}"
      return Array(
        """
        {"schema":1,"puzzles":[\(lines.joined(separator: ","))],"downloads":[\(day),\(day)]}
        """.utf8)
    }
    let report = try PlayReport(
      text([(most, 1), (most, most), (most, 1), (most, 1)]), path: "plays.json")
    let play = try #require(report.play(of: try SBN(Self.text), at: "intro:1"))
    #expect(play.finding == "people need 1099511627776.0 times as long as for its neighbours")
    #expect(throws: PlayReportError.self) {
      try PlayReport(text([(50, most + 1)]), path: "plays.json")
    }
  }

  @Test(
    "what is no report is refused, and said where it is none",
    arguments: [
      ("{\"puzzles\":[],\"downloads\":[]}", "`schema` has to be a whole number"),
      ("{\"schema\":2,\"puzzles\":[],\"downloads\":[]}", "its schema is 2, and 1 is read here"),
      ("{\"schema\":1,\"downloads\":[]}", "`puzzles` has to be an array"),
      ("{\"schema\":1,\"puzzles\":[7],\"downloads\":[]}", "puzzles[0]: it has to be an object"),
      ("{\"schema\":1,\"puzzles\":[{}],\"downloads\":[]}", "puzzles[0]: `id` has to be a text"),
      (
        """
        {"schema":1,"puzzles":[{"id":"a:0","puzzle":"0","begun":-1}],"downloads":[]}
        """, "puzzles[0]: `begun` has to be a whole number, 0…1099511627776"
      ),
      (
        """
        {"schema":1,"puzzles":[{"id":"a:0","puzzle":"0","begun":1,"solved":8,"hinted":0,"hints":0,
        "givenUp":0}],"downloads":[]}
        """, "puzzles[0]: it says 8 solved and 0 givenUp of 1 begun"
      ),
      (
        """
        {"schema":1,"puzzles":[{"id":"a:0","puzzle":"0","begun":9,"solved":8,"hinted":0,"hints":0,
        "givenUp":0,"timed":9,"medianMs":5,"p80Ms":6}],"downloads":[]}
        """, "puzzles[0]: it says 9 timed of 8 solved"
      ),
      (
        """
        {"schema":1,"puzzles":[],"downloads":[{"day":"2026-11-21","object":"pack:a","count":3}]}
        """, "downloads[0]: `status` has to be a whole number, 0…1099511627776"
      ), ("[]", "it has to be an object"), ("7", "it has to be an object"),
      ("", "byte 0: found the end"),
    ])
  func strange(_ text: String, _ reason: String) {
    #expect {
      try PlayReport(Array(text.utf8), path: "plays.json")
    } throws: { error in
      let words = "\(error)"
      return words.hasPrefix("plays.json: \(reason)") && words.contains("almanac-serve report")
    }
    #expect(PlayReportError(path: "", reason: "").exitStatus == .badData)
  }
}
