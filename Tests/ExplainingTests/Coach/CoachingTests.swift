import Explaining
import Solving
import StarBattle
import Testing

@Suite("Coach in words")
struct CoachingTests {
  @Test("every language has all that a coach says, with the placeholders of English")
  func complete() {
    for language in HintLanguage.all {
      for coaching in Coaching.allCases {
        let template = language.coaching[coaching] ?? ""
        #expect(!template.isEmpty, "\(language.code) has nothing for \(coaching.rawValue)")
        #expect(
          HintLanguage.placeholders(of: template)
            == HintLanguage.placeholders(of: HintLanguage.english.coaching[coaching] ?? ""),
          "\(language.code) \(coaching.rawValue)")
      }
    }
  }

  @Test("every language has a technique for each rule, and for nothing else")
  func techniques() {
    for language in HintLanguage.all {
      #expect(
        language.techniques.keys.sorted() == Rule.ladder.map(\.id).sorted(), "\(language.code)")
      for (id, text) in language.techniques {
        let isStar = Rule(id: id)?.scope == .stars
        #expect(
          HintLanguage.placeholders(of: text) == [isStar ? "star" : "where"],
          "\(language.code) \(id)")
        #expect(text.hasSuffix(".") || text.hasSuffix("?"), "\(language.code) \(id)")
        #expect(!text.contains("  "), "\(language.code) \(id)")
      }
    }
  }
}
