package import Adding
import StarBattle

/// Sums: what some rows, columns and regions need, counted against others and tiles, wherever they
/// are.
///
/// Three rows and a column need nine stars. If all their open cells lie in two regions and three
/// tiles, these hold nine as well and no more: so they have none elsewhere. Containers may be added
/// or taken away, once or twice, and tiles taken away; `Adding` finds the smallest such argument.
///
/// Not on the ladder yet: a grader has to be asked for them (`RuleSet`).
///
/// - Observes: stars needed by containers of any kind, and tiles.
/// - Technique: enumeration of small sums.
/// - Deduces: marks and placements.
/// - Source: this project.
extension Rule {
  static let sums: [Rule] = [
    sum(
      of: 2...4, code: 18, id: "sum.few", name: "adding up to four containers and tiles", level: 8,
      cost: 60),
    sum(
      of: 5...6, code: 19, id: "sum.some", name: "adding up five or six containers and tiles",
      level: 10, cost: 60),
    sum(
      of: 7...8, code: 20, id: "sum.many", name: "adding up seven or eight containers and tiles",
      level: 12, cost: 60),
  ]

  private static func sum(
    of sizes: ClosedRange<Int>, code: Int, id: String, name: String, level: Int, cost: Int
  ) -> Rule {
    Rule(
      code: code, id: id, name: name, level: level, cost: cost, source: .ours, scope: .sum,
      wording: .sum, prevalence: .rare,
      find: { solve, _, engine, layout in
        let arguments = solve.board.arguments(of: sizes, layout)
        for argument in arguments.all { engine.deductions.add(argument, side: layout.grid.side) }
        if arguments.contradiction != nil { engine.deductions.isContradiction = true }
      },
      split: { solve, recorder, engine, layout in
        for argument in solve.board.arguments(of: sizes, layout).all {
          engine.deductions.add(argument, side: layout.grid.side)
          recorder.add(&engine.deductions, argument.addends, layout)
        }
      })
  }
}

extension Board {
  /// The smallest arguments of adding up.
  package func arguments(of sizes: ClosedRange<Int>, _ layout: borrowing Layout) -> Arguments {
    let side = layout.grid.side
    var regions: [Int] = []
    for cell in 0..<layout.grid.cellCount { regions.append(layout.region(of: cell)) }
    let open = OpenBoard(
      side: side, openCells: unknownCells(side: side), region: { regions[$0] },
      need: { Int(needs[$0.number]) })
    var search = ArgumentSearch(open)
    return search.find(sizes: sizes)
  }
}

extension Deductions {
  fileprivate mutating func add(_ argument: Argument, side: Int) {
    for cell in argument.stars { place(2 << UInt32(cell % side), in: cell / side + 1) }
    for cell in argument.marks { mark(2 << UInt32(cell % side), in: cell / side + 1) }
  }
}
