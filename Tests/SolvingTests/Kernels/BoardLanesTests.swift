import Solving
import StarBattle
import TestSupport
import Testing

@Suite("Boards side by side")
struct BoardLanesTests {
  @Test("fail by counting just where each of them does by itself")
  func boards() {
    var random = ReplaySeed(34).generator
    var (overdrawn, fine, full, notFull, lost) = (0, 0, 0, 0, 0)
    var lanes = BoardLanes()
    let counting = IntervalCounting()
    let trials = UnsafeMutablePointer<Board>.allocate(capacity: BoardLanes.most)
    defer { trials.deallocate() }
    SomeBoards.forEach(1500, marks: 4, using: &random) { layout, board, random in
      // Of boards that fail before anything is assumed, some.
      if BoardLanesTests.failsCounted(board, layout) {
        if random.below(10) > 0 { return }
        lost += 1
      }
      BoardLanesTests.fill(&lanes, from: board, layout, tries: 200, in: trials, &random)
      if lanes.isFull { full += 1 } else { notFull += 1 }
      let found = lanes.findOverdrawn(on: &board, layout, counting)
      for index in 0..<lanes.count {
        let fails = BoardLanesTests.failsCounted(trials[index], layout)
        #expect(
          (found >> UInt32(index) & 1 == 1) == fails, "\(layout.grid), \(lanes.cell(index))")
        if fails { overdrawn += 1 } else { fine += 1 }
      }
      #expect(lanes.count == 32 || found >> UInt32(lanes.count) == 0)
    }
    #expect(overdrawn > 500 && fine > 500, "\(overdrawn) overdrawn, \(fine) not")
    #expect(full > 20 && notFull > 10, "\(full) times all lanes, \(notFull) times fewer")
    #expect(lost > 20, "\(lost) failed before")
  }

  @Test("are the same given by a star alone as with all that it takes")
  func stars() {
    var random = ReplaySeed(37).generator
    var lanes = BoardLanes()
    let counting = IntervalCounting()
    var (overdrawn, fine) = (0, 0)
    let trials = UnsafeMutablePointer<Board>.allocate(capacity: BoardLanes.most)
    defer { trials.deallocate() }
    SomeBoards.forEach(4000, marks: 6, using: &random) { layout, board, random in
      var cells: [(row: Int, column: Int)] = []
      // Few stars leave regions alone, many do not.
      for _ in 0..<1 + random.below(60) where cells.count < BoardLanes.most {
        guard let (row, column) = BoardLanesTests.openCell(of: board, layout, &random)
        else { continue }
        let region = layout.region(of: (row - 1) * layout.grid.side + column - 1)
        var trial = board
        guard trial.place(row: row, column: column, layout) else { continue }
        for line in [row, 32 + column] where trial.needs[line] == 0 {
          trial.mark(trial.lines[line], in: line, layout)
        }
        if trial.needs[64 + region] == 0 {
          for row in layout.rows(of: region) {
            let cells = trial.lines[row] & layout.cells(of: region, in: row)
            trial.mark(cells, in: row, layout)
          }
        }
        (trials + cells.count).initialize(to: trial)
        cells.append((row, column))
      }
      lanes.removeAll()
      for cell in cells {
        lanes.addStar(row: cell.row, column: cell.column, on: &board, layout)
      }
      let found = lanes.findOverdrawn(on: &board, layout, counting)
      lanes.removeAll()
      for (index, cell) in cells.enumerated() {
        lanes.add(trials + index, row: cell.row, column: cell.column)
      }
      #expect(found == lanes.findOverdrawn(on: &board, layout, counting), "\(layout.grid)")
      overdrawn += found.nonzeroBitCount
      fine += cells.count - found.nonzeroBitCount
    }
    #expect(overdrawn > 500 && fine > 500, "\(overdrawn) overdrawn, \(fine) not")
  }

  @Test("are counted plainly just where that shows something of each of them by itself")
  func counted() {
    var random = ReplaySeed(38).generator
    var lanes = BoardLanes()
    var (telling, failing, silent) = (0, 0, 0)
    let trials = UnsafeMutablePointer<Board>.allocate(capacity: BoardLanes.most)
    defer { trials.deallocate() }
    SomeBoards.forEach(6000, marks: 4, using: &random) { layout, board, random in
      // Of boards that fail before anything is assumed, some.
      if BoardLanesTests.plainly(board, layout).isContradiction && random.below(20) > 0 { return }
      BoardLanesTests.fill(&lanes, from: board, layout, tries: 100, in: trials, &random)
      let found = lanes.findCounted(on: &board, layout)
      for index in 0..<lanes.count {
        let deductions = BoardLanesTests.plainly(trials[index], layout)
        #expect(
          (found >> UInt32(index) & 1 == 1) == !deductions.isEmpty,
          "\(layout.grid), \(lanes.cell(index))")
        if deductions.isContradiction {
          failing += 1
        } else if deductions.isEmpty {
          silent += 1
        } else {
          telling += 1
        }
      }
      #expect(lanes.count == 32 || found >> UInt32(lanes.count) == 0)
    }
    #expect(
      telling > 500 && failing > 500 && silent > 100,
      "\(telling) telling, \(failing) failing, \(silent) silent")
  }

  /// Fills the lanes with copies of a board, each with a star more and what that completes.
  private static func fill(
    _ lanes: inout BoardLanes, from board: Board, _ layout: borrowing Layout, tries: Int,
    in trials: UnsafeMutablePointer<Board>, _ random: inout SeededGenerator
  ) {
    lanes.removeAll()
    for _ in 0..<random.below(tries) where !lanes.isFull {
      guard let (row, column) = openCell(of: board, layout, &random) else { continue }
      var trial = board
      guard trial.place(row: row, column: column, layout) else { continue }
      SomeBoards.complete(&trial, layout)
      (trials + lanes.count).initialize(to: trial)
      lanes.add(trials + lanes.count, row: row, column: column)
    }
  }

  /// An unknown cell, if chance finds one.
  private static func openCell(
    of board: Board, _ layout: borrowing Layout, _ random: inout SeededGenerator
  ) -> (row: Int, column: Int)? {
    let side = layout.grid.side
    let (row, column) = (1 + random.below(side), 1 + random.below(side))
    return board.lines[row] >> UInt32(column) & 1 == 1 ? (row, column) : nil
  }

  /// What plain counting, from nothing, shows of a board.
  private static func plainly(_ start: Board, _ layout: borrowing Layout) -> Deductions {
    var (board, deductions) = (start, Deductions())
    var fresh = PresenceCounting()
    fresh.deduce(&board, layout, into: &deductions)
    return deductions
  }

  /// Whether counting with tiles, by itself and from nothing, finds that a board fails.
  private static func failsCounted(_ start: Board, _ layout: borrowing Layout) -> Bool {
    var (board, deductions) = (start, Deductions())
    var fresh = IntervalCounting()
    for base in [0, 32] where !deductions.isContradiction {
      fresh.deduce(&board, layout, base: base, into: &deductions)
    }
    return deductions.isContradiction
  }
}
