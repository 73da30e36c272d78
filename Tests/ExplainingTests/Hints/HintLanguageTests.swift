import Explaining
import Pipeline
import Testing

@Suite("Hint languages")
struct HintLanguageTests {
  @Test("every language has every situation, with the placeholders of English")
  func complete() {
    for language in HintLanguage.all {
      for situation in Situation.allCases {
        let template = language.templates[situation] ?? ""
        #expect(!template.isEmpty, "\(language.code) has nothing for \(situation.rawValue)")
        #expect(
          language.placeholders(of: situation) == HintLanguage.english.placeholders(of: situation),
          "\(language.code) \(situation.rawValue)")
        #expect(template.count { $0 == "{" } == template.count { $0 == "}" })
        #expect(!template.contains("  "), "\(language.code) \(situation.rawValue)")
      }
      #expect(language.numbers.count >= 7)
    }
  }

  @Test("situations have names of their own, and languages codes")
  func names() {
    #expect(Set(Situation.allCases.map(\.rawValue)).count == Situation.allCases.count)
    #expect(HintLanguage.all.map(\.code) == ["en", "es"])
    #expect(HintLanguage(code: "es")?.code == "es")
    #expect(HintLanguage(code: "xx") == nil)
  }

  @Test("a placeholder with a capital gets a capital")
  func capital() {
    let text = HintLanguage.english.text(.generalPlain, ["then": "it ends"])
    #expect(text == "It ends.")
  }
}
