public import StarBattle

extension SBN {
  /// What an SBN string says about its puzzle, besides the puzzle.
  public struct Metadata: Hashable, Sendable {
    /// `s`: the seed that the puzzle was generated from.
    ///
    /// Strings in the wild have any 64-bit number here, negative ones too; a seed that is given to
    /// be written is a `Seed`, 0…2⁵³ − 1, so that a JavaScript client reads it exactly.
    public internal(set) var seed: Int64?

    /// `d`: the difficulty, 1…10 in strings of ours, any number in others'.
    public var difficulty: Int?

    /// `l`: the hardest rule level that is needed.
    public var level: Int?

    /// `c`: the solver's cycles: how many times a rule was applied.
    public var cycles: Int?

    /// The keys that are not known, in the order in which they were read.
    public internal(set) var others: [Other] = []

    /// A key that is not known, such as the `v` of `v1`, with its value.
    public struct Other: Hashable, Sendable {
      /// The key: an ASCII letter other than `s`, `d`, `l` and `c`.
      public let key: Character

      /// What stood between the key and the next letter; it may be empty.
      public let value: String
    }

    /// Makes metadata to be written.
    ///
    /// - Parameters:
    ///   - seed: The seed that regenerates the puzzle.
    ///   - difficulty: 1…10.
    ///   - level: The hardest rule level that is needed.
    ///   - cycles: The number of rule applications.
    /// - Complexity: O(1).
    public init(
      seed: Seed? = nil, difficulty: Int? = nil, level: Int? = nil, cycles: Int? = nil
    ) {
      self.seed = seed.map { Int64($0.value) }
      self.difficulty = difficulty
      self.level = level
      self.cycles = cycles
    }

    /// The text after the second dot, in canonical order; empty when nothing is said.
    var text: String {
      var text = ""
      if let seed { text += "s\(seed)" }
      if let difficulty { text += "d\(difficulty)" }
      if let level { text += "l\(level)" }
      if let cycles { text += "c\(cycles)" }
      for other in others { text += "\(other.key)\(other.value)" }
      return text
    }
  }
}
