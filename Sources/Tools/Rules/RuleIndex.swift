package import Explaining
package import Solving

/// Finds rules under the names that people know them by.
package enum RuleIndex {
  /// What a name stands for.
  package struct Entry: Sendable {
    /// The technique of the guide, where the name is one's.
    package let technique: GuideTechnique?
    package let rules: [Rule]
  }

  /// What a name stands for: a rule's id, its name in any language, the beginning of some ids, or
  /// the guide's name for it; `nil` where it is nothing of these.
  ///
  /// Capitals, accents, hyphens, a leading “the” and a plural s make no difference.
  package static func entry(named text: String) -> Entry? {
    let wanted = plain(text)
    if wanted.isEmpty { return nil }
    if let rule = Rule.all.first(where: { names(of: $0).map(plain).contains(wanted) }) {
      return Entry(technique: nil, rules: [rule])
    }
    let technique = GuideTechnique.guide.first { technique in
      ([technique.name] + technique.aliases).map(plain).contains(wanted)
    }
    if let technique { return Entry(technique: technique, rules: technique.rules) }
    let family = Rule.all.filter { rule in
      rule.id.split(separator: ".").first.map { plain(String($0)) } == wanted
    }
    return family.isEmpty ? nil : Entry(technique: nil, rules: family)
  }

  /// Every name that something is found under, as people write it.
  package static var words: [String] {
    Rule.all.flatMap(names) + GuideTechnique.guide.flatMap { [$0.name] + $0.aliases }
  }

  private static func names(of rule: Rule) -> [String] {
    [rule.id, rule.name] + HintLanguage.all.map { $0.name(of: rule) }
  }

  /// A name without what people write in different ways.
  package static func plain(_ text: String) -> String {
    var plain = ""
    for character in text.lowercased() {
      switch character {
      case "×": plain += "x"
      case "á", "à", "â", "ã", "ä": plain += "a"
      case "ç": plain += "c"
      case "é", "è", "ê", "ë": plain += "e"
      case "í", "î", "ï": plain += "i"
      case "ñ": plain += "n"
      case "ó", "ô", "õ", "ö": plain += "o"
      case "ú", "ù", "û", "ü": plain += "u"
      case "œ": plain += "oe"
      case "ß": plain += "ss"
      case _ where character.isLetter || character.isNumber: plain.append(character)
      default: plain += plain.last == " " ? "" : " "
      }
    }
    var words = plain.split(separator: " ").map(String.init)
    if words.count > 1 && words[0] == "the" { words.removeFirst() }
    let joined = words.joined()
    return joined.count > 2 && joined.hasSuffix("s") ? String(joined.dropLast()) : joined
  }
}

extension HintLanguage {
  /// What a rule is called.
  package func name(of rule: Rule) -> String { name(ofRule: rule.id) ?? rule.name }
}
