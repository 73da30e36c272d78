import Adding
import StarBattle
import TestSupport
import Testing

/// Sums of any size, held against the small ones that are found by going through all.
@Suite("Sums of any size")
struct LinearSearchTests {
  /// Boards with a solution: some cells are marked, no star is known.
  private struct Position {
    let puzzle: Puzzle
    let solution: Set<Int>
    let open: [UInt32]

    init?(_ random: inout SeededGenerator, side: Int) {
      let regions = (0..<side * side).map { UInt8($0 / side) }
      guard let grid = try? Grid(side: side, stars: 1),
        let puzzle = try? Puzzle(grid: grid, regions: regions)
      else { return nil }
      // A permutation in which neighbours differ by two or more.
      var columns = Array(0..<side)
      for _ in 0..<200 {
        for place in stride(from: side - 1, to: 0, by: -1) {
          columns.swapAt(place, random.below(place + 1))
        }
        if zip(columns, columns.dropFirst()).allSatisfy({ abs($0 - $1) > 1 }) { break }
      }
      guard zip(columns, columns.dropFirst()).allSatisfy({ abs($0 - $1) > 1 }) else { return nil }
      let stars = Set(columns.enumerated().map { $0.offset * side + $0.element })
      let given = 2 + random.below(5)
      self.puzzle = puzzle
      solution = stars
      open = (0..<side).map { row in
        (0..<side).reduce(0) { mask, column in
          let isOpen = stars.contains(row * side + column) || random.below(10) >= given
          return isOpen ? mask | 1 << UInt32(column) : mask
        }
      }
    }

    /// Stripes for regions, so that a region says what its row does.
    func region(of cell: Int) -> Int { cell / puzzle.grid.side }
  }

  private func positions(_ count: Int, _ seed: ReplaySeed) -> [Position] {
    var random = seed.generator
    return (0..<count).compactMap { _ in Position(&random, side: 6 + random.below(4)) }
  }

  @Test("nothing that is shown is wrong")
  func sound() {
    let seed = ReplaySeed(31)
    var search = LinearSearch()
    var shown = 0
    for (number, position) in positions(300, seed).enumerated() {
      search.load(
        side: position.puzzle.grid.side, openCells: { position.open[$0] },
        region: position.region, need: { _ in 1 })
      for argument in search.find() {
        shown += argument.stars.count + argument.marks.count
        #expect(position.solution.isSuperset(of: argument.stars), "\(number) of \(seed.value)")
        #expect(position.solution.isDisjoint(with: argument.marks), "\(number) of \(seed.value)")
        #expect(!argument.addends.isEmpty && argument.addends.allSatisfy { $0.times != 0 })
      }
    }
    #expect(shown > 500)
  }

  @Test("whatever a small sum shows is shown")
  func complete() {
    let seed = ReplaySeed(32)
    var linear = LinearSearch()
    var small = ArgumentSearch()
    var compared = 0
    for (number, position) in positions(150, seed).enumerated() {
      let side = position.puzzle.grid.side
      small.load(
        side: side, openCells: { position.open[$0] }, region: position.region, need: { _ in 1 })
      linear.load(
        side: side, openCells: { position.open[$0] }, region: position.region, need: { _ in 1 })
      let few = small.find(sizes: 2...4).all
      let any = linear.find()
      let stars = Set(any.flatMap(\.stars))
      let marks = Set(any.flatMap(\.marks))
      for argument in few {
        compared += 1
        #expect(stars.isSuperset(of: argument.stars), "\(number) of \(seed.value)")
        #expect(marks.isSuperset(of: argument.marks), "\(number) of \(seed.value)")
      }
    }
    #expect(compared > 100)
  }

  @Test("what decides a cell on a board decides it on those that come of it, in open cells alone")
  func ground() throws {
    let seed = ReplaySeed(34)
    var search = LinearSearch()
    var shown = 0
    for (number, position) in positions(150, seed).enumerated() {
      let side = position.puzzle.grid.side
      var open = position.open
      func load() {
        search.load(
          side: side, openCells: { open[$0] }, region: position.region, need: { _ in 1 })
      }
      load()
      guard case .decided(_, let marks) = search.prospect(), !marks.isEmpty else { continue }
      let isFilled = search.takeGround()
      #expect(isFilled)
      for mark in marks where open[mark / side] & 1 << UInt32(mark % side) != 0 {
        load()
        let found = search.argument(for: mark, isStar: false)
        let argument = try #require(found, "\(number) of \(seed.value)")
        #expect(argument.marks.contains(mark), "\(number) of \(seed.value)")
        #expect(position.solution.isSuperset(of: argument.stars), "\(number) of \(seed.value)")
        for cell in argument.marks {
          #expect(!position.solution.contains(cell), "\(number) of \(seed.value)")
          #expect(open[cell / side] & 1 << UInt32(cell % side) != 0, "closed before: \(cell)")
          open[cell / side] &= ~(1 << UInt32(cell % side))
        }
        shown += 1
      }
    }
    #expect(shown > 100)
  }

  @Test("the same board has the same sums, whatever was looked at before")
  func repeatable() {
    let positions = positions(20, ReplaySeed(33))
    var search = LinearSearch()
    func find(_ position: Position, _ search: inout LinearSearch) -> [Argument] {
      search.load(
        side: position.puzzle.grid.side, openCells: { position.open[$0] },
        region: position.region, need: { _ in 1 })
      return search.find()
    }
    let first = positions.map { find($0, &search) }
    for (position, found) in zip(positions, first).reversed() {
      var fresh = LinearSearch()
      #expect(find(position, &search) == found)
      #expect(find(position, &fresh) == found)
    }
  }
}
