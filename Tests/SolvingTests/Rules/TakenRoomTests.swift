import Solving
import StarBattle
import TestSupport
import Testing

@Suite("What a star takes from lines and regions")
struct TakenRoomTests {
  @Test("leaves too little capacity just where a board with the star on it has too little")
  func capacity() {
    var engine = RuleEngine()
    var random = ReplaySeed(41).generator
    var (short, enough) = (0, 0)
    SomeBoards.forEach(200, marks: 6, using: &random) { layout, board, random in
      let side = layout.grid.side
      let before = Capacities(of: board, layout)
      if before.lackLines { return }
      for row in 1...side {
        for column in SetBits(board.lines[row]) where random.below(3) == 0 {
          let lacks = lacksCapacity(withStarAt: row, column, board, layout)
          let found = engine.fails(row: row, column: column, &board, layout, level: 9)
          #expect(found == lacks, "\(layout.grid), row \(row), column \(column)")
          if lacks { short += 1 } else { enough += 1 }
        }
      }
    }
    #expect(short > 500 && enough > 500, "\(short) short, \(enough) not")
  }

  /// What lines and regions can hold, line by line and by trying all placements.
  private struct Capacities {
    var lackLines = false
    var lackingRegions: Set<Int> = []

    init(of board: Board, _ layout: borrowing Layout) {
      let side = layout.grid.side
      for base in [0, Int.columns] {
        for line in base + 1...base + side {
          let next = line < base + side ? line + 1 : line
          let needs = next == line ? 0 : Int(board.needs[next])
          if Runs.capacity(board.lines[line]) < Int(board.needs[line])
            || Runs.capacity(board.lines[line] | board.lines[next])
              < Int(board.needs[line]) + needs
          {
            lackLines = true
          }
        }
      }
      var packing = RegionPacking()
      for region in 0..<side {
        for row in 1...side {
          packing.cells[row] = board.lines[row] & layout.cells(of: region, in: row)
        }
        if !packing.fits(Int(board.needs[.region(region)]), in: 1...side) {
          lackingRegions.insert(region)
        }
      }
    }
  }

  /// The same by definition: on a board of its own, with all that the star completes cleared.
  private func lacksCapacity(
    withStarAt row: Int, _ column: Int, _ board: Board, _ layout: borrowing Layout
  ) -> Bool {
    var trial = board
    trial.changed = ContainerSet()
    guard trial.place(row: row, column: column, layout) else { return true }
    let region = layout.region(of: (row - 1) * layout.grid.side + column - 1)
    if trial.needs[row] == 0 { trial.mark(trial.lines[row], in: row, layout) }
    if trial.needs[.column(column)] == 0 {
      trial.mark(trial.lines[.column(column)], in: .column(column), layout)
    }
    if trial.needs[.region(region)] == 0 {
      for line in 1...layout.grid.side {
        trial.mark(trial.lines[line] & layout.cells(of: region, in: line), in: line, layout)
      }
    }
    let after = Capacities(of: trial, layout)
    // A region that lacked room before is looked at where it has lost a cell.
    return after.lackLines
      || after.lackingRegions.contains { trial.changed.regions >> UInt32($0) & 1 != 0 }
  }
}
