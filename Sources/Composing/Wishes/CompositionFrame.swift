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
  /// Whether a part is wished for itself, and not only the image of another.
  private var isWished: [Bool] = []
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
    for turn in 0..<order {
      let number = try add(cells, isWhole: part.isWhole, wish: part.wish)
      if turn == 0 { isWished[number] = true }
      numbers.append(number)
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
      // Where images are regions that are drawn as well, there are fewer in the end.
      let most = order == 2 ? 2 * grid.side : grid.side
      guard parts.count < most else { throw tooMany(wish) }
      parts.append([])
      isWhole.append(whole)
      image.append(-1)
      wishes.append([])
      isWished.append(false)
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

  private func tooMany(_ wish: Int) -> Composition.Fault {
    Composition.Fault(
      [.init(wish)], "this is one region more than the \(grid.side) of the board — wish for fewer")
  }

  // MARK: - Images that are drawn themselves

  /// Takes regions that are drawn in part for the images of others, the nearest first, until there
  /// are no more than the board has.
  ///
  /// A region and its image may be drawn in cells that are no images of each other, and then
  /// nothing says that they belong together but that there would be too many regions.
  ///
  /// - Parameter mayRest: Whether a region may be its own image.
  /// - Throws: `Composition.Fault` where there are too many all the same.
  mutating func pairUp(mayRest: Bool) throws(Composition.Fault) {
    while parts.count > grid.side {
      guard let (one, other) = nearestPair(mayRest: mayRest) else {
        throw tooMany(wishes.last?.first ?? 0)
      }
      let images = [image[one], image[other]]
      unite(images[0], with: other)
      if one != other { unite(images[1], with: one) }
      (image[one], image[other]) = (other, one)
      for part in Set(images).sorted(by: >) { remove(part) }
    }
  }

  /// Two drawn regions, or one twice, of which the image of one may be the other: those that come
  /// nearest to it, and of equally near ones those that have the longest border with it.
  private func nearestPair(mayRest: Bool) -> (Int, Int)? {
    let open = parts.indices.filter { isWished[$0] && !isWhole[$0] && !isWished[image[$0]] }
    var best: (nearness: (distance: Int, border: Int), one: Int, other: Int)?
    for one in open {
      for other in open where other > one || mayRest && other == one {
        guard let next = nearness(of: image[one], to: other) else { continue }
        if let best, best.nearness <= next { continue }
        best = (next, one, other)
      }
    }
    return best.map { ($0.one, $0.other) }
  }

  /// The steps between two parts, and the edges between them, negative; `nil` where they are kept
  /// apart.
  private func nearness(of one: Int, to other: Int) -> (distance: Int, border: Int)? {
    var (least, border) = (Int.max, 0)
    for first in parts[one] {
      for second in parts[other] {
        if apart[first]?.contains(second) ?? false { return nil }
        let rows = abs(first / grid.side - second / grid.side)
        let columns = abs(first % grid.side - second % grid.side)
        least = min(least, rows + columns)
        if rows + columns == 1 { border -= 1 }
      }
    }
    return (least, border)
  }

  private mutating func unite(_ part: Int, with other: Int) {
    for cell in parts[part] { owner[cell] = other }
    parts[other] = (parts[other] + parts[part]).sorted()
    wishes[other] += wishes[part]
  }

  /// Takes away a part whose cells another has.
  private mutating func remove(_ part: Int) {
    parts.remove(at: part)
    isWhole.remove(at: part)
    wishes.remove(at: part)
    isWished.remove(at: part)
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
    // A half turn leaves one region in place at the most, and none where the side is even.
    let mayRest = symmetry.map { !$0.isPaired && $0.symmetry != .rotated180 } ?? false
    try frame.pairUp(mayRest: mayRest)
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
