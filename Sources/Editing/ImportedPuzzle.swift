import Answering
import Catalog
import Explaining
import Generating
import Grading
import Identity
import Notation
import Pressing
import Preview
import Searching
import StarBattle

/// A puzzle from elsewhere, judged: whether it may be published, and if not, why.
///
/// It is shown in any case, and pressed only where it passes the gate: so it has both stations.
struct ImportedPuzzle: Sendable {
  /// The puzzle, solved and explained.
  let preview: ShownPuzzle
  /// The puzzle with its grade, let through the gate of all that is published.
  let pressed: Pressed?
  /// Why it is not let through; `nil` where it is.
  let reason: String?

  /// Judges a puzzle.
  ///
  /// - Parameters:
  ///   - item: The puzzle.
  ///   - highestLevel: The highest rule level to grade with.
  init(_ item: PreviewSet.Item, highestLevel: Int) {
    var grader = Grader()
    var solver = ExactSolver()
    var preview = ShownPuzzle(
      item, highestLevel: highestLevel, language: .english, &grader, &solver)
    // With the rules that may be used: more of them find more, and where these solve it they take
    // the same steps.
    let grade = preview.grade
    let isWithinGate =
      grade.isSolved
      ? GradeRange.levels.contains(grade.level) : highestLevel >= GradeRange.levels.upperBound
    var press = Press(grid: item.sbn.puzzle.grid, isTracing: true)
    switch press.check(
      item.sbn.puzzle, seed: item.sbn.metadata.seed.flatMap { Seed($0) },
      solve: isWithinGate ? (grade, preview.trace) : nil)
    {
    case .success(let pressed):
      self.pressed = pressed
      reason = nil
      // It is kept with the grade that it passes with, whatever level was asked for.
      if preview.grade != pressed.grade {
        preview = ShownPuzzle(
          item, highestLevel: GradeRange.levels.upperBound, language: .english, &grader, &solver)
      }
    case .failure(let refused):
      pressed = nil
      reason = ImportedPuzzle.reason(refused.reason, preview.verdict)
    }
    self.preview = preview
  }

  private static func reason(_ refusal: Refusal, _ verdict: GradeVerdict) -> String {
    switch verdict.solutions {
    case .several: return "not unique"
    case .none: return "no solution"
    case .undecided where !verdict.grade.isSolved: return "not fair, and perhaps not unique"
    case .undecided, .unique: break
    }
    if refusal == .notSolved {
      return verdict.grade.isSolved
        ? "not fair: it needs level \(verdict.grade.level), and "
          + "\(GradeRange.levels.upperBound) is the highest that is published"
        : "not fair: the rules do not solve it"
    }
    return refusal.words
  }
}

/// What became of an imported puzzle.
enum ImportOutcome: Hashable, Sendable {
  /// It is in the catalogue now, without a place.
  case kept
  /// It is in a slot now.
  case placed(SlotID)
  /// The catalogue has it already, in some orientation and lettering.
  case twin(Twin)
  /// It may not be published.
  case refused(String)

  /// What happened, or would have happened, in words.
  func words(isDryRun: Bool) -> String {
    switch self {
    case .kept: isDryRun ? "would be kept in reserve" : "kept in reserve"
    case .placed(let slot): isDryRun ? "would become \(slot)" : "is \(slot) now"
    case .twin(let twin): "refused: \(twin)"
    case .refused(let reason): "refused: \(reason)"
    }
  }

  /// What happened in a word: `kept`, `placed`, `twin` or `refused`.
  var word: String {
    switch self {
    case .kept: "kept"
    case .placed: "placed"
    case .twin: "twin"
    case .refused: "refused"
    }
  }
}
