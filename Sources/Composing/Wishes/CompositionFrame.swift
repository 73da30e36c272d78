import StarBattle
import Wording

/// What is known of the regions before any is drawn: parts that belong to one region each, closed
/// under the symmetry.
struct CompositionFrame: Sendable {
  let grid: Grid
  /// The symmetry, and how often it has to be applied to come back: 1, 2 or 4.
  let symmetry: Symmetry
  let order: Int
  /// The cells of each part, ascending.
  private(set) var parts: [[Int]] = []
  /// Whether a part is a whole region.
  private(set) var isWhole: [Bool] = []
  /// The part that each part goes to by the symmetry.
  private(set) var image: [Int] = []
  /// The part of each cell, or -1.
  private(set) var owner: [Int]
  /// Where each part comes from.
  private(set) var origins: [Origin] = []
  /// The wish for the symmetry, where there is one.
  private let symmetryWish: Int?
  /// Pairs of cells that are kept apart, by cell.
  private(set) var apart: [Int: [Int]] = [:]

  /// Where a part comes from.
  struct Origin: Sendable {
    /// The wishes, also those of which it is only the image.
    var wishes: [Int] = []
    /// The first cell that is wished for itself; `nil` where the part is only the image of another.
    var first: Int?
    /// The wish of the region that is drawn there, if one is.
    var drawn: Int?

    var isWished: Bool { first != nil }
  }

  init(grid: Grid, symmetry wished: Composition.WishedSymmetry?) {
    self.grid = grid
    symmetry = wished?.symmetry ?? .identity
    symmetryWish = wished?.wish
    order =
      switch symmetry {
      case .identity: 1
      case .rotated90, .rotated270: 4
      default: 2
      }
    owner = Array(repeating: -1, count: grid.cellCount)
  }

  /// The cells that a cell goes to, itself first, as often as the order says.
  func orbit(of cell: Int) -> [Int] {
    var cells = [cell]
    while cells.count < order {
      cells.append(symmetry.image(of: cells[cells.count - 1], side: grid.side))
    }
    return cells
  }

  /// The first wish that a part comes from.
  func wish(of part: Int) -> Int { origins[part].wishes.first ?? 0 }

  /// The whole regions that are pentominoes, each with its wish.
  var pentominoes: [(shape: FreeShape, wish: Int)] {
    parts.indices.filter { isWhole[$0] && parts[$0].count == 5 }.map {
      (FreeShape(cells: parts[$0], side: grid.side).turnless, wish(of: $0))
    }
  }

  /// Adds a part with all its images, or says why that cannot be.
  ///
  /// What shares a cell is one part, and what lies between two parts makes one of them; so it does
  /// not matter which of several comes first.
  ///
  /// - Throws: `Composition.Fault` where two drawn regions would be one, or a whole one would grow.
  mutating func add(_ part: Composition.Part) throws(Composition.Fault) {
    var cells = part.cells
    for turn in 0..<order {
      try add(cells, of: part, isImage: turn > 0)
      cells = cells.map { symmetry.image(of: $0, side: grid.side) }
    }
    setImages()
  }

  /// Finds the image of each part anew.
  mutating func setImages() {
    image = parts.map { owner[symmetry.image(of: $0[0], side: grid.side)] }
  }

  private mutating func add(
    _ cells: [Int], of part: Composition.Part, isImage: Bool
  ) throws(Composition.Fault) {
    let drawn = try drawnRegion(in: cells, of: part, isImage: isImage)
    let touched = Set(cells.map { owner[$0] }).subtracting([-1]).sorted()
    try checkWholes(touched, with: cells, of: part)
    let home = touched.first ?? newPart()
    for other in touched.dropFirst().reversed() {
      unite(other, with: home)
      remove(other)
    }
    parts[home] = Set(parts[home]).union(cells).sorted()
    isWhole[home] = isWhole[home] || part.isWhole
    origins[home].wishes.append(part.wish)
    origins[home].drawn = drawn
    if !isImage, let first = cells.min() {
      origins[home].first = min(first, origins[home].first ?? first)
    }
    for cell in cells { owner[cell] = home }
  }

  /// The drawn region that cells of a part, or of an image of it, are of; refuses a second one.
  private func drawnRegion(
    in cells: [Int], of part: Composition.Part, isImage: Bool
  ) throws(Composition.Fault) -> Int? {
    var found = part.isDrawn && !isImage ? part.wish : nil
    for cell in cells where owner[cell] >= 0 {
      guard let drawn = origins[owner[cell]].drawn else { continue }
      if let found, found != drawn {
        throw fault(
          [.init(part.wish, cell: cell), .init(found, cell: cell), .init(drawn, cell: cell)],
          "\(grid.name(of: cell)) belongs to two regions here",
          "take it out of one of them")
      }
      found = drawn
    }
    return found
  }

  /// Refuses further cells for a part that is whole.
  private func checkWholes(
    _ touched: [Int], with cells: [Int], of part: Composition.Part
  ) throws(Composition.Fault) {
    let all = touched.reduce(into: Set(cells)) { $0.formUnion(parts[$1]) }
    let grown = touched.first { isWhole[$0] && all.count > parts[$0].count }
    guard grown != nil || part.isWhole && all.count > Set(cells).count else { return }
    let other = (grown ?? touched.first).map { wish(of: $0) }
    throw fault(
      [.init(part.wish, cell: cells.first)]
        + [other].compactMap(\.self).filter { $0 != part.wish }.map { .init($0) },
      "a region that is whole would get further cells by this", "leave one of the two out")
  }

  private mutating func newPart() -> Int {
    parts.append([])
    isWhole.append(false)
    image.append(-1)
    origins.append(Origin())
    return parts.count - 1
  }

  /// What is wrong with wishes, and what to do; a symmetry has its share in it.
  func fault(
    _ wishes: [Composition.Wish], _ message: String, _ advice: String
  ) -> Composition.Fault {
    guard let symmetryWish else { return Composition.Fault(wishes, "\(message) — \(advice)") }
    return Composition.Fault(
      wishes + [.init(symmetryWish)],
      "\(message), images by `symmetry` counted — \(advice), or leave `symmetry` out")
  }

  /// Gives what a part has to another; `remove(_:)` takes away what is left of it.
  mutating func unite(_ part: Int, with other: Int) {
    for cell in parts[part] { owner[cell] = other }
    parts[other] = (parts[other] + parts[part]).sorted()
    origins[other].wishes += origins[part].wishes
    origins[other].first = [origins[other].first, origins[part].first].compactMap(\.self).min()
    isWhole[other] = isWhole[other] || isWhole[part]
  }

  /// Takes away a part whose cells another has.
  mutating func remove(_ part: Int) {
    parts.remove(at: part)
    isWhole.remove(at: part)
    origins.remove(at: part)
    image.remove(at: part)
    image = image.map { $0 > part ? $0 - 1 : $0 }
    owner = owner.map { $0 > part ? $0 - 1 : $0 }
  }

  // MARK: - Cells that are kept apart

  /// Keeps cells apart.
  mutating func keepApart(_ wish: Composition.Apart) throws(Composition.Fault) {
    guard Set(wish.cells).count <= grid.side else {
      throw Composition.Fault(
        [.init(wish.wish)],
        "\(wish.cells.count) cells cannot be in different regions — there are \(grid.side)")
    }
    if let twice = wish.cells.indices.first(where: { wish.cells[..<$0].contains(wish.cells[$0]) }) {
      throw Composition.Fault(
        [.init(wish.wish, cell: wish.cells[twice])],
        "\(grid.name(of: wish.cells[twice])) is there twice — name it once")
    }
    for (index, one) in wish.cells.enumerated() {
      for other in wish.cells.dropFirst(index + 1) {
        if owner[one] >= 0 && owner[one] == owner[other] {
          throw Composition.Fault(
            [.init(wish.wish, cell: other), .init(self.wish(of: owner[one]), cell: one)],
            "\(grid.name(of: one)) and "
              + "\(grid.name(of: other)) are to be in different regions and in "
              + "one — leave one of the two out")
        }
        for (first, second) in zip(orbit(of: one), orbit(of: other)) {
          apart[first, default: []].append(second)
          apart[second, default: []].append(first)
        }
      }
    }
  }

  /// Whether a region with these cells, closed to others, can be a region.
  func checkWhole(_ part: Int) throws(Composition.Fault) {
    guard isWhole[part] else { return }
    let shape = FreeShape(cells: parts[part], side: grid.side)
    let wish = Composition.Wish(wish(of: part), cell: parts[part].first)
    guard shape.isConnected else {
      throw Composition.Fault(
        [wish], "a whole region is in pieces — every region is connected along edges")
    }
    guard shape.holds(stars: grid.stars) else {
      throw Composition.Fault(
        [wish],
        "a region of \(shape.cells.count, of: "cell") of this "
          + "shape has no room for \(grid.quota) — make it larger")
    }
  }
}

extension Composition {
  /// What is known of the regions; says what contradicts what.
  ///
  /// - Parameter hasNoStars: Whether it shows that there is no star pattern for what is known.
  /// - Returns: The frame; where some parts may be images of others in several ways, one for which
  ///   nothing shows that it cannot be, if there is one.
  /// - Throws: `Fault`.
  func frame(
    _ hasNoStars: @escaping (CompositionFrame) -> Bool
  ) throws(Fault) -> CompositionFrame {
    try SymmetryCheck(self).check()
    var frame = CompositionFrame(grid: grid, symmetry: symmetry)
    for part in parts { try frame.add(part) }
    for wish in apart { try frame.keepApart(wish) }
    try frame.pairUp(mostResting: SymmetryCheck(self).mostResting) { frame in
      do throws(Fault) {
        try check(frame)
        return !hasNoStars(frame)
      } catch {
        return false
      }
    }
    try check(frame)
    return frame
  }

  /// Looks for contradictions in what is known of the regions.
  private func check(_ frame: CompositionFrame) throws(Fault) {
    for part in frame.parts.indices { try frame.checkWhole(part) }
    let room = RoomCheck(self, frame)
    try room.checkWalls()
    try SymmetryCheck(self).check(frame)
    try room.checkMasks()
    try room.checkPentominoes()
    try room.check()
    try GivenStarsCheck(self, frame).check()
  }
}

extension CompositionFrame {
  /// Whether every cell has its region, so that there is one board.
  var isDrawnWhole: Bool { parts.count == grid.side && owner.allSatisfy { $0 >= 0 } }

  /// The cells that are in no whole region, those together that are connected.
  var pockets: [[Int]] {
    var isReached = owner.map { $0 >= 0 && isWhole[$0] }
    var pockets: [[Int]] = []
    for start in isReached.indices where !isReached[start] {
      isReached[start] = true
      var (open, cells) = ([start], [Int]())
      while let cell = open.popLast() {
        cells.append(cell)
        for next in grid.edgeNeighbours(of: cell) where !isReached[next] {
          isReached[next] = true
          open.append(next)
        }
      }
      pockets.append(cells)
    }
    return pockets
  }
}
