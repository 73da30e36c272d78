import StarBattle

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
  /// The wishes that a part comes from.
  private var wishes: [[Int]] = []
  /// Pairs of cells that are kept apart, by cell.
  private(set) var apart: [Int: [Int]] = [:]

  init(grid: Grid, symmetry: Symmetry?) {
    self.grid = grid
    self.symmetry = symmetry ?? .identity
    order =
      switch self.symmetry {
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
  func wish(of part: Int) -> Int { wishes[part].first ?? 0 }

  /// The whole regions that are pentominoes, each with its wish.
  var pentominoes: [(shape: FreeShape, wish: Int)] {
    parts.indices.filter { isWhole[$0] && parts[$0].count == 5 }.map {
      (FreeShape(cells: parts[$0], side: grid.side).turnless, wish(of: $0))
    }
  }

  /// Adds a part with all its images, or says why that cannot be.
  mutating func add(_ part: Composition.Part) throws(Composition.Fault) {
    var cells = part.cells
    var numbers: [Int] = []
    for _ in 0..<order {
      numbers.append(try add(cells, isWhole: part.isWhole, wish: part.wish))
      cells = cells.map { symmetry.image(of: $0, side: grid.side) }
    }
    for (index, number) in numbers.enumerated() {
      let next = numbers[(index + 1) % numbers.count]
      if image[number] >= 0 && image[number] != next {
        throw Composition.Fault(
          [.init(part.wish)] + wishes[image[number]].prefix(1).map { .init($0) },
          "with the symmetry, this is in two regions at once — draw it in accord with its images")
      }
      image[number] = next
    }
  }

  private mutating func add(
    _ cells: [Int], isWhole whole: Bool, wish: Int
  ) throws(Composition.Fault) -> Int {
    var number: Int?
    for cell in cells where owner[cell] >= 0 {
      if let number, number != owner[cell] {
        throw Composition.Fault(
          [.init(wish, cell: cell)] + wishes[owner[cell]].prefix(1).map { .init($0, cell: cell) },
          "\(CompositionFrame.name(cell, grid.side)) belongs to two regions here — "
            + "take it out of one of them")
      }
      number = owner[cell]
    }
    let part = number ?? parts.count
    if number == nil {
      guard parts.count < grid.side else {
        throw Composition.Fault(
          [.init(wish)],
          "this is one region more than the \(grid.side) of the board — wish for fewer")
      }
      parts.append([])
      isWhole.append(whole)
      image.append(-1)
      wishes.append([])
    }
    let all = Set(parts[part]).union(cells)
    let isLarger = number != nil && (isWhole[part] && all.count > parts[part].count)
    if isLarger || whole && all.count > Set(cells).count {
      throw Composition.Fault(
        [.init(wish, cell: cells.first)]
          + wishes[part].prefix(1).filter { $0 != wish }.map { .init($0) },
        "a region that is whole would get further cells by this — leave one of the two out")
    }
    parts[part] = all.sorted()
    isWhole[part] = isWhole[part] || whole
    wishes[part].append(wish)
    for cell in cells { owner[cell] = part }
    return part
  }

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
        "\(CompositionFrame.name(wish.cells[twice], grid.side)) is there twice — name it once")
    }
    for (index, one) in wish.cells.enumerated() {
      for other in wish.cells.dropFirst(index + 1) {
        if owner[one] >= 0 && owner[one] == owner[other] {
          throw Composition.Fault(
            [.init(wish.wish, cell: other), .init(self.wish(of: owner[one]), cell: one)],
            "\(CompositionFrame.name(one, grid.side)) and "
              + "\(CompositionFrame.name(other, grid.side)) are to be in different regions and in "
              + "one — leave one of the two out")
        }
        for (first, second) in zip(orbit(of: one), orbit(of: other)) {
          apart[first, default: []].append(second)
          apart[second, default: []].append(first)
        }
      }
    }
  }

  /// A cell as messages name it.
  static func name(_ cell: Int, _ side: Int) -> String { "r\(cell / side + 1)c\(cell % side + 1)" }

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
        "a region of \(shape.cells.count) \(shape.cells.count == 1 ? "cell" : "cells") of this "
          + "shape has no room for \(grid.stars) \(grid.stars == 1 ? "star" : "stars") — make it "
          + "larger"
      )
    }
  }
}

extension Composition {
  /// What is known of the regions; says what contradicts what.
  func frame() throws(Fault) -> CompositionFrame {
    try SymmetryCheck(self).check()
    var frame = CompositionFrame(grid: grid, symmetry: symmetry?.symmetry)
    for part in parts { try frame.add(part) }
    for wish in apart { try frame.keepApart(wish) }
    for part in frame.parts.indices { try frame.checkWhole(part) }
    let room = RoomCheck(self, frame)
    try room.checkWalls()
    try SymmetryCheck(self).check(frame)
    try room.checkMasks()
    try room.checkPentominoes()
    try room.check()
    try GivenStarsCheck(self, frame).check()
    return frame
  }
}
