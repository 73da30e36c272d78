package import Answering
package import Explaining
import Flagging
package import Grading
import Notation
package import Searching
package import Solving
package import StarBattle

/// A puzzle as it is shown: solved, explained and judged, whether or not it may ever be published.
package struct ShownPuzzle: Sendable {
  /// Where it stands and what is printed about it.
  package let item: PreviewSet.Item
  /// How a person solves it.
  package let trace: Trace
  /// The same as the page tells it, and a sentence for each step.
  package let told: ToldTrace
  let sentences: [String]
  /// Its grade, how many solutions it has, and where the reasoning stops.
  package let verdict: GradeVerdict
  /// What flags are told by.
  let figures: FlagFigures
  /// The solution, the first two of several, or none where none was found.
  package var solutions: [Solution] { verdict.found }

  package var puzzle: Puzzle { item.sbn.puzzle }
  package var grade: Grade { verdict.grade }

  /// The hardest rules it needs: those of the highest level, in ladder order.
  package var hardestRules: [Rule] {
    grade.rules.map(\.rule).filter { $0.level == grade.level }
  }

  /// The cells in which two solutions differ, ascending.
  package var differingCells: [Int] {
    guard solutions.count == 2 else { return [] }
    return Set(solutions[0].stars).symmetricDifference(solutions[1].stars).sorted()
  }

  /// The address at puzz.link, where the puzzle can be played.
  var link: String { Notation.puzzlink.text(of: item.sbn) ?? "" }

  /// Explains a puzzle, and solves it where that has not been done already.
  ///
  /// - Parameters:
  ///   - item: The puzzle.
  ///   - highestLevel: The highest rule level to use, 1…13.
  ///   - language: The language of the sentences.
  ///   - grader: Scratch space.
  ///   - solver: Scratch space.
  package init(
    _ item: PreviewSet.Item, highestLevel: Int, language: HintLanguage, _ grader: inout Grader,
    _ solver: inout ExactSolver
  ) {
    self.item = item
    let known = item.solve.flatMap { $0.grade.level <= highestLevel ? $0 : nil }
    let (grade, trace) =
      known ?? grader.trace(item.sbn.puzzle, highestLevel: highestLevel)
    self.trace = trace
    verdict = GradeVerdict(of: grade, trace: { trace }, item.sbn.puzzle, &solver)
    figures = FlagFigures(grade, trace, &grader)
    told = ToldTrace(trace)
    sentences = HintWriter(language: language).hintSteps(told).map(\.sentence)
  }
}
