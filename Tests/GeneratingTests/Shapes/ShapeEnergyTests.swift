import Foundation
@_spi(Measuring) import Generating
import Solving
@_spi(Measuring) import StarBattle
import TestSupport
import Testing

@Suite("Drawing to a shape")
struct ShapeEnergyTests {
  /// What a layout costs by the definitions of its traits, without parts of one.
  private func energy(_ puzzle: Puzzle, _ weights: ShapeWeights) -> Double {
    let side = puzzle.grid.side
    var energy = zip(ShapeTrait.values(of: puzzle), weights.traits).map { $0 * Double($1) }
      .reduce(0, +)
    for size in puzzle.regionSizes { energy += Double(weights.cost(ofSize: size, mean: side)) }
    func at(_ row: Int, _ column: Int) -> Int { puzzle.region(of: row * side + column) }
    for row in 0..<side - 1 {
      for column in 0..<side - 1 {
        let (here, across) = (at(row, column), at(row + 1, column + 1))
        let (right, below) = (at(row, column + 1), at(row + 1, column))
        if here == across && right != here && below != here { energy += Double(ShapeWeights.pinch) }
        if right == below && here != right && across != right {
          energy += Double(ShapeWeights.pinch)
        }
      }
    }
    return energy
  }

  @Test("what a move is said to change is what it changes, trait by trait")
  func change() throws {
    var random = ReplaySeed(73).generator
    let sizes = [900, 400, 170, 60, 10, 0, 20, 90, 210, 500, 800, 1300]
    var all = ShapeTrait.allCases.map { trait in
      var weights = ShapeWeights.flat
      weights.traits[trait.rawValue] = 1000 + trait.rawValue
      return weights
    }
    all.append(ShapeWeights(traits: ShapeWeights.flat.traits, sizes: sizes))
    all.append(ShapeWeights(traits: ShapeTrait.allCases.map { 7 * $0.rawValue - 40 }, sizes: sizes))
    for (side, stars) in [(5, 1), (10, 2), (25, 6)] {
      let grid = try Grid(side: side, stars: stars)
      var placer = StarPlacer(grid: grid)
      var canvas = RegionCanvas(grid: grid)
      let placed = placer.place(&random)
      canvas.cutPath(through: try #require(placed))
      canvas.mix(&random)
      for weights in all {
        let model = ShapeEnergy(weights, grid: grid)
        var moves = 0
        while moves < 12 {
          let cell = random.below(grid.cellCount)
          let next = canvas.edges[cell * 4 + random.below(4)]
          if next < 0 || !canvas.canSpare(cell) { continue }
          let (home, region) = (canvas.layout.region(of: cell), canvas.layout.region(of: next))
          if home == region { continue }
          moves += 1
          let before = energy(try canvas.layout.puzzle(), weights)
          let change = model.change(moving: cell, from: home, to: region, canvas.layout)
          canvas.layout.move(cell, to: region)
          let after = energy(try canvas.layout.puzzle(), weights)
          // Up to eight costs are rounded to whole ones.
          #expect(abs(after - before - Double(change)) <= 8, "\(weights) at \(grid)")
        }
      }
    }
  }

  /// Statistics of some puzzles of a style.
  private func shapes(
    _ style: RegionStyle, _ grid: Grid, count: Int
  ) -> ShapeStatistics {
    var statistics = ShapeStatistics(grid: grid)
    var generator = PuzzleGenerator(grid: grid)
    for attempt in 0..<count {
      let seed = SeedSettings(style: style).written(
        into: Seed.derived(campaign: 8, item: "style", attempt: attempt))
      if let puzzle = generator.puzzle(seed: seed) { statistics.add(puzzle) }
    }
    return statistics
  }

  @Test(
    "compact, natural and winding regions differ as their names say", arguments: [(8, 1), (10, 2)])
  func styles(side: Int, stars: Int) throws {
    let grid = try Grid(side: side, stars: stars)
    let all = [RegionStyle.compact, .natural, .winding].map { shapes($0, grid, count: 60) }
    let means = all.map(\.meanCompactness)
    #expect(means[0] + 0.1 < means[1] && means[1] + 0.1 < means[2], "\(means)")
    if side == 10 { #expect(means[0] < 1.85 && means[2] > 2.3, "\(means)") }
    for statistics in all {
      #expect(statistics.puzzles >= 59)
      #expect(statistics.smallest >= 2 * stars)
      #expect(statistics.largestShare < 0.4)
    }
  }

  /// Mean sorted sizes of real puzzles, in cells, by the name of their file.
  private func realSizes() throws -> [(file: String, sizes: [Double])] {
    let url = Project.folder.appending(path: "Tests/Fixtures/region-sizes.txt")
    return try String(contentsOf: url, encoding: .utf8).split(separator: "\n")
      .filter { !$0.hasPrefix("#") }
      .map { line in
        let words = line.split(separator: " ")
        return (String(words[0]), words.dropFirst(2).map { (Double($0) ?? 0) / 100 })
      }
  }

  private func distance(_ one: [Double], _ other: [Double]) -> Double {
    zip(one, other).map { abs($0 - $1) }.reduce(0, +) / Double(one.count)
  }

  @Test(
    "sorted sizes are on average within one cell of those of real puzzles of the same grid",
    arguments: [
      (RegionStyle.compact, ["05x05-1-easy"]), (.natural, ["05x05-1-easy"]),
      (.compact, ["06x06-1-easy"]), (.winding, ["06x06-1-medium"]),
      (.natural, ["06x06-1-easy", "06x06-1-medium"]),
      (.compact, ["08x08-1-medium"]), (.winding, ["08x08-1-hard"]),
      (.natural, ["08x08-1-medium", "08x08-1-hard"]),
      (.compact, ["10x10-2-medium"]), (.winding, ["10x10-2-hard"]),
      (.natural, ["10x10-2-medium", "10x10-2-hard"]),
      (.compact, ["14x14-3-medium"]), (.winding, ["14x14-3-hard"]),
      (.natural, ["14x14-3-medium", "14x14-3-hard"]),
      (.compact, ["17x17-4-special"]), (.natural, ["17x17-4-special"]),
      (.winding, ["17x17-4-special"]),
      (.compact, ["21x21-5-special"]), (.natural, ["21x21-5-special"]),
      (.winding, ["21x21-5-special"]),
    ])
  func sizes(style: RegionStyle, files: [String]) throws {
    let real = try realSizes().filter { files.contains($0.file) }.map(\.sizes)
    let side = try #require(real.first).count
    let stars = Int(files[0].dropFirst(6).prefix(1)) ?? 0
    let mean = (0..<side).map { rank in
      real.map { $0[rank] }.reduce(0, +) / Double(real.count)
    }
    let count = side > 15 ? 30 : side > 9 ? 60 : 150
    let ours = shapes(style, try Grid(side: side, stars: stars), count: count)
    #expect(ours.puzzles >= count - 2)
    #expect(distance(ours.sizeProfile, mean) < 1, "\(ours.sizeProfile) \(mean)")
  }

  @Test(
    "the sizes of real puzzles on record are those of the corpus",
    .enabled(if: Corpus.isPresent, Comment(rawValue: Corpus.absence)))
  func realSizesOnRecord() throws {
    for (file, sizes) in try realSizes() {
      let grid = try Grid(
        side: Int(file.prefix(2)) ?? 0, stars: Int(file.dropFirst(6).prefix(1)) ?? 0)
      var theirs = ShapeStatistics(grid: grid)
      for line in try #require(Corpus.lines(of: file + ".sbn")) {
        let letters = line.split(separator: ".")[1].utf8.map { Int($0) }
        theirs.add(try Puzzle(grid: grid, regions: letters))
      }
      #expect(distance(theirs.sizeProfile, sizes) < 0.01, "\(file)")
    }
  }

  @Test("stars spread over the whole board and over its placements")
  func variety() throws {
    let grid = try Grid(side: 10, stars: 2)
    var random = ReplaySeed(74).generator
    var placer = StarPlacer(grid: grid)
    var frequency = [Int](repeating: 0, count: grid.cellCount)
    var placements: Set<[Int]> = []
    var cells: [Set<Int>] = []
    for _ in 0..<400 {
      let placed = placer.place(&random)
      let stars = try #require(placed).stars
      placements.insert(stars)
      cells.append(Set(stars))
      for star in stars { frequency[star] += 1 }
    }
    // A repeat may come by chance; many would mean that the draw is narrow.
    #expect(placements.count >= 397)
    // A cell holds a star on one board in five; edges and corners hold more, since they have fewer
    // neighbours.
    #expect(frequency.allSatisfy { (40...140).contains($0) }, "\(frequency)")
    // Two boards drawn apart share a fifth of their 20 stars.
    let shared = zip(cells, cells.dropFirst()).map { $0.intersection($1).count }
    let mean = Double(shared.reduce(0, +)) / Double(shared.count)
    #expect((3.0...5.5).contains(mean), "\(mean)")
    #expect(shared.allSatisfy { $0 <= 14 })
  }
}
