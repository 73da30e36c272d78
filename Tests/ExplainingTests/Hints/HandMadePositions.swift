import Explaining
import HouseSupport
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
      _ rule: String, _ containers: [Container], sum: [Addend] = []
    ) {
      add(
        board, stars: stars, marks: marks,
        Step(
          rule: "hypothetical.chained", level: 12, cycle: 0, containers: containers, cells: [cell],
          marks: [cell],
          assumption: Assumption(
            cell: cell, chain: chain,
            failure: Failure(rule: rule, containers: containers, sum: sum))))
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
    // Some of the cells that a star rules out.
    add(
      small, stars: [0],
      Step(
        rule: "direct.neighbours", level: 1, cycle: 0, containers: [], cells: [0], marks: [1, 5]))
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

    // Rows 1 and 2 need as many stars as they have tiles for, until a star next to them makes them
    // a T or an M. The first is two kissing Ls.
    func press(
      stars: [Int] = [], open: [[Int]], cell: Int, ruledOut: [Int]
    ) {
      let open = open[0] + open[1].map { 8 + $0 }
      refute(
        rows, stars: stars, marks: (0..<16).filter { !open.contains($0) && !stars.contains($0) },
        cell: cell,
        chain: [
          Step(
            rule: "direct.neighbours", level: 1, cycle: 0, containers: [], cells: [cell],
            marks: ruledOut)
        ], "tiling.pairs", [.row(0), .row(1)])
    }
    press(
      open: [[1, 3, 6, 7], [0, 1, 2, 3, 4, 5]], cell: 12, ruledOut: [3, 4, 5, 11, 13, 19, 20, 21])
    press(
      stars: [15], open: [[1, 4, 5], [0, 1, 2, 3, 4]], cell: 20, ruledOut: [11, 12, 13, 19, 21])
    press(
      open: [[1, 3, 6, 7], Array(0...7)], cell: 22, ruledOut: [13, 14, 15, 21, 23])
    press(open: [[1, 3, 5], Array(0...6)], cell: 63, ruledOut: [54, 55, 62])

    try positions += sums()

    // Failures.
    refute(rows, stars: [0, 2], cell: 4, "direct.forced", [.row(0)])
    refute(rows, stars: [0, 9], cell: 20, "direct.forced", [.row(0)])
    // Rows 1 and 2 have no room for the last star, or for four of which three would be in row 2.
    for (stars, open) in [([0, 4, 14], []), ([], [0, 10, 12, 14])] {
      refute(
        rows, stars: stars, marks: (0..<16).filter { !(stars + open).contains($0) }, cell: 40,
        "tiling.pairs", [.row(0), .row(1)])
    }
    refute(small, marks: [0, 5, 10, 15], cell: 8, "counting.tiles", [.column(0), .region(0)])
    refute(small, stars: [20], marks: [1, 6], cell: 3, "counting.marks", [.column(0), .region(0)])
    // The star leaves two rows nothing but cells of one region.
    refute(
      small, marks: [2, 3, 4, 8, 9], cell: 12,
      chain: [
        Step(
          rule: "direct.neighbours", level: 1, cycle: 0, containers: [], cells: [12],
          marks: [6, 7, 11, 13, 16, 17, 18])
      ], "sum.any", [.row(0), .row(1), .region(0)],
      sum: [
        Addend(.container(.row(0)), times: 1), Addend(.container(.row(1)), times: 1),
        Addend(.container(.region(0)), times: -1),
      ])
    return positions
  }

  /// A sum in each of its forms.
  private static func sums() throws -> [HintPosition] {
    let small = try TraceSamples.puzzle("AABBB/AABBC/ADDCC/ADDCE/DDDEE")
    let rows = try TraceSamples.puzzle(
      "AAAAAAAA/BBBBBBBB/CCCCCCCC/DDDDDDDD/EEEEEEEE/FFFFFFFF/GGGGGGGG/HHHHHHHH", stars: 2)
    var positions: [HintPosition] = []
    func add(
      _ puzzle: Puzzle, given: [Int] = [], without closed: [Int], _ sum: [(Addend.Source, Int)],
      stars: [Int] = [], marks: [Int]
    ) {
      let addends = sum.map { Addend($0, times: $1) }
      positions.append(
        HintPosition(
          board: TraceSamples.board(puzzle, stars: given, marks: closed),
          step: Step(
            rule: "sum.few", level: 8, cycle: 0, containers: addends.compactMap(\.container),
            cells: [], stars: stars, marks: marks, sum: addends)))
    }
    // Two rows lie in two regions; a region lies in one tile.
    add(
      small, without: [9],
      [
        (.container(.row(0)), 1), (.container(.row(1)), 1), (.container(.region(0)), -1),
        (.container(.region(1)), -1),
      ], marks: [10, 15])
    add(small, without: [], [(.container(.region(4)), 1), (.tile(18), -1)], marks: [18])
    // Row 1 has three open cells, of which a tile has two; or four, in three tiles.
    add(
      rows, without: [2, 3, 4, 6, 7], [(.container(.row(0)), 1), (.tile(0), -1)], stars: [5],
      marks: [8, 9])
    add(
      rows, without: [4, 5, 6, 7],
      [(.container(.row(0)), 1), (.tile(0), -1), (.tile(1), -1), (.tile(2), -1)], marks: [9, 10])
    // Two rows of that kind.
    add(
      rows, without: [2, 3, 4, 6, 7, 34, 35, 36, 38, 39],
      [(.container(.row(0)), 1), (.container(.row(4)), 1), (.tile(0), -1), (.tile(32), -1)],
      stars: [5, 37], marks: [8, 9])
    // Both three times over.
    add(
      rows, without: [2, 3, 4, 6, 7, 34, 35, 36, 38, 39],
      [(.container(.row(0)), 3), (.container(.row(4)), 3), (.tile(0), -3), (.tile(32), -3)],
      stars: [5, 37], marks: [8, 9])
    add(
      rows, without: [2, 3, 4, 6, 7], [(.container(.row(0)), 3), (.tile(0), -3)], stars: [5],
      marks: [8, 9])
    // Row 1 counts twice: each of its cells lies in two tiles, or in one and a column.
    let twice: [(Addend.Source, Int)] = [
      (.container(.row(0)), 2), (.container(.column(0)), -1), (.container(.column(2)), -1),
      (.tile(0), -1), (.tile(1), -1),
    ]
    add(rows, given: [32, 50], without: [3, 4, 5, 6, 7], twice, marks: [8, 9, 10])
    add(
      rows, given: [32, 50], without: [3, 4, 5, 6, 7, 56, 57, 58, 59, 61, 62],
      twice + [(.container(.row(7)), 1), (.tile(51), -1), (.tile(54), -1)], marks: [8, 9, 10])
    return positions
  }
}
