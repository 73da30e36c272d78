package import StarBattle

/// Tells the steps of a trace to a player: one sentence a step, in one language.
package struct HintWriter {
  private let phrases: Phrases

  package init(language: HintLanguage = .english) {
    phrases = Phrases(language: language)
  }

  /// The sentence of one step.
  ///
  /// - Parameters:
  ///   - step: The step.
  ///   - board: What is known before it.
  /// - Returns: A sentence or a few, with capitals and full stops.
  package func sentence(for step: Step, on board: KnownBoard) -> String {
    Explanation(of: step, on: board, in: phrases).sentence
  }

  /// The end of an assumption: `region B would have no open cell left for its star`.
  ///
  /// - Parameters:
  ///   - failure: What fails.
  ///   - board: What is known, the assumption and its chain included.
  /// - Returns: A clause without capital and full stop.
  package func clause(for failure: Failure, on board: KnownBoard) -> String {
    Inflection.text(FailureClause(of: failure, on: board, in: phrases).text)
  }

  /// The name of some containers: `rows 3 and 4 and region C`.
  package func name(of containers: [Container]) -> String {
    Inflection.text(phrases.name(of: containers))
  }

  /// The name of a cell: `row 3, column 5`.
  package func name(of cell: Int, side: Int) -> String {
    Inflection.text(phrases.place(cell, side: side))
  }

  /// A trace as the app's hints, one a step.
  ///
  /// - Complexity: O(steps × cells).
  package func hintSteps(_ told: ToldTrace) -> [HintStep] {
    var board = KnownBoard(told.puzzle)
    let side = told.puzzle.grid.side
    return told.steps.map { step in
      defer { board.apply(step) }
      return HintStep(
        sentence: sentence(for: step, on: board), level: step.level,
        placements: step.stars.map { [$0 / side, $0 % side] },
        marks: step.marks.map { [$0 / side, $0 % side] }, rule: step.rule,
        containers: step.containers.map(HintWriter.name),
        cells: step.cells.map { [$0 / side, $0 % side] },
        assumption: step.assumption.map { [$0.cell / side, $0.cell % side] })
    }
  }

  /// The name of a container in hints, the same in every language: lines count from 1, regions
  /// from A in the order of the puzzle's text.
  private static func name(of container: Container) -> String {
    switch container {
    case .row(let row): "row \(row + 1)"
    case .column(let column): "column \(column + 1)"
    case .region(let region): "region \(Puzzle.letter(ofRegion: region))"
    }
  }
}
