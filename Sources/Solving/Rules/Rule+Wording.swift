extension Rule {
  /// How the steps of a rule are put into words: a key to what `Explaining` can say.
  ///
  /// A rule whose steps are always told in one sentence needs no key of its own: `sentence` looks
  /// for a template under the rule's id, in the words of every language.
  package enum Wording: Hashable, Sendable {
    /// One sentence, which every language has under the rule's id.
    case sentence

    // Sentences by the number of stars, marks or lines.
    case neighbours
    case forced
    case complete
    case tilingForced
    case tilingAdjacency
    case tilingOverhang
    case pairs
    case counting
    case tilingCounting
    case parts

    // Told by the sum.
    case sum

    // What is assumed, what follows and what fails.
    case assumption
    case ways
  }
}
