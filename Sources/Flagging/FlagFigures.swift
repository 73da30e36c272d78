package import Grading
package import StarBattle
import Wording

/// The figures of a puzzle that flags are told by, those that it has by itself.
package struct FlagFigures: Sendable {
  private let cycles: [SolveSignals.Cycle]
  private let grade: Grade
  /// The levels by which the hardest cycle stands above the next.
  package let spike: Int
  /// The longest row of cycles without a star.
  package let tedium: Int
  /// The cycles before that with the first star.
  package let blankStart: Int
  /// The hardest level up to the first star.
  package let firstStarLevel: Int
  /// The longest argument of a cycle in which one place shows something.
  package let bottleneck: Int
  /// The cycle of it.
  private let bottleneckCycle: Int
  /// The longest tail of a region, and the region.
  package let tail: (cells: Int, region: Int)
  /// 1 where the hardest rule is used in one cycle, and another of its level can do the work.
  package let decoration: Int

  /// Works them out.
  ///
  /// - Parameters:
  ///   - grade: The grade of the puzzle.
  ///   - trace: Its trace.
  ///   - grader: Scratch space.
  package init(_ grade: Grade, _ trace: Trace, _ grader: inout Grader) {
    self.grade = grade
    let cycles = SolveSignals(trace).cycles
    self.cycles = cycles
    let levels = cycles.map(\.level).sorted(by: >)
    spike = levels.count < 2 ? 0 : levels[0] - levels[1]
    var starred: Set<Int> = []
    for step in trace.steps where !step.stars.isEmpty { starred.insert(step.cycle) }
    var (run, longest) = (0, 0)
    for index in cycles.indices {
      run = starred.contains(index) ? 0 : run + 1
      longest = max(longest, run)
    }
    tedium = longest
    let first = cycles.indices.first { starred.contains($0) } ?? cycles.count
    blankStart = first
    firstStarLevel = cycles.prefix(first + 1).map(\.level).max() ?? 0
    let narrow = cycles.indices.filter { cycles[$0].places == 1 }
    let worst = narrow.max { cycles[$0].parts < cycles[$1].parts }
    bottleneck = worst.map { cycles[$0].parts } ?? 0
    bottleneckCycle = worst ?? 0
    tail = trace.puzzle.longestTail
    decoration = grader.isDecorated(trace.puzzle, grade) ? 1 : 0
  }

  /// The flags that they are.
  package func flags(_ limits: FlagLimits) -> [Flag] {
    guard grade.isSolved else { return [] }
    return FlagKind.ofOnePuzzle.compactMap { kind in
      guard let limit = limits[kind] else { return nil }
      let figure = figure(kind)
      return figure >= limit
        ? Flag(kind: kind, figure: figure, limit: limit, reason: reason(kind)) : nil
    }
  }

  /// The figure of a kind that a puzzle has by itself.
  package func figure(_ kind: FlagKind) -> Int {
    switch kind {
    case .spike: spike
    case .tedium: tedium
    case .blankStart: blankStart
    case .decoration: decoration
    case .bottleneck: bottleneck
    case .ugly: tail.cells
    case .pattern, .neighbour, .yesterday: 0
    }
  }

  private func reason(_ kind: FlagKind) -> String {
    switch kind {
    case .spike:
      "one cycle of level \(grade.level) (\(grade.hardest?.id ?? "")), all others "
        + "\(spike, of: "level") lower or more"
    case .tedium: "\(tedium) of \(cycles.count) cycles in a row place no star"
    case .blankStart:
      "the first star comes after \(blankStart, of: "cycle"), the hardest "
        + "of level \(firstStarLevel)"
    case .decoration:
      "\(grade.hardest?.id ?? ""), its hardest rule, is used in one cycle, and without it another "
        + "of its level does the work"
    case .bottleneck:
      "in cycle \(bottleneckCycle + 1) there is one place to go on, with an argument of "
        + "\(bottleneck, of: "part")"
    case .ugly:
      "region \(Puzzle.letter(ofRegion: tail.region)) has a tail of "
        + "\(tail.cells, of: "cell"), one wide"
    case .pattern, .neighbour, .yesterday: ""
    }
  }
}

extension Puzzle {
  /// The longest tail of a region: cells in a row from a tip on, none of which has a third
  /// neighbour in its region, up to where the region is broader.
  ///
  /// - Complexity: O(cells).
  package var longestTail: (cells: Int, region: Int) {
    var best = (cells: 0, region: 0)
    func inside(_ cell: Int) -> [Int] {
      grid.edgeNeighbours(of: cell).filter { regions[$0] == regions[cell] }
    }
    for tip in 0..<grid.cellCount where inside(tip).count == 1 {
      var (cell, last, count) = (tip, -1, 0)
      while true {
        let ways = inside(cell)
        if ways.count > 2 { break }
        count += 1
        guard let next = ways.first(where: { $0 != last }) else { break }
        (cell, last) = (next, cell)
      }
      if count > best.cells { best = (count, region(of: tip)) }
    }
    return best
  }
}
