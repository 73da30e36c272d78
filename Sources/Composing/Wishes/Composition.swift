package import Generating
package import Solving
package import StarBattle

/// What an editor wishes of a puzzle: parts of it drawn, and the rest to be found.
package struct Composition: Sendable {
  package let grid: Grid
  /// Cells that belong to one region each; no two parts to the same one, unless they or their
  /// images share a cell.
  package var parts: [Part] = []
  /// Cells of which no two belong to the same region.
  package var apart: [Apart] = []
  /// Cells with a star.
  package var stars: [Given] = []
  /// Cells without one.
  package var empty: [Given] = []
  /// Shapes that a region has, wherever that may be; each of a region of its own, which has no
  /// part.
  package var masks: [Mask] = []
  /// What leaves the borders as they are.
  package var symmetry: WishedSymmetry?
  /// Regions that are pentominoes, all of them different.
  package var pentominoes: Pentominoes?
  /// The grades that will do.
  package var grade = GradeRange()
  /// The step that the solve begins with.
  package var opening: Opening?
  /// The puzzles with one star pattern that are wanted.
  package var grids = 1
  /// The number that all chance comes from.
  package var seed: UInt64 = 0
  /// The fresh starts after which it is given up.
  package var attempts = Composition.usualAttempts

  /// The fresh starts that usually show whether something comes of it.
  package static let usualAttempts = 400

  /// Wishes for nothing but a grid.
  package init(grid: Grid) { self.grid = grid }

  /// A wish by its number, for those who know where it is written, and the cell of it that is
  /// meant.
  package struct Wish: Hashable, Sendable {
    package let number: Int
    package let cell: Int?

    package init(_ number: Int, cell: Int? = nil) {
      self.number = number
      self.cell = cell
    }
  }

  /// Cells of one region.
  package struct Part: Sendable {
    package var cells: [Int]
    /// Whether they are all of it.
    package var isWhole: Bool
    /// Whether they are drawn as a region, which no other that is drawn is a part of.
    package var isDrawn: Bool
    package let wish: Int

    package init(cells: [Int], isWhole: Bool, isDrawn: Bool = false, wish: Int) {
      self.cells = cells
      self.isWhole = isWhole
      self.isDrawn = isDrawn
      self.wish = wish
    }
  }

  /// Cells of different regions.
  package struct Apart: Sendable {
    package let cells: [Int]
    package let wish: Int

    package init(cells: [Int], wish: Int) {
      self.cells = cells
      self.wish = wish
    }
  }

  /// A cell of which it is said whether it has a star.
  package struct Given: Sendable {
    package let cell: Int
    package let wish: Int

    package init(cell: Int, wish: Int) {
      self.cell = cell
      self.wish = wish
    }
  }

  /// A shape, such as a letter, that a region has or holds.
  package struct Mask: Sendable {
    package let shape: FreeShape
    /// Whether the region has this shape and no other cell.
    package let isWhole: Bool
    /// Whether it may be turned and mirrored.
    package let isTurned: Bool
    package let wish: Int

    package init(shape: FreeShape, isWhole: Bool, isTurned: Bool, wish: Int) {
      self.shape = shape
      self.isWhole = isWhole
      self.isTurned = isTurned
      self.wish = wish
    }
  }

  /// A symmetry of the borders.
  package struct WishedSymmetry: Sendable {
    package let symmetry: Symmetry
    /// Whether each region goes to another one: so they can be coloured in pairs.
    package let isPaired: Bool
    package let wish: Int

    package init(_ symmetry: Symmetry, isPaired: Bool, wish: Int) {
      self.symmetry = symmetry
      self.isPaired = isPaired
      self.wish = wish
    }
  }

  /// Regions of five cells.
  package struct Pentominoes: Sendable {
    /// How many there are, with those that are drawn or are masks; no two have the same shape, and
    /// no other region has five cells.
    package let count: Int
    package let wish: Int

    package init(count: Int, wish: Int) {
      self.count = count
      self.wish = wish
    }
  }

  /// The first step of a solve.
  package struct Opening: Sendable {
    package let rule: Rule
    /// Cells that it decides, among others.
    package let cells: [Int]

    package init(rule: Rule, cells: [Int]) {
      self.rule = rule
      self.cells = cells
    }
  }

  /// Wishes that cannot all come true.
  package struct Fault: Error, Sendable {
    /// The wishes, the one that shows it first.
    package let wishes: [Wish]
    /// What is wrong, a dash, and what to do.
    package let message: String

    package init(_ wishes: [Wish], _ message: String) {
      self.wishes = wishes
      self.message = message
    }
  }
}
