import Explaining
import Pipeline
import StarBattle

/// Positions that traces of good puzzles hardly ever lead to.
enum HandMadePositions {
  static func all() throws -> [HintPosition] {
    let small = KnownBoard(try TraceSamples.puzzle("AABBB/AABBC/ADDCC/ADDCE/DDDEE"))
    // Eight rows, each a region of its own, with two stars needed in each.
    let rows = KnownBoard(
      try TraceSamples.puzzle(
        "AAAAAAAA/BBBBBBBB/CCCCCCCC/DDDDDDDD/EEEEEEEE/FFFFFFFF/GGGGGGGG/HHHHHHHH", stars: 2))

    var positions: [HintPosition] = []
    func add(_ board: KnownBoard, stars: [Int] = [], marks: [Int] = [], _ step: Step) {
      var board = board
      board.apply(
        Step(
          rule: "given", level: 1, cycle: 0, containers: [], cells: [], stars: stars, marks: marks))
      positions.append(HintPosition(board: board, step: step))
    }
    func refute(
      _ board: KnownBoard, stars: [Int] = [], marks: [Int] = [], cell: Int, chain: [Step] = [],
      _ rule: String, _ containers: [Container]
    ) {
      add(
        board, stars: stars, marks: marks,
        Step(
          rule: "hypothetical.chained", level: 12, cycle: 0, containers: containers, cells: [cell],
          marks: [cell],
          assumption: Assumption(
            cell: cell, chain: chain, failure: Failure(rule: rule, containers: containers))))
    }

    // Ways to fill a container: one of them fails, or all.
    let end = Failure(rule: "direct.forced", containers: [.row(4)])
    for failures in [[nil, end, nil], [end, end, end]] {
      let ways = zip([1, 3, 4], failures).map { Way(stars: [$0], chain: [], failure: $1) }
      add(
        small, marks: [0, 2],
        Step(
          rule: "hypothetical.ways", level: 13, cycle: 0, containers: [.row(0)], cells: [1, 3, 4],
          marks: [7], ways: ways))
    }
    // Several stars in one step.
    add(
      small, stars: [0, 7],
      Step(
        rule: "direct.neighbours", level: 1, cycle: 0, containers: [], cells: [0, 7],
        marks: [1, 2, 3, 5, 6]))
    // A rule that has no sentences yet.
    add(
      small,
      Step(
        rule: "new.rule", level: 7, cycle: 0, containers: [.row(0), .region(1)], cells: [],
        marks: [3]))
    add(small, Step(rule: "new.rule", level: 7, cycle: 0, containers: [], cells: [], stars: [3]))
    // More marks than a sentence lists: six rows and six columns.
    add(
      rows,
      Step(
        rule: "new.rule", level: 7, cycle: 0, containers: [.column(0)], cells: [],
        marks: [0, 9, 18, 27, 36, 45]))
    // A row that can hold just what its regions can put there.
    let steps = KnownBoard(
      try TraceSamples.puzzle(
        "AAABBBCC/AAABBBCC/DDDDBBCC/EEEDDDCC/EEEEDDCC/FFFFFFCC/GGGGGFFF/HHHHHHHH", stars: 2))
    add(
      steps, marks: [0, 1, 2, 3, 4],
      Step(
        rule: "counting.tiles", level: 7, cycle: 0, containers: [.row(0), .region(1), .region(2)],
        cells: [], marks: [14]))
    // Region A has two cells side by side in row 1 and two in row 2: one star in each.
    add(
      steps, stars: [7], marks: [2, 6, 10, 14, 15],
      Step(
        rule: "tiling.parts", level: 7, cycle: 0, containers: [.row(0), .region(0), .region(1)],
        cells: [], marks: [8]))

    // Failures.
    refute(rows, stars: [0, 2], cell: 4, "direct.forced", [.row(0)])
    refute(rows, stars: [0, 9], cell: 20, "direct.forced", [.row(0)])
    refute(rows, stars: [0, 4, 14], cell: 20, "tiling.pairs", [.row(0), .row(1)])
    refute(small, marks: [0, 5, 10, 15], cell: 8, "counting.tiles", [.column(0), .region(0)])
    refute(small, stars: [20], marks: [1, 6], cell: 3, "counting.marks", [.column(0), .region(0)])
    return positions
  }
}
