import Explaining
import Foundation
import Solving
import StarBattle
import TestSupport
import Testing

@Suite("Coach in words")
struct CoachingTests {
  @Test("a technique speaks of a star or of containers, in whole sentences")
  func techniques() {
    for language in HintLanguage.all {
      for (id, words) in language.rules {
        let text = words.technique
        let isStar = Rule(id: id)?.scope == .stars
        #expect(
          HintLanguage.placeholders(of: text) == [isStar ? "star" : "where"],
          "\(language.code) \(id)")
        #expect([".", "?", "。", "？"].contains { text.hasSuffix($0) }, "\(language.code) \(id)")
      }
    }
  }

  /// What is said at each depth about some boards, in every language: read it like prose.
  @Test("what a coach says is on record", arguments: HintLanguage.all.map(\.code))
  func golden(code: String) throws {
    let language = try #require(HintLanguage(code: code))
    let phrases = Phrases(language: language)
    let values = [
      "where": phrases.name(of: [.row(2)]), "count": phrases.number(3),
      "place": phrases.place(13, side: 5), "star": phrases.place(7, side: 5),
    ]
    let both = [Container.row(2), .row(3), .region(2)]
    var text = "\(language.name)\n"
    for coaching in Coaching.allCases {
      text += "\(coaching.rawValue)\n    \(phrases.text(coaching, values))\n"
    }
    for rule in Technique.allCases {
      let several = values.merging(["where": phrases.name(of: both)]) { $1 }
      let isOne = Rule(id: rule.rawValue)?.scope == .container
      let technique = language.technique(ofRule: rule.rawValue, isOne ? values : several) ?? ""
      text += "\(rule.rawValue): \(language.rules[rule.rawValue]?.name ?? "")\n    \(technique)\n"
    }
    let file = Project.folder.appendingPathComponent("Tests/Fixtures/coach-\(code).txt")
    if Effort.isRecording {
      try text.write(to: file, atomically: true, encoding: .utf8)
    }
    #expect(try String(contentsOf: file, encoding: .utf8) == text)
  }
}
