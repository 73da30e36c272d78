import Explaining
import Pipeline

extension HintLanguage {
  /// A language that says which situations a sentence is made of, and nothing else.
  static let probe = HintLanguage(
    code: "xx", numbers: [],
    templates: Dictionary(
      uniqueKeysWithValues: Situation.allCases.map { situation in
        let placeholders = HintLanguage.english.placeholders(of: situation)
        return (situation, "<\(situation.rawValue)>" + placeholders.map { "{\($0)}" }.joined())
      }))

  /// The situations in a sentence of the probe language, the sentence's own first.
  static func situations(in text: String) -> [Situation] {
    text.split(separator: "<").compactMap { part in
      Situation(rawValue: String(part.prefix { $0 != ">" }))
    }
  }
}
