import StarBattle
import TestSupport
import Testing

@Suite("Symmetry and canonical form")
struct SymmetryTests {
  @Test("the eight images of a board are these")
  func images() throws {
    let puzzle = try board("ABBB", "AACB", "DCCC", "DDDD")
    let turned: [Symmetry: Puzzle] = try [
      .identity: board("ABBB", "AACB", "DCCC", "DDDD"),
      .flippedRows: board("DDDD", "DCCC", "AACB", "ABBB"),
      .flippedColumns: board("BBBA", "BCAA", "CCCD", "DDDD"),
      .rotated180: board("DDDD", "CCCD", "BCAA", "BBBA"),
      .transposed: board("AADD", "BACD", "BCCD", "BBCD"),
      .rotated90: board("BBCD", "BCCD", "BACD", "AADD"),
      .rotated270: board("DDAA", "DCAB", "DCCB", "DCBB"),
      .antitransposed: board("DCBB", "DCCB", "DCAB", "DDAA"),
    ]
    for symmetry in Symmetry.allCases {
      #expect(puzzle.applying(symmetry) == turned[symmetry], "\(symmetry)")
    }
  }

  @Test("images are permutations of the cells that keep neighbours", arguments: [4, 5, 25])
  func permutations(side: Int) throws {
    let grid = try Grid(side: side, stars: 1)
    for symmetry in Symmetry.allCases {
      let images = (0..<side * side).map { symmetry.image(of: $0, side: side) }
      #expect(images.sorted() == Array(0..<side * side))
      for cell in images.indices {
        let around = grid.neighbours(of: cell).map { images[$0] }.sorted()
        #expect(around == grid.neighbours(of: images[cell]))
      }
    }
  }

  @Test("the eight symmetries are a group: one after another is one of them, each has an inverse")
  func group() {
    let side = 5
    let tables = Symmetry.allCases.map { symmetry in
      (0..<side * side).map { symmetry.image(of: $0, side: side) }
    }
    #expect(Set(tables).count == 8)
    #expect(tables[Symmetry.identity.rawValue] == Array(0..<side * side))
    for first in tables {
      for second in tables { #expect(tables.contains(first.map { second[$0] })) }
      #expect(tables.contains { second in first.map { second[$0] } == Array(0..<side * side) })
    }
    let quarter = tables[Symmetry.rotated90.rawValue]
    let half = quarter.map { quarter[$0] }
    #expect(half == tables[Symmetry.rotated180.rawValue])
    #expect(half.map { quarter[$0] } == tables[Symmetry.rotated270.rawValue])
  }

  @Test("a turn by 90° is counter-clockwise: it takes the top left to the bottom left")
  func corners() {
    #expect(Symmetry.rotated90.image(of: 0, side: 5) == 20)
    #expect(Symmetry.rotated270.image(of: 0, side: 5) == 4)
    #expect(Symmetry.flippedRows.image(of: 0, side: 5) == 20)
    #expect(Symmetry.flippedColumns.image(of: 0, side: 5) == 4)
    #expect(Symmetry.transposed.image(of: 1, side: 5) == 5)
    #expect(Symmetry.antitransposed.image(of: 0, side: 5) == 24)
  }

  @Test("300 random boards have one canonical form under 8 symmetries and any region names")
  func canonicalForm() throws {
    var generator = ReplaySeed(0x5E77).generator
    for _ in 0..<300 {
      let puzzle = RandomBoards.puzzle(using: &generator)
      let form = puzzle.canonicalForm
      #expect(form.puzzle.canonicalForm == form)
      for symmetry in Symmetry.allCases {
        let image = puzzle.applying(symmetry)
        #expect(image.canonicalForm == form)
        #expect(!image.regions.lexicographicallyPrecedes(form.puzzle.regions))
        #expect(try Puzzle(grid: image.grid, regions: image.regions) == image)
      }
      var names = Array(UInt8(100)..<100 + UInt8(puzzle.grid.side))
      generator.shuffle(&names)
      let renamed = try Puzzle(
        grid: puzzle.grid, regions: puzzle.regions.map { names[Int($0)] })
      #expect(renamed.canonicalForm == form)
      #expect(Symmetry.allCases.contains { puzzle.applying($0) == form.puzzle })
    }
  }

  @Test("a twin is found out, and a board with one cell given away is no twin")
  func twins() throws {
    var generator = ReplaySeed(0x7417).generator
    var compared = 0
    for _ in 0..<300 {
      let puzzle = RandomBoards.puzzle(sides: 4...12, using: &generator)
      let twin = puzzle.applying(Symmetry.allCases[generator.below(8)])
      #expect(twin.canonicalForm == puzzle.canonicalForm)
      let cell = generator.below(puzzle.grid.cellCount)
      let around = puzzle.grid.edgeNeighbours(of: cell)
      var regions = puzzle.regions
      regions[cell] = regions[around[generator.below(around.count)]]
      guard let other = try? Puzzle(grid: puzzle.grid, regions: regions), other != puzzle else {
        continue
      }
      // Sizes of regions do not change when a board is turned, so other sizes are no twin.
      guard other.regionSizes.sorted() != puzzle.regionSizes.sorted() else { continue }
      compared += 1
      #expect(other.canonicalForm != puzzle.canonicalForm)
    }
    #expect(compared > 50)
  }

  @Test("boards that differ in their stars alone are not twins")
  func stars() throws {
    let rows = (0..<8).map { [UInt8](repeating: $0, count: 8) }
    let one = try Puzzle(grid: Grid(side: 8, stars: 1), regions: Array(rows.joined()))
    let two = try Puzzle(grid: Grid(side: 8, stars: 2), regions: Array(rows.joined()))
    #expect(one.canonicalForm != two.canonicalForm)
  }

  @Test("a board that is its own mirror image is its own canonical form")
  func ownMirrorImage() throws {
    let puzzle = try board("AABB", "AABB", "CCDD", "CCDD")
    for symmetry in Symmetry.allCases { #expect(puzzle.applying(symmetry) == puzzle) }
    #expect(puzzle.canonicalForm.puzzle == puzzle)
  }
}
