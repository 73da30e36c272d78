import Proving
import StarBattle
import TestSupport
import Testing

@Suite("Claims")
struct ClaimFormulaTests {
  @Test("what follows from a few containers is what holds in all ways to fill them")
  func againstEnumeration() throws {
    var generator = ReplaySeed(71).generator
    var met = [false: 0, true: 0]
    for round in 0..<1500 {
      let grid = try round % 5 == 0 ? Grid(side: 8, stars: 2) : Grid(side: 4 + round % 3, stars: 1)
      let puzzle = RandomBoards.puzzle(of: grid, using: &generator)
      var known = KnownCells(puzzle)
      for _ in 0..<generator.below(grid.cellCount) {
        known.mark(generator.below(grid.cellCount))
      }
      if generator.below(2) == 0 {
        let cell = generator.below(grid.cellCount)
        if known[cell] == nil { known.place(cell) }
      }
      let containers = containers(on: grid, using: &generator)
      let cell = generator.below(grid.cellCount)
      let isStar = generator.below(2) == 0
      var claim = ClaimFormula(known, containers: containers, claimed: [cell])
      claim.deny(stars: isStar ? [cell] : [], marks: isStar ? [] : [cell])
      var solver = ClauseSolver(claim.formula)
      let isImplied = solver.solve(conflictLimit: 100_000) == .unsatisfiable
      let canFail = canFill(containers, known, denying: cell, isStar: isStar)
      #expect(isImplied != canFail, "\(puzzle.regions) \(containers) \(cell) \(isStar)")
      var search = ClaimSearch(puzzle)
      let isCounted = search.follows(
        from: known, containers, stars: isStar ? [cell] : [], marks: isStar ? [] : [cell],
        deadEndLimit: 100_000)
      #expect(isCounted == isImplied, "\(puzzle.regions) \(containers) \(cell) \(isStar)")
      met[isImplied, default: 0] += 1
    }
    #expect(met.values.allSatisfy { $0 >= 100 }, "\(met)")
  }

  @Test("counting and clauses agree on whole claims, on failures and on ways, at every size")
  func countingAgainstClauses() throws {
    var generator = ReplaySeed(73).generator
    var met = [false: 0, true: 0]
    for _ in 0..<(Effort.isSoak ? 100_000 : 3_000) {
      let grid = RandomBoards.grid(sides: 4...14, using: &generator)
      let puzzle = RandomBoards.puzzle(of: grid, using: &generator)
      var search = ClaimSearch(puzzle)
      var known = KnownCells(puzzle)
      for _ in 0..<generator.below(grid.cellCount) {
        let cell = generator.below(grid.cellCount)
        if generator.below(8) == 0 && known.isOpen(cell) {
          known.place(cell)
        } else {
          known.mark(cell)
        }
      }
      let containers = containers(on: grid, using: &generator)
      func cells(_ count: Int) -> [Int] {
        Array(Set((0..<generator.below(count)).map { _ in generator.below(grid.cellCount) }))
          .sorted()
      }
      let stars = cells(2)
      let marks = cells(4).filter { !stars.contains($0) }
      let ways = (0..<3).map { _ in cells(3) }.filter { !$0.isEmpty }
      var claim = ClaimFormula(known, containers: containers, claimed: stars + marks)
      if !stars.isEmpty || !marks.isEmpty { claim.deny(stars: stars, marks: marks) }
      var filling = ClaimFormula(known, containers: containers, claimed: ways.flatMap { $0 })
      for way in ways { filling.deny(stars: way, marks: []) }
      let counted = (
        search.follows(
          from: known, containers, stars: stars, marks: marks, deadEndLimit: 20_000),
        search.isFilled(containers, onlyBy: ways, from: known, deadEndLimit: 20_000)
      )
      for (formula, answer) in [(claim.formula, counted.0), (filling.formula, counted.1)] {
        var solver = ClauseSolver(formula)
        let isImplied = solver.solve(conflictLimit: 100_000) == .unsatisfiable
        if let answer { #expect(answer == isImplied, "\(puzzle.regions) \(containers)") }
        met[isImplied, default: 0] += 1
      }
    }
    #expect(met.values.allSatisfy { $0 >= 500 }, "\(met)")
  }

  /// One container, two neighbouring lines, or a few lines and regions.
  private func containers(
    on grid: Grid, using generator: inout SeededGenerator
  ) -> [Container] {
    let number = generator.below(grid.side)
    switch generator.below(5) {
    case 0: return [.row(number)]
    case 1: return [.region(number)]
    case 2:
      let line = min(number, grid.side - 2)
      return [.column(line), .column(line + 1)]
    default:
      let first = generator.below(grid.side - 1)
      let last = first + generator.below(min(2, grid.side - 1 - first))
      let isRow = generator.below(2) == 0
      return (first...last).map { isRow ? .row($0) : .column($0) }
        + Set((0..<3).map { _ in generator.below(grid.side) }).sorted().map { .region($0) }
    }
  }

  /// Whether the containers can be filled such that a claim is wrong: by trying every way.
  private func canFill(
    _ containers: [Container], _ known: KnownCells, denying cell: Int, isStar: Bool
  ) -> Bool {
    let puzzle = known.puzzle
    let members = containers.map { Set($0.cells(in: puzzle)) }
    var denied = known
    if known[cell] != nil {
      // What is known cannot be otherwise.
      if known[cell] == isStar { return false }
    } else if isStar {
      denied.mark(cell)
    } else {
      denied.place(cell)
    }
    if denied.isContradictory { return false }
    let cells = members.reduce(into: Set<Int>()) { $0.formUnion($1) }.sorted()
    var open = cells.filter { denied[$0] == nil }
    func fill(_ board: KnownCells) -> Bool {
      for container in members {
        let stars = container.count { board[$0] == true }
        let rest = container.count { board.isOpen($0) }
        if stars > puzzle.grid.stars || stars + rest < puzzle.grid.stars { return false }
      }
      guard let next = open.popLast() else { return true }
      defer { open.append(next) }
      if board.isOpen(next) {
        var with = board
        with.place(next)
        if fill(with) { return true }
      }
      var without = board
      without.mark(next)
      return fill(without)
    }
    return fill(denied)
  }
}
