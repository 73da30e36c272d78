import Solving
import StarBattle

/// How many stars cells have room for: the bound that counting with tiles rests on (`StripBound`).
package enum Room {
  /// The bound by rows or by columns.
  static func bound(_ cells: [Int], byRows: Bool, side: Int) -> Int {
    var lines = [UInt32](repeating: 0, count: side)
    for cell in cells {
      let (row, column) = (cell / side, cell % side)
      lines[byRows ? row : column] |= 2 << UInt32(byRows ? column : row)
    }
    var bound = StripBound()
    for line in lines { bound.add(line) }
    return bound.stars
  }

  /// The better of both bounds.
  package static func bound(_ cells: [Int], side: Int) -> Int {
    min(bound(cells, byRows: true, side: side), bound(cells, byRows: false, side: side))
  }

  /// The tries after which it is taken that there is room.
  private static let mostTries = 20_000

  /// Whether a container's open cells may hold what it needs with at most so many stars in
  /// another: no two touch each other or a star.
  ///
  /// - Returns: Also `true` where that does not show after some tries.
  static func suffices(
    for container: Container, withAtMost most: Int, in other: Container, on board: KnownBoard
  ) -> Bool {
    let grid = board.puzzle.grid
    let members = Set(board.members(of: other))
    // What lies elsewhere first: most arrangements that there are begin there.
    let places = board.places(in: container)
    let cells = places.filter { !members.contains($0) } + places.filter(members.contains)
    var tries = 0
    func place(_ left: Int, from first: Int, most: Int, beside stars: [Int]) -> Bool {
      if left == 0 || tries >= mostTries { return true }
      for index in first..<max(first, cells.count - left + 1) {
        let cell = cells[index]
        let spare = members.contains(cell) ? most - 1 : most
        if spare < 0 { return false }
        tries += 1
        if stars.contains(where: { grid.areNeighbours($0, cell) }) { continue }
        if place(left - 1, from: index + 1, most: spare, beside: stars + [cell]) { return true }
      }
      return false
    }
    return place(board.need(of: [container]), from: 0, most: most, beside: [])
  }
}
