package import Solving

/// A language that hints are written in: one table of templates.
///
/// A template is text with placeholders: `{where}` stands for what the sentence is about, `{Where}`
/// for the same with a capital. Every language has the same placeholders in a template as English,
/// each as often as it likes. Names carry their article where the language has one (`la fila 3`),
/// places do not (`fila 3, columna 5`), so that a template can write `de la {place}`. Templates are
/// worded so that a container's number and a count's never need to agree with a verb, except where
/// there are two of them.
///
/// A rule whose steps are always told in the same words has one sentence, in `sentences`; all else
/// that hints can say is a `Situation`.
///
/// To add a language: one file with its table, one entry in `all`.
public struct HintLanguage: Hashable, Sendable {
  /// The ISO 639-1 code, such as `en`.
  public let code: String

  /// The numbers from zero up in words, as they stand before a noun (cells, stars); digits beyond.
  package let numbers: [String]

  /// Letters before which the word for “and” changes: in Spanish, those that sound like it.
  let softened: [String]

  /// The template of every situation.
  package let templates: [Situation: String]

  /// The sentences of the rules that have just one (`Wording.sentence`), by rule id.
  package let sentences: [String: String]

  /// What a coach says besides.
  package let coaching: [Coaching: String]

  /// What a coach tells the player to look for, by rule id.
  package let techniques: [String: String]

  /// What the rules are called, by id.
  let names: [String: String]

  /// The languages, English first.
  public static let all: [HintLanguage] = [.english, .spanish]

  /// The codes of all languages, for help texts: `en, es`.
  package static var codes: String { all.map(\.code).joined(separator: ", ") }

  /// The language of a code, if there are hints in it.
  public init?(code: String) {
    guard let known = HintLanguage.all.first(where: { $0.code == code }) else { return nil }
    self = known
  }

  package init(
    code: String, numbers: [String], softened: [String] = [], sentences: [String: String] = [:],
    templates: [Situation: String], coaching: [Coaching: String] = [:],
    techniques: [String: String] = [:], names: [String: String] = [:]
  ) {
    self.code = code
    self.numbers = numbers
    self.softened = softened
    self.sentences = sentences
    self.templates = templates
    self.coaching = coaching
    self.techniques = techniques
    self.names = names
  }
}

extension HintLanguage {
  /// What a rule is called; in English where the language has no name for it.
  package func name(of rule: Rule) -> String { names[rule.id] ?? rule.name }

  /// Whether the language has a name of its own for a rule; English has the rules' own.
  package func isNamed(_ rule: Rule) -> Bool { self == .english || names[rule.id] != nil }
}

extension HintLanguage {
  /// A situation in words, its placeholders replaced.
  ///
  /// A placeholder without a value stays as it is, which the tests of every language look for.
  package func text(_ situation: Situation, _ values: [String: String] = [:]) -> String {
    HintLanguage.fill(templates[situation] ?? situation.rawValue, values)
  }

  /// The one sentence of a rule, its placeholders replaced; `nil` where there is none.
  package func sentence(ofRule id: String, _ values: [String: String]) -> String? {
    sentences[id].map { HintLanguage.fill($0, values) }
  }

  static func fill(_ template: String, _ values: [String: String]) -> String {
    var text = ""
    var rest = template[...]
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      text += rest[..<open]
      let name = String(rest[rest.index(after: open)..<close])
      if let value = values[name] {
        text += value
      } else if let value = values[name.lowercased()] {
        text += HintLanguage.capitalised(value)
      } else {
        text += rest[open...close]
      }
      rest = rest[rest.index(after: close)...]
    }
    return text + rest
  }

  /// The placeholders of a template, without regard to capitals; ascending, each once.
  package func placeholders(of situation: Situation) -> [String] {
    HintLanguage.placeholders(of: templates[situation] ?? "")
  }

  package static func placeholders(of template: String) -> [String] {
    let parts = template.split(separator: "{", omittingEmptySubsequences: false).dropFirst()
    return Set(parts.map { $0.prefix { $0 != "}" }.lowercased() }).sorted()
  }

  private static func capitalised(_ text: String) -> String {
    text.prefix(1).uppercased() + text.dropFirst()
  }
}
