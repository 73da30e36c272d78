public import StarBattle

/// What a coach says to a player: one thing, which can be told little by little.
public struct Hint: Hashable, Sendable {
  /// What a hint is about.
  public enum Content: Hashable, Sendable {
    /// Something on the board is wrong.
    case mistake(Mistake)
    /// A step that follows from what is on the board, and adds something to it.
    case step(Step)
  }

  /// How much is told.
  public enum Depth: Int, CaseIterable, Sendable {
    /// Where to look.
    case place = 1
    /// Where to look, and what for.
    case technique
    /// What follows, and why.
    case explanation
  }

  /// The puzzle.
  public let puzzle: Puzzle

  /// The board that the hint is for.
  public let board: PlayerBoard

  /// What it is about.
  public let content: Content
}

extension Hint {
  /// The hint in words.
  ///
  /// - Parameters:
  ///   - depth: How much to tell. Of a mistake, the place is told at any depth: it is all that a
  ///     player needs; what belongs there instead is never told, unless it follows by itself.
  ///   - language: The language.
  /// - Returns: A sentence or a few, with capitals and full stops.
  /// - Complexity: O(cells).
  public func text(_ depth: Depth, in language: HintLanguage = .english) -> String {
    let phrases = Phrases(language: language)
    switch content {
    case .mistake(let mistake): return text(of: mistake, depth, phrases)
    case .step(let step): return text(of: step, depth, phrases)
    }
  }

  private func text(of mistake: Mistake, _ depth: Depth, _ phrases: Phrases) -> String {
    let place = ["place": phrases.place(mistake.cell, side: puzzle.grid.side)]
    let known = KnownBoard(puzzle, board)
    switch depth {
    case .place: return phrases.text(.lookAgain, place)
    case .technique: return phrases.text(mistake.isStar ? .wrongStar : .wrongMark, place)
    case .explanation:
      guard mistake.isStar else { return phrases.text(.neededStar, place) }
      if known.touchesOtherStar(mistake.cell) { return phrases.text(.touchingStar, place) }
      let full = known.containers(of: mistake.cell).first { known.need(of: [$0]) < 0 }
      guard let full else { return phrases.text(.impossibleStar, place) }
      return phrases.text(
        .surplusStar,
        place.merging(
          ["where": phrases.name(of: [full]), "count": phrases.number(known.stars(in: [full]))]
        ) { $1 })
    }
  }

  private func text(of step: Step, _ depth: Depth, _ phrases: Phrases) -> String {
    let places = phrases.places(step.cells, side: puzzle.grid.side, atMost: puzzle.grid.side) ?? ""
    // A step without containers is about the cells around stars.
    let values = ["where": phrases.name(of: step.containers), "star": places]
    switch depth {
    case .place:
      return phrases.text(step.containers.isEmpty ? .lookAround : .lookAt, values)
    case .technique:
      if !step.sum.isEmpty && step.containers.count == 1 { return phrases.text(.sumOfOne, values) }
      if let shape = PressuredShape(of: step, on: KnownBoard(puzzle, board)) {
        return phrases.text(shape.isKissing ? .kissing : .pressure, values)
      }
      return phrases.technique(ofRule: step.rule, values)
        ?? phrases.text(step.containers.isEmpty ? .lookAround : .lookAt, values)
    case .explanation:
      return Explanation(of: step, on: KnownBoard(puzzle, board), in: phrases).sentence
    }
  }
}
