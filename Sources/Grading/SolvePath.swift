package import Solving
import StarBattle

/// The way that a person takes through a puzzle: in each cycle a rule, and the cells that it
/// decides.
///
/// Two puzzles whose regions differ by a cell may be solved in the same way from end to end; where
/// they are not, this says from which cycle on.
package struct SolvePath: Sendable {
  fileprivate struct Cycle: Sendable {
    let code: Int
    let cells: RowMasks
  }

  fileprivate var cycles: [Cycle] = []

  /// The number of cycles.
  package var count: Int { cycles.count }
}

extension Grader {
  /// Grades a layout to level 12 and keeps its way.
  package mutating func path(of layout: borrowing Layout) -> (grade: Grade, path: SolvePath) {
    var path = SolvePath()
    let grade = grade(layout) { code, cells in path.cycles.append(.init(code: code, cells: cells)) }
    return (grade, path)
  }

  /// Grades a layout to level 12 and compares its way with another's.
  ///
  /// - Returns: The grade, and the first cycle, from 0, in which another rule is used or other
  ///   cells are decided; `nil` where the ways are the same to the end.
  package mutating func grade(
    _ layout: borrowing Layout, comparing path: SolvePath
  ) -> (grade: Grade, parting: Int?) {
    var count = 0
    var parting: Int?
    let grade = grade(layout) { code, cells in
      if parting == nil {
        let isSame =
          count < path.count && path.cycles[count].code == code
          && path.cycles[count].cells == cells
        if !isSame { parting = count }
      }
      count += 1
    }
    return (grade, parting ?? (count == path.count ? nil : count))
  }

  private mutating func grade(
    _ layout: borrowing Layout, noting note: (Int, RowMasks) -> Void
  ) -> Grade {
    grade(layout, climbing: rules.rules(through: 12)) { rule, solve, deductions in
      note(rule.code, deductions.rows(on: solve.board))
    }
  }
}

extension Grader {
  /// What a person finds first: the easiest rule that applies to an empty board, and the cells that
  /// it decides.
  package mutating func opening(
    of layout: borrowing Layout
  ) -> (rule: Rule, stars: [Int], marks: [Int])? {
    withEngine { engine, rules in
      var solve = LadderSolve(layout, climbing: rules.rules(through: 12))
      guard let row = solve.findEasiest(&engine, layout) else { return nil }
      let cells = engine.deductions.cells(on: solve.board, side: layout.grid.side)
      engine.deductions.clear()
      return (solve.ladder[row], cells.stars, cells.marks)
    }
  }
}
