import StarBattle

/// A shape of cells, wherever it lies.
package struct FreeShape: Hashable, Sendable {
  /// Its cells as rows and columns from its upper left corner, in reading order.
  package let cells: [Place]

  /// A cell of a shape.
  package struct Place: Hashable, Comparable, Sendable {
    package let row: Int
    package let column: Int

    package init(row: Int, column: Int) {
      self.row = row
      self.column = column
    }

    package static func < (left: Place, right: Place) -> Bool {
      (left.row, left.column) < (right.row, right.column)
    }
  }

  /// The shape of some cells; at least one.
  package init(_ cells: [Place]) {
    let top = cells.map(\.row).min() ?? 0
    let left = cells.map(\.column).min() ?? 0
    self.cells = cells.map { Place(row: $0.row - top, column: $0.column - left) }.sorted()
  }

  /// The shape of some cells of a board.
  package init(cells: [Int], side: Int) {
    self.init(cells.map { Place(row: $0 / side, column: $0 % side) })
  }

  package var height: Int { (cells.map(\.row).max() ?? 0) + 1 }
  package var width: Int { (cells.map(\.column).max() ?? 0) + 1 }

  /// The shape turned and mirrored in all ways, each once, in a fixed order.
  package var turns: [FreeShape] {
    var found: [FreeShape] = []
    for symmetry in Symmetry.allCases {
      let side = max(height, width)
      let turned = FreeShape(
        cells: cells.map { symmetry.image(of: $0.row * side + $0.column, side: side) }, side: side)
      if !found.contains(turned) { found.append(turned) }
    }
    return found
  }

  /// The same for all turns of a shape.
  package var turnless: FreeShape {
    turns.min { $0.cells.lexicographicallyPrecedes($1.cells) } ?? self
  }

  /// Its cells on a board, with its upper left corner somewhere; `nil` where it does not fit.
  package func placed(row: Int, column: Int, side: Int) -> [Int]? {
    guard row >= 0, column >= 0, row + height <= side, column + width <= side else { return nil }
    return cells.map { ($0.row + row) * side + $0.column + column }
  }

  /// Whether its cells hang together along edges.
  package var isConnected: Bool {
    guard let first = cells.first else { return false }
    var reached: Set<Place> = [first]
    var open = [first]
    while let cell = open.popLast() {
      for (down, across) in [(-1, 0), (0, -1), (0, 1), (1, 0)] {
        let next = Place(row: cell.row + down, column: cell.column + across)
        if cells.contains(next), reached.insert(next).inserted { open.append(next) }
      }
    }
    return reached.count == cells.count
  }

  /// Whether so many stars have room in it without touching.
  package func holds(stars: Int) -> Bool {
    func place(_ count: Int, from index: Int, _ taken: [Place]) -> Bool {
      if count == 0 { return true }
      guard cells.count - index >= count else { return false }
      for next in index..<cells.count {
        let cell = cells[next]
        let isFree = taken.allSatisfy {
          abs($0.row - cell.row) > 1 || abs($0.column - cell.column) > 1
        }
        if isFree, place(count - 1, from: next + 1, taken + [cell]) { return true }
      }
      return false
    }
    return place(stars, from: 0, [])
  }

  /// The twelve pentominoes, F I L N P T U V W X Y Z.
  package static let pentominoes: [FreeShape] = [
    ".XX/XX./.X.", "XXXXX", "X./X./X./XX", ".X/XX/X./X.", "XX/XX/X.", "XXX/.X./.X.", "X.X/XXX",
    "X../X../XXX", "X../XX./.XX", ".X./XXX/.X.", ".X/XX/.X/.X", "XX./.X./.XX",
  ].map { drawing in
    let rows = drawing.split(separator: "/")
    return FreeShape(
      rows.enumerated().flatMap { row, text in
        text.enumerated().compactMap { $1 == "X" ? Place(row: row, column: $0) : nil }
      })
  }
}
