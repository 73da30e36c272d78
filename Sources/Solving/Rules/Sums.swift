package import Adding
import StarBattle

/// Sums: what some rows, columns and regions need, counted against others and tiles, wherever they
/// are.
///
/// Three rows and a column need nine stars. If all their open cells lie in two regions and three
/// tiles, these hold nine as well and no more: so they have none elsewhere. Containers may be added
/// or taken away, once or twice, and tiles taken away; `Adding` finds the smallest such argument.
///
/// No ladder that puzzles are graded with has them: they take longer to look through than the rest
/// of a grade, and labels are followed no better with them. A grader has to be asked for them
/// (`RuleSet.withSmallSums`, `.withSums`, `.withoutAssumptions`, `.thorough`).
/// Behind an assumed star they are a rule of their own (`assumeSums`).
///
/// - Observes: stars needed by containers of any kind, and tiles.
/// - Technique: enumeration of small sums; linear programming for those of any size.
/// - Deduces: marks and placements.
/// - Source: this project.
extension Rule {
  static let sums = [fewParts, someParts, manyParts, anyParts]

  package static let fewParts = sum(
    of: 2...4, code: 18, id: "sum.few", name: "adding up to four containers and tiles", level: 7,
    cost: 48)

  package static let someParts = sum(
    of: 5...6, code: 19, id: "sum.some", name: "adding up five or six containers and tiles",
    level: 10, cost: 60)

  package static let manyParts = sum(
    of: 7...8, code: 20, id: "sum.many", name: "adding up seven or eight containers and tiles",
    level: 12, cost: 60)

  /// Sums of any size: the smallest that are found, and those that are hardly larger.
  ///
  /// They are the last thing that can be had without assuming a star. Whoever follows one of thirty
  /// parts has a certificate rather than an idea, so the small ones are carried out first.
  package static let anyParts = Rule(
    code: 21, id: "sum.any", name: "adding up as many containers and tiles as it takes", level: 12,
    cost: 60, source: .ours, scope: .sum, wording: .sum, prevalence: .rare,
    find: { solve, _, engine, layout in
      engine.longSums.load(solve.board, layout)
      let found = engine.longSums.find()
      let most = max(8, 3 * (found.first?.size ?? 0) / 2)
      engine.foundSums = found.filter { $0.size <= most }
      for argument in engine.foundSums {
        engine.deductions.add(argument, side: layout.grid.side)
      }
    },
    split: { _, recorder, engine, layout in
      for argument in engine.foundSums {
        engine.deductions.add(argument, side: layout.grid.side)
        recorder.add(&engine.deductions, argument.addends, layout)
      }
    })

  private static func sum(
    of sizes: ClosedRange<Int>, code: Int, id: String, name: String, level: Int, cost: Int
  ) -> Rule {
    Rule(
      code: code, id: id, name: name, level: level, cost: cost, source: .ours, scope: .sum,
      wording: .sum, prevalence: .rare,
      find: { solve, changed, engine, layout in
        let arguments = engine.arguments(of: sizes, code: code, solve, changed, layout)
        for argument in arguments.all { engine.deductions.add(argument, side: layout.grid.side) }
        if arguments.contradiction != nil { engine.deductions.isContradiction = true }
        if engine.deductions.isEmpty { solve.noteStars(seenBy: code) }
      },
      split: { solve, recorder, engine, layout in
        let arguments = engine.arguments(of: sizes, code: code, solve, solve.asked, layout)
        for argument in arguments.all {
          engine.deductions.add(argument, side: layout.grid.side)
          recorder.add(&engine.deductions, argument.addends, layout)
        }
      })
  }
}

extension RuleEngine {
  /// The smallest arguments of adding up on the board of a solve.
  ///
  /// Where the rule has found nothing before, and there has been no star since, it looks only at
  /// sums that hold what has changed.
  fileprivate mutating func arguments(
    of sizes: ClosedRange<Int>, code: Int, _ solve: borrowing LadderSolve, _ changed: ContainerSet,
    _ layout: borrowing Layout
  ) -> Arguments {
    if !isAdded {
      sums.load(solve.board, layout)
      isAdded = true
    }
    // What tiles show of single containers stands further down every ladder.
    if solve.hasNewStars(for: code) { return sums.find(sizes: sizes, isTiled: true) }
    let side = layout.grid.side
    return sums.find(
      sizes: sizes, isTiled: true, isChanged: { changed.contains(.container($0, ofSide: side)) })
  }
}

extension LadderSolve {
  /// Takes note of how many stars there were when a rule found nothing.
  fileprivate mutating func noteStars(seenBy code: Int) { starsSeen[code] = Int16(starCount) }

  /// Whether there has been a star since a rule last found nothing.
  fileprivate func hasNewStars(for code: Int) -> Bool { Int(starsSeen[code]) != starCount }

  private var starCount: Int {
    var count = 0
    for row in 0..<32 { count &+= board.stars[unchecked: row].nonzeroBitCount }
    return count
  }
}

/// What looks for sums on a board.
protocol SumSearch: ~Copyable {
  mutating func load(
    side: Int, openCells: (Int) -> UInt32, region: (Int) -> Int, need: (Int) -> Int)
}

extension ArgumentSearch: SumSearch {}
extension LinearSearch: SumSearch {}

extension SumSearch where Self: ~Copyable {
  /// Reads a board.
  mutating func load(_ board: Board, _ layout: borrowing Layout) {
    let side = layout.grid.side
    load(
      side: side, openCells: { board.lines[$0 + 1] >> 1 }, region: { layout.region(of: $0) },
      need: { Int(board.needs[.container($0, ofSide: side)]) })
  }
}

extension ContainerNumber {
  /// The number of a container by its place among all: rows come first, then columns, regions.
  fileprivate static func container(_ place: Int, ofSide side: Int) -> ContainerNumber {
    if place < side { return place + 1 }
    return place < 2 * side ? .column(place - side + 1) : .region(place - 2 * side)
  }
}

extension Board {
  /// The smallest arguments of adding up.
  package func arguments(of sizes: ClosedRange<Int>, _ layout: borrowing Layout) -> Arguments {
    var search = ArgumentSearch()
    search.load(self, layout)
    return search.find(sizes: sizes)
  }
}

extension Deductions {
  fileprivate mutating func add(_ argument: Argument, side: Int) {
    add(stars: argument.stars, marks: argument.marks, side: side)
  }
}
