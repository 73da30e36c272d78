import Explaining
import Pipeline

extension HintLanguage {
  /// A language that says which situations a sentence is made of, and nothing else.
  static let probe = HintLanguage(
    code: "xx", name: "xx", numbers: [],
    template: { situation in
      let placeholders = HintLanguage.english.placeholders(of: situation)
      return "<\(situation.rawValue)>" + placeholders.map { "{\($0)}" }.joined()
    }, coaching: \.rawValue, rule: { RuleWords($0.rawValue, "{where}") })

  /// The situations in a sentence of the probe language, the sentence's own first.
  static func situations(in text: String) -> [Situation] {
    text.split(separator: "<").compactMap { part in
      Situation(rawValue: String(part.prefix { $0 != ">" }))
    }
  }
}
