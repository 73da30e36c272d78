import Generating
import StarBattle

/// Regions that are being drawn around stars, cell by cell, within what is known of them.
///
/// Cells are given in orbits of the symmetry: a cell with all its images, each to the image of the
/// region. So the symmetry holds at every moment.
struct RegionDraft {
  let frame: CompositionFrame
  /// The region that each region goes to by the symmetry, -1 where that is not known yet.
  var image: [Int]
  /// The regions that are what they are.
  private(set) var isWhole: [Bool]
  /// The cells that stay in their region.
  var isFixed: [Bool]
  private(set) var isStar: [Bool]
  /// The region of each cell, -1 before it has one.
  private(set) var labels: [Int]
  /// The stars and the cells of each region.
  private(set) var stars: [Int]
  private(set) var sizes: [Int]
  /// The fewest cells of a region that is not drawn whole.
  let leastSize: Int
  /// The cells beside each cell along edges.
  private let beside: [[Int]]

  var grid: Grid { frame.grid }

  init(_ frame: CompositionFrame) {
    let grid = frame.grid
    self.frame = frame
    leastSize = RegionCanvas.leastSize(for: grid)
    beside = (0..<grid.cellCount).map(grid.edgeNeighbours(of:))
    (image, isWhole, isFixed, isStar) = ([], [], [], [])
    (labels, stars, sizes) = ([], [], [])
  }

  /// Starts over with what is known, around stars.
  mutating func begin(_ solution: Solution) {
    let count = grid.side
    image = frame.image + Array(repeating: -1, count: count - frame.parts.count)
    isWhole = frame.isWhole + Array(repeating: false, count: count - frame.parts.count)
    isFixed = frame.owner.map { $0 >= 0 }
    isStar = Array(repeating: false, count: grid.cellCount)
    for star in solution.stars { isStar[star] = true }
    labels = Array(repeating: -1, count: grid.cellCount)
    stars = Array(repeating: 0, count: count)
    sizes = stars
    for (part, cells) in frame.parts.enumerated() { for cell in cells { assign(cell, part) } }
  }

  mutating func assign(_ cell: Int, _ label: Int) {
    let old = labels[cell]
    if old >= 0 {
      sizes[old] -= 1
      if isStar[cell] { stars[old] -= 1 }
    }
    labels[cell] = label
    sizes[label] += 1
    if isStar[cell] { stars[label] += 1 }
  }

  /// Gives cells the regions back that they had.
  mutating func restore(_ before: [Int]) {
    for cell in before.indices where labels[cell] != before[cell] { assign(cell, before[cell]) }
  }

  // MARK: - What may be given

  func neighbours(of cell: Int) -> [Int] { beside[cell] }

  /// A cell's orbit with the regions that its cells get when it gets one; `nil` where a cell would
  /// get two.
  func orbit(of cell: Int, _ label: Int) -> [(cell: Int, label: Int)]? {
    var orbit: [(cell: Int, label: Int)] = []
    var label = label
    for next in frame.orbit(of: cell) {
      if let other = orbit.first(where: { $0.cell == next }) {
        if other.label != label { return nil }
      } else {
        orbit.append((next, label))
      }
      label = image[label]
    }
    return orbit
  }

  /// Whether a cell may belong to a region, as far as cells are kept apart.
  func canTake(_ cell: Int, _ label: Int) -> Bool {
    guard let others = frame.apart[cell] else { return true }
    return others.allSatisfy { labels[$0] != label }
  }

  // MARK: - How it stands

  /// The stars that regions have too many or too few.
  var excess: Int { stars.reduce(0) { $0 + abs($1 - grid.stars) } }

  var keepsSize: Bool { sizes.indices.allSatisfy { isWhole[$0] || sizes[$0] >= leastSize } }

  var keepsApart: Bool {
    frame.apart.allSatisfy { cell, others in others.allSatisfy { labels[$0] != labels[cell] } }
  }

  /// Whether a region hangs together.
  func isJoined(_ label: Int) -> Bool {
    guard let first = labels.firstIndex(of: label) else { return false }
    var reached = [Bool](repeating: false, count: labels.count)
    reached[first] = true
    var (open, count) = ([first], 1)
    while let cell = open.popLast() {
      for next in neighbours(of: cell) where labels[next] == label && !reached[next] {
        reached[next] = true
        count += 1
        open.append(next)
      }
    }
    return count == sizes[label]
  }
}
