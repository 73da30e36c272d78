import Solving
import StarBattle
import TestSupport
import Testing

@Suite("Plain counting")
struct PresenceCountingTests {
  /// The rule as its sentence has it, interval by interval.
  private func byHand(_ board: Board, _ layout: borrowing Layout) -> Deductions? {
    var found = Deductions()
    let side = layout.grid.side
    for base in [0, 32] {
      for start in 1...side {
        for end in start...side {
          let need = (start...end).reduce(0) { $0 + Int(board.needs[base + $1]) }
          var (touching, contained) = (0, 0)
          var reach: [(region: Int, inside: [Int], outside: [Int])] = []
          for region in 0..<side where board.needs[.region(region)] > 0 {
            let lines = (1...side).filter {
              board.lines[base + $0] & layout.masks[region * 64 + base + $0] != 0
            }
            if lines.isEmpty { return nil }
            let (inside, outside) = (
              lines.filter { (start...end).contains($0) },
              lines.filter { !(start...end).contains($0) }
            )
            if !inside.isEmpty { touching += Int(board.needs[.region(region)]) }
            if outside.isEmpty { contained += Int(board.needs[.region(region)]) }
            reach.append((region, inside, outside))
          }
          if need == 0 && contained == 0 { continue }
          if touching < need || contained > need { return nil }
          for (region, inside, outside) in reach where !inside.isEmpty && !outside.isEmpty {
            let ruledOut =
              (touching == need ? outside : []) + (contained == need ? inside : [])
            for line in ruledOut {
              found.mark(
                board.lines[base + line] & layout.masks[region * 64 + base + line],
                in: base + line)
            }
          }
        }
      }
    }
    return found
  }

  @Test("marks what the rule says of every interval, and sees every contradiction")
  func rule() {
    var random = ReplaySeed(33).generator
    var counting = PresenceCounting()
    var (marking, failing) = (0, 0)
    SomeBoards.forEach(250, using: &random) { layout, start, _ in
      var board = start
      var deductions = Deductions()
      counting.deduce(&board, layout, into: &deductions)
      guard let expected = byHand(board, layout) else {
        #expect(deductions.isContradiction)
        failing += 1
        return
      }
      #expect(!deductions.isContradiction)
      for line in 0..<64 { #expect(deductions.marks[line] == expected.marks[line]) }
      if !expected.isEmpty { marking += 1 }
    }
    #expect(marking > 10 && failing > 10, "\(marking) boards with marks, \(failing) without a way")
  }
}
