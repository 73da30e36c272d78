import Explaining
import Solving
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

  @Test("every rule that is told in one sentence has it in every language, and no other has one")
  func sentences() {
    let told = Rule.ladder.filter { $0.wording == .sentence }.map(\.id)
    for language in HintLanguage.all {
      #expect(language.sentences.keys.sorted() == told.sorted(), "\(language.code)")
      for (id, sentence) in language.sentences {
        let placeholders = HintLanguage.placeholders(of: sentence)
        #expect(
          placeholders == HintLanguage.placeholders(of: HintLanguage.english.sentences[id] ?? ""),
          "\(language.code) \(id)")
        #expect(Set(placeholders).isSubset(of: Explanation.placeholders), "\(language.code) \(id)")
        #expect(sentence.hasSuffix("."), "\(language.code) \(id)")
      }
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
    let language = HintLanguage(
      code: "xx", numbers: [], sentences: ["test.rule": "{Where} is full, so {then}."],
      templates: [:])
    let sentence = language.sentence(
      ofRule: "test.rule", ["where": "row 3", "then": "row 3, column 1 stays empty"])
    #expect(sentence == "Row 3 is full, so row 3, column 1 stays empty.")
    #expect(language.sentence(ofRule: "other.rule", [:]) == nil)
  }
}
