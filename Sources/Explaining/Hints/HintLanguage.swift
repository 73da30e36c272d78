/// A language that hints are written in: one table of templates.
///
/// A template is text with placeholders: `{where}` stands for what the sentence is about, `{Where}`
/// for the same with a capital. Every language has the same placeholders in a template as English,
/// each as often as it likes. Names carry their article where the language has one (`la fila 3`),
/// places do not (`fila 3, columna 5`), so that a template can write `de la {place}`. Templates are
/// worded so that a container's number and a count's never need to agree with a verb, except where
/// there are two of them.
///
/// Where what is put in changes with its place in the sentence, as cases, contractions and the
/// order of words do, it has *forms*: `[die|dat:den] Zeilen 3 und 4` is `die Zeilen` by itself and
/// `den Zeilen` where a template says `{where:dat}`. A form that a text does not have is its first.
/// Forms may hold others.
///
/// The tables are functions that `switch` over what there is to say: a language that lacks a
/// sentence, or the words for a rule, does not compile.
///
/// To add a language: files with its tables, one entry in `all`.
public struct HintLanguage: Hashable, Sendable {
  /// The ISO 639 code, such as `en`; with a region where the language has several norms: `pt-BR`.
  public let code: String

  /// What the language calls itself, such as `English`.
  public let name: String

  /// The numbers from zero up in words, as they stand before a noun (cells, stars); digits beyond.
  package let numbers: [String]

  /// Letters before which the word for “and” changes: in Spanish, those that sound like it.
  let softened: [String]

  /// The template of every situation.
  package let templates: [Situation: String]

  /// What a coach says besides.
  package let coaching: [Coaching: String]

  /// What is said of each rule, by its id.
  package let rules: [String: RuleWords]

  /// The languages, English first, then by their codes.
  public static let all: [HintLanguage] = [
    .english, .german, .spanish, .french, .japanese, .portuguese,
  ]

  /// The codes of all languages, for help texts: `en, es`.
  package static var codes: String { all.map(\.code).joined(separator: ", ") }

  /// The language of a code, if there are hints in it; of a region too, as `pt-BR` and `pt_BR` are
  /// Portuguese.
  ///
  /// - Parameter code: Such as `en`.
  /// - Complexity: O(languages).
  public init?(code: String) {
    let language = code.prefix { $0 != "-" && $0 != "_" }
    let known =
      HintLanguage.all.first { $0.code == code } ?? HintLanguage.all.first { $0.code == language }
    guard let known else { return nil }
    self = known
  }

  package init(
    code: String, name: String, numbers: [String], softened: [String] = [],
    template: (Situation) -> String, coaching: (Coaching) -> String,
    rule: (Technique) -> RuleWords
  ) {
    self.code = code
    self.name = name
    self.numbers = numbers
    self.softened = softened
    func table<Key: CaseIterable & Hashable, Text>(_ text: (Key) -> Text) -> [Key: Text] {
      Dictionary(uniqueKeysWithValues: Key.allCases.map { ($0, text($0)) })
    }
    templates = table(template)
    self.coaching = table(coaching)
    rules = Dictionary(uniqueKeysWithValues: table(rule).map { ($0.rawValue, $1) })
  }
}

extension HintLanguage {
  /// What people who speak the language call a rule: a few words, such as `star neighbours`.
  ///
  /// - Parameter id: The rule's id, as a step has it.
  /// - Returns: The name; `nil` where there is no such rule.
  /// - Complexity: O(1).
  public func name(ofRule id: String) -> String? { rules[id]?.name }
}

/// What a language says of a rule.
package struct RuleWords: Hashable, Sendable {
  /// What people call the rule: a few words without a full stop.
  package let name: String

  /// What a coach tells the player to look for.
  package let technique: String

  /// The sentence of the rule's steps, where they are always told in one (`Rule.Wording.sentence`).
  package let sentence: String?

  package init(_ name: String, _ technique: String, sentence: String? = nil) {
    self.name = name
    self.technique = technique
    self.sentence = sentence
  }
}

extension HintLanguage {
  /// A situation in words, its placeholders replaced; its forms stay.
  ///
  /// A placeholder without a value stays as it is, which the tests of every language look for.
  package func text(_ situation: Situation, _ values: [String: String] = [:]) -> String {
    HintLanguage.fill(templates[situation] ?? situation.rawValue, values)
  }

  /// The one sentence of a rule, its placeholders replaced; `nil` where there is none.
  package func sentence(ofRule id: String, _ values: [String: String]) -> String? {
    rules[id]?.sentence.map { HintLanguage.fill($0, values) }
  }

  package static func fill(_ template: String, _ values: [String: String]) -> String {
    var text = ""
    var rest = template[...]
    // Bytes are looked through many times faster than characters, and the signs are ASCII.
    while let open = rest.utf8.firstIndex(of: UInt8(ascii: "{")),
      let close = rest.utf8[open...].firstIndex(of: UInt8(ascii: "}"))
    {
      text += rest[..<open]
      let placeholder = rest[rest.utf8.index(after: open)..<close]
      let colon = placeholder.utf8.firstIndex(of: UInt8(ascii: ":"))
      let name = String(placeholder[..<(colon ?? close)])
      let form = colon.map { placeholder[placeholder.utf8.index(after: $0)...] }
      if let value = values[name] {
        text += form.map { Inflection.text(value, form: $0) } ?? value
      } else if let value = values[name.lowercased()] {
        text += capitalised(Inflection.text(value, form: form ?? ""))
      } else {
        text += rest[open...close]
      }
      rest = rest[rest.utf8.index(after: close)...]
    }
    text += rest
    return text
  }

  /// The placeholders of a template, without regard to capitals and forms; ascending, each once.
  package func placeholders(of situation: Situation) -> [String] {
    HintLanguage.placeholders(of: templates[situation] ?? "")
  }

  package static func placeholders(of template: String) -> [String] {
    let parts = template.split(separator: "{", omittingEmptySubsequences: false).dropFirst()
    return Set(parts.map { $0.prefix { $0 != "}" && $0 != ":" }.lowercased() }).sorted()
  }

  private static func capitalised(_ text: String) -> String {
    text.prefix(1).uppercased() + text.dropFirst()
  }
}
