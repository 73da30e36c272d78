import Solving
import StarBattle
import TestSupport
import Testing

@Suite("Counting with tiles")
struct IntervalCountingTests {
  @Test("a trial's sums, taken up from the board before, are those of a fresh count")
  func trials() {
    var random = ReplaySeed(34).generator
    let counting = IntervalCounting()
    var (overdrawn, fine) = (0, 0)
    SomeBoards.forEach(2000, marks: 4, using: &random) { layout, board, random in
      var fresh = IntervalCounting()
      var deductions = Deductions()
      for base in [0, 32] where !deductions.isContradiction {
        fresh.deduce(&board, layout, base: base, into: &deductions)
      }
      if deductions.isContradiction { return }
      counting.rebase(on: &board, layout)
      let side = layout.grid.side
      for _ in 0..<20 {
        let (row, column) = (1 + random.below(side), 1 + random.below(side))
        var trial = board
        trial.changed = ContainerSet()
        guard trial.lines[row] >> UInt32(column) & 1 == 1,
          trial.place(row: row, column: column, layout)
        else { continue }
        SomeBoards.complete(&trial, layout)
        fresh = IntervalCounting()
        deductions = Deductions()
        for base in [0, 32] where !deductions.isContradiction {
          fresh.deduce(&trial, layout, base: base, into: &deductions)
        }
        let found = counting.isOverdrawn(by: &trial, layout, in: trial.changed.regions)
        #expect(found == deductions.isContradiction, "row \(row), column \(column)")
        if found { overdrawn += 1 } else { fine += 1 }
      }
    }
    #expect(overdrawn > 100 && fine > 100, "\(overdrawn) overdrawn, \(fine) not")
  }
}
