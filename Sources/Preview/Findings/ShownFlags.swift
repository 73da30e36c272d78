import Flagging
import StarBattle

extension [ShownPuzzle] {
  /// What an editor should be warned of, for each of them: what it has by itself, then what it
  /// shares with those before it.
  var flags: [[Flag]] {
    let limits = map { $0.item.flags.limits(for: $0.puzzle.grid) }
    let shared = ListedSolve.flags(
      among: map { ListedSolve(puzzle: $0.puzzle, grade: $0.grade) },
      areDates: allSatisfy(\.item.isDate), limits: { limits[$0] })
    return indices.map { self[$0].figures.flags(limits[$0]) + shared[$0] }
  }
}
