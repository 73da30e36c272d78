import Adding
import StarBattle
import TestSupport
import Testing

/// Linear programs, held against what they say themselves: a point that keeps every sum, and prices
/// by which no other point can do better.
@Suite("Linear programs")
struct LinearProgramTests {
  /// What a board demands, part by part, worked out from its cells alone.
  private struct Demands {
    /// The open cells of each part (by their places), its stars, and whether just so many.
    private(set) var parts: [Addend.Source: (cells: [Int], stars: Int, isContainer: Bool)] = [:]
    let cellCount: Int

    init(_ sample: Sample) {
      let side = sample.side
      let all = 0..<side * side
      let cells = all.filter { sample.open[$0 / side] & 1 << UInt32($0 % side) != 0 }
      cellCount = cells.count
      let places = Dictionary(uniqueKeysWithValues: zip(cells, cells.indices))
      func add(_ source: Addend.Source, _ members: [Int], isContainer: Bool = true) {
        let stars = isContainer ? sample.need : 1
        parts[source] = (members.compactMap { places[$0] }, stars, isContainer)
      }
      for line in 0..<side {
        add(.container(.row(line)), all.filter { $0 / side == line })
        add(.container(.column(line)), all.filter { $0 % side == line })
        add(.container(.region(line)), all.filter { sample.regions[$0] == line })
      }
      for corner in all where corner / side < side - 1 && corner % side < side - 1 {
        let block = [corner, corner + 1, corner + side, corner + side + 1]
        add(.tile(corner), block, isContainer: false)
      }
    }

    /// By how much a point breaks what is demanded.
    func fault(_ values: [Double]) -> Double {
      let sums = parts.values.map { part in
        let over = part.cells.reduce(0) { $0 + values[$1] } - Double(part.stars)
        return part.isContainer ? abs(over) : max(0, over)
      }
      let bounds = values.map { max(0, -$0, $0 - 1) }
      return (sums + bounds).max() ?? 0
    }
  }

  /// A board with open cells at random; most can be filled by fractions of stars, if not by stars.
  private struct Sample {
    let side: Int
    let need: Int
    let regions: [Int]
    let open: [UInt32]

    /// A board of which so many of eight cells are open.
    init(_ random: inout SeededGenerator, density: Int) {
      let side = 6 + random.below(9)
      let width = 2 + random.below(2)
      self.side = side
      need = side < 10 ? 1 : 1 + random.below(2)
      // Slanted stripes: each has a cell in every column.
      regions = (0..<side * side).map { ($0 / side + $0 % side / width) % side }
      open = (0..<side).map { _ in
        (0..<side).reduce(0) { random.below(8) < density ? $0 | 1 << UInt32($1) : $0 }
      }
    }

    func load(into board: inout OpenBoard) {
      board.load(
        side: side, openCells: { open[$0] }, region: { regions[$0] }, need: { _ in need })
    }

    func load(into search: inout LinearSearch) {
      search.load(
        side: side, openCells: { open[$0] }, region: { regions[$0] }, need: { _ in need })
    }
  }

  @Test("a cell is as high or low as its prices prove, at points that keep every sum")
  func proved() throws {
    let seed = ReplaySeed(35)
    var random = seed.generator
    var board = OpenBoard()
    var program = LinearProgram()
    var (filled, decided) = (0, 0)
    for number in 0..<150 {
      let sample = Sample(&random, density: 6)
      let demands = Demands(sample)
      sample.load(into: &board)
      let parts = (0..<board.partCount).filter {
        $0 < board.containerCount || $0 >= board.firstTile
      }
      #expect(board.count == demands.cellCount)
      program.load(parts, cells: Array(0..<board.count), place: { $0 }, of: board)
      guard program.fill() == true else { continue }
      filled += 1
      let values = (0..<board.count).map { program.value(of: $0) }
      program.makeKernelAnew()
      for cell in 0..<board.count {
        #expect(abs(program.value(of: cell) - values[cell]) < 1e-6, "\(number) of \(seed.value)")
      }
      for cell in 0..<board.count {
        for isHighest in [true, false] {
          var worst = 0.0
          let extreme = program.extreme(of: cell, isHighest: isHighest) { point in
            worst = max(worst, demands.fault((0..<demands.cellCount).map { point.value(of: $0) }))
          }
          let value = try #require(extreme, "\(number) of \(seed.value)")
          let note: Comment = "cell \(cell) of board \(number), seed \(seed.value)"
          #expect(worst < 1e-4, note)
          if LinearProgram.isAtBound(value, isHighest: isHighest) { continue }
          decided += 1
          // Whatever the cells are, the cell is what the parts taken away leave room for.
          let prices = program.prices(of: cell, isHighest: isHighest)
          var bound = 0.0
          var rest = [Double](repeating: 0, count: demands.cellCount)
          rest[cell] = isHighest ? 1 : -1
          for (place, price) in prices {
            let part = try #require(demands.parts[board.source(of: parts[place])], note)
            bound += price * Double(part.stars)
            for cell in part.cells { rest[cell] -= price }
            #expect(part.isContainer || price > -1e-6, note)
          }
          bound += rest.reduce(0) { $0 + max(0, $1) }
          #expect(abs(bound - (isHighest ? value : -value)) < 1e-3, note)
        }
      }
    }
    #expect(filled > 40 && decided > 500, "\(filled) \(decided)")
  }

  @Test("containers that cannot be filled have a sum that needs more than there is room for")
  func refuted() throws {
    let seed = ReplaySeed(36)
    var random = seed.generator
    var search = LinearSearch()
    var refuted = 0
    for number in 0..<200 {
      let sample = Sample(&random, density: 4)
      let demands = Demands(sample)
      sample.load(into: &search)
      let isFilled = search.takeGround()
      sample.load(into: &search)
      let sum = search.contradiction()
      let note: Comment = "board \(number), seed \(seed.value)"
      #expect((sum == nil) == isFilled, note)
      guard let sum else { continue }
      refuted += 1
      // What the parts need, and what each cell brings at most.
      var need = 0
      var weights = [Int](repeating: 0, count: demands.cellCount)
      for addend in sum {
        let part = try #require(demands.parts[addend.source], note)
        #expect(addend.times != 0 && (part.isContainer || addend.times < 0), note)
        need += addend.times * part.stars
        for cell in part.cells { weights[cell] += addend.times }
      }
      #expect(weights.reduce(0) { $0 + max(0, $1) } < need, note)
    }
    #expect(refuted > 40 && refuted < 160, "\(refuted)")
  }
}
