/// What a coach says besides the sentences of steps, by name.
///
/// A raw value is what a translator sees. Which technique to look for has a sentence for each rule,
/// in its `RuleWords`.
package enum Coaching: String, CaseIterable, Sendable {
  // Where to look: at containers, or around a star.
  case lookAt = "look.containers"
  case lookAround = "look.star"

  /// What to look for where the only container of a sum lies in tiles.
  case sumOfOne = "technique.sum.one"

  // What to look for where an assumed star leaves two lines short by a shape.
  case kissing = "technique.kissing"
  case pressure = "technique.pressured"

  // What is wrong: where, what, and why.
  case lookAgain = "mistake.place"
  case wrongStar = "mistake.star"
  case wrongMark = "mistake.mark"
  case touchingStar = "mistake.star.touching"
  case surplusStar = "mistake.star.surplus"
  case impossibleStar = "mistake.star.impossible"
  case neededStar = "mistake.mark.needed"

  // Nothing more to say.
  case solved = "solved"
}

extension HintLanguage {
  /// A part of the coach's talk in words, its placeholders replaced.
  func text(_ coaching: Coaching, _ values: [String: String] = [:]) -> String {
    Inflection.text(HintLanguage.fill(self.coaching[coaching] ?? coaching.rawValue, values))
  }

  /// What to look for to find the step of a rule, its placeholders replaced; `nil` where there is
  /// no such rule.
  package func technique(ofRule id: String, _ values: [String: String]) -> String? {
    rules[id].map { Inflection.text(HintLanguage.fill($0.technique, values)) }
  }
}

extension Phrases {
  package func text(_ coaching: Coaching, _ values: [String: String] = [:]) -> String {
    language.text(coaching, values)
  }

  package func technique(ofRule id: String, _ values: [String: String]) -> String? {
    language.technique(ofRule: id, values)
  }
}
