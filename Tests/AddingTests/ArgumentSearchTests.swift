import Adding
import StarBattle
import TestSupport
import Testing

@Suite("Arguments of adding up")
struct ArgumentSearchTests {
  /// Boards with marks, and stars that are not beside each other, at random.
  private func position(_ random: inout SeededGenerator, sides: ClosedRange<Int>) -> PlainArguments
  {
    let grid = RandomBoards.grid(sides: sides, using: &random)
    let puzzle = RandomBoards.puzzle(of: grid, using: &random)
    var marks: Set<Int> = []
    for cell in 0..<grid.cellCount where random.below(10) < 3 { marks.insert(cell) }
    var stars: Set<Int> = []
    for _ in 0..<random.below(3) {
      let cell = random.below(grid.cellCount)
      let beside = Set(grid.neighbours(of: cell))
      let board = PlainArguments(puzzle: puzzle, stars: stars, marks: marks)
      let containers: [Container] = [
        .row(cell / grid.side), .column(cell % grid.side), .region(puzzle.region(of: cell)),
      ]
      guard stars.isDisjoint(with: beside), !stars.contains(cell),
        containers.allSatisfy({ board.need($0) > 0 })
      else { continue }
      stars.insert(cell)
      marks.remove(cell)
      marks.formUnion(beside)
    }
    return PlainArguments(puzzle: puzzle, stars: stars, marks: marks)
  }

  @Test(
    "show all that any sum of so many parts does, where fewer show nothing",
    arguments: [(2, 2_000, 5), (3, 600, 5), (4, 300, 4)])
  func agreesWithAllSums(most: Int, boards: Int, side: Int) {
    let seed = ReplaySeed(UInt64(20_000 + most))
    var random = seed.generator
    var shown = 0
    for number in 0..<boards {
      let board = position(&random, sides: 4...side)
      var search = board.search
      let found = search.find(sizes: 1...most)
      let name: Comment = "board \(number) of seed \(seed.value)"
      let smallest = (1...most).lazy.map { ($0, board.findings(size: $0)) }.first { $1 != .init() }
      guard let (size, expected) = smallest else {
        #expect(found.contradiction == nil && found.all.isEmpty, name)
        continue
      }
      // Where a board has no solution, one of many reasons to say so is enough; none is promised.
      #expect(found.contradiction == nil || expected.isContradiction, name)
      if expected.isContradiction { continue }
      #expect(Set(found.all.flatMap(\.stars)) == expected.stars, name)
      #expect(Set(found.all.flatMap(\.marks)) == expected.marks, name)
      #expect(found.all.allSatisfy { $0.size == size }, name)
      if size > 1 { shown += 1 }
    }
    #expect(shown > 8)
  }

  @Test(
    "show all but what tiles without room to spare show of single containers, where that is known",
    arguments: [2, 3])
  func leavesOutWhatTilesShow(size: Int) {
    let seed = ReplaySeed(UInt64(20_200 + size))
    var random = seed.generator
    var shown = 0
    for number in 0..<1_000 * size {
      let board = position(&random, sides: 2 * size...2 * size + 1)
      // Where fewer parts show something, nothing is promised.
      if (1..<size).contains(where: { board.findings(size: $0) != .init() }) { continue }
      let all = board.findings(size: size)
      if all.isContradiction { continue }
      var search = board.search
      let found = search.find(sizes: size...size, isTiled: true)
      let (stars, marks) = (Set(found.all.flatMap(\.stars)), Set(found.all.flatMap(\.marks)))
      let least = board.findings(size: size, isTiled: true)
      let name: Comment = "board \(number) of seed \(seed.value)"
      #expect(stars.isSuperset(of: least.stars) && stars.isSubset(of: all.stars), name)
      #expect(marks.isSuperset(of: least.marks) && marks.isSubset(of: all.marks), name)
      if least != .init() { shown += 1 }
    }
    #expect(shown > 5)
  }

  @Test("are as many on a board that comes after a larger one")
  func boardAfterAnother() {
    let seed = ReplaySeed(20_300)
    var random = seed.generator
    var reused = position(&random, sides: 8...8).search
    _ = reused.find(sizes: 2...4)
    for number in 0..<40 {
      let board = position(&random, sides: 4...8)
      var search = board.search
      board.load(into: &reused)
      let name: Comment = "board \(number) of seed \(seed.value)"
      let expected = search.find(sizes: 2...5)
      #expect(reused.find(sizes: 2...5).all == expected.all, name)
    }
  }

  @Test("name their parts once, count them twice at most, and take tiles away")
  func form() {
    var random = ReplaySeed(20_100).generator
    var count = 0
    for _ in 0..<40 {
      let board = position(&random, sides: 5...7)
      var search = board.search
      for argument in search.find(sizes: 2...4).all {
        count += 1
        #expect(Set(argument.addends.map(\.source)).count == argument.size)
        #expect((2...4).contains(argument.size))
        #expect(argument.addends.allSatisfy { (1...2).contains(abs($0.times)) })
        #expect(argument.addends.allSatisfy { $0.tile == nil || $0.times < 0 })
        #expect((0...2).contains(argument.slack))
        #expect(!argument.stars.isEmpty || !argument.marks.isEmpty)
      }
    }
    #expect(count > 40)
  }
}
