import Explaining
import Solving
import Testing

@Suite("Hint languages")
struct HintLanguageTests {
  @Test("what languages say has the placeholders of English, and its forms are asked for")
  func placeholders() {
    for language in HintLanguage.all {
      var asked: Set<String> = []
      var given: Set<String> = []
      func check(_ text: String, like english: String, _ name: String) {
        #expect(!text.isEmpty, "\(language.code) has nothing for \(name)")
        #expect(
          HintLanguage.placeholders(of: text) == HintLanguage.placeholders(of: english),
          "\(language.code) \(name)")
        for (open, close) in [("{", "}"), ("[", "]")] as [(Character, Character)] {
          #expect(text.count { $0 == open } == text.count { $0 == close })
        }
        #expect(!text.contains("  "), "\(language.code) \(name)")
        asked.formUnion(text.matches(of: /{[A-Za-z]+:([^}]+)}/).map { String($0.1) })
        given.formUnion(Inflection.forms(of: text))
      }
      for situation in Situation.allCases {
        check(
          language.templates[situation] ?? "",
          like: HintLanguage.english.templates[situation] ?? "", situation.rawValue)
      }
      for rule in Technique.allCases {
        check(
          language.rules[rule.rawValue]?.technique ?? "",
          like: HintLanguage.english.rules[rule.rawValue]?.technique ?? "", rule.rawValue)
      }
      for coaching in Coaching.allCases {
        check(
          language.coaching[coaching] ?? "", like: HintLanguage.english.coaching[coaching] ?? "",
          coaching.rawValue)
      }
      for number in language.numbers { given.formUnion(Inflection.forms(of: number)) }
      #expect(given.subtracting(asked).isEmpty, "\(language.code): forms that nobody asks for")
      // The first form goes by any other name.
      #expect(
        asked.subtracting(given).isSubset(of: ["nom", "main"]),
        "\(language.code): forms that nothing has")
      #expect(language.numbers.isEmpty || language.numbers.count >= 7)
    }
  }

  @Test("forms are taken from the brackets that have them, and the first from all others")
  func forms() {
    let text = "[die|dat:den] Zeilen 3 und 4 und [der|dat:dem|acc:den] Block"
    #expect(Inflection.text(text) == "die Zeilen 3 und 4 und der Block")
    #expect(Inflection.text(text, form: "dat") == "den Zeilen 3 und 4 und dem Block")
    #expect(Inflection.text(text, form: "acc") == "die Zeilen 3 und 4 und den Block")
    let clause = "[\(text) hätten|inv:hätten \(text)] keinen Platz: [nie|te:]"
    #expect(
      Inflection.text(clause, form: "inv")
        == "hätten die Zeilen 3 und 4 und der Block keinen Platz: nie")
    #expect(Inflection.text(clause, form: "te").hasSuffix("keinen Platz: "))
    #expect(
      HintLanguage.fill("{Where:dat} und {where}.", ["where": "[eine|dat:einer] Zeile"])
        == "Einer Zeile und [eine|dat:einer] Zeile.")
  }

  @Test("every rule has a name and words, in English those that it has itself")
  func rules() {
    let ids = Set(Rule.scopes.keys)
    #expect(Set(Technique.allCases.map(\.rawValue)) == ids)
    let told = Set(Rule.ladder.filter { $0.wording == .sentence }.map(\.id))
    for id in ids {
      #expect(HintLanguage.english.name(ofRule: id) == Rule(id: id)?.name)
      for language in HintLanguage.all {
        guard let words = language.rules[id] else {
          Issue.record("\(language.code) has nothing for \(id)")
          continue
        }
        #expect(!words.name.isEmpty && !words.name.hasSuffix("."), "\(language.code) \(id)")
        #expect((words.sentence != nil) == told.contains(id), "\(language.code) \(id)")
        guard let sentence = words.sentence else { continue }
        let placeholders = HintLanguage.placeholders(of: sentence)
        #expect(
          placeholders
            == HintLanguage.placeholders(of: HintLanguage.english.rules[id]?.sentence ?? ""),
          "\(language.code) \(id)")
        #expect(Set(placeholders).isSubset(of: Explanation.placeholders), "\(language.code) \(id)")
        #expect(sentence.hasSuffix(".") || sentence.hasSuffix("。"), "\(language.code) \(id)")
      }
    }
    for language in HintLanguage.all {
      let names = language.rules.values.map(\.name)
      #expect(Set(names).count == names.count, "\(language.code): two rules of one name")
    }
  }

  @Test("situations have names of their own, and languages codes")
  func names() {
    #expect(Set(Situation.allCases.map(\.rawValue)).count == Situation.allCases.count)
    #expect(HintLanguage.all.map(\.code) == ["en", "de", "es", "fr", "ja", "pt"])
    #expect(HintLanguage(code: "es")?.code == "es")
    #expect(HintLanguage(code: "pt-BR") == .portuguese)
    #expect(HintLanguage(code: "de_DE") == HintLanguage(code: "de"))
    #expect(HintLanguage(code: "de_DE") != nil)
    #expect(HintLanguage(code: "xx") == nil)
  }

  @Test("a placeholder with a capital gets a capital")
  func capital() {
    let text = HintLanguage.english.text(.generalPlain, ["then": "it ends"])
    #expect(text == "It ends.")
    let language = HintLanguage(
      code: "xx", name: "xx", numbers: [], template: \.rawValue, coaching: \.rawValue,
      rule: { RuleWords($0.rawValue, "", sentence: "{Where} is full, so {then}.") })
    let sentence = language.sentence(
      ofRule: Technique.forced.rawValue, ["where": "row 3", "then": "row 3, column 1 stays empty"])
    #expect(sentence == "Row 3 is full, so row 3, column 1 stays empty.")
    #expect(language.sentence(ofRule: "other.rule", [:]) == nil)
  }
}
