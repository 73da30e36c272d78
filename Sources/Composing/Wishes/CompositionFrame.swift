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

extension Grid {
  /// The fewest cells of a region that holds its stars: each star, and a cell between each two.
  fileprivate var fewestCells: Int { 2 * stars - 1 }
}

extension CompositionFrame {
  /// The whole regions that are pentominoes, each with its wish.
  var pentominoes: [(shape: FreeShape, wish: Int)] {
    parts.indices.filter { isWhole[$0] && parts[$0].count == 5 }.map {
      (FreeShape(cells: parts[$0], side: grid.side).turnless, wish(of: $0))
    }
  }

  /// A whole region beside free cells that are cut off from all others and too few for a region.
  fileprivate var wall: Int? {
    let isClosed = owner.map { $0 >= 0 && isWhole[$0] }
    var isReached = isClosed
    for start in isReached.indices where !isReached[start] {
      isReached[start] = true
      var (open, cells, walls) = ([start], [Int](), Set<Int>())
      while let cell = open.popLast() {
        cells.append(cell)
        for next in grid.edgeNeighbours(of: cell) {
          if isClosed[next] { walls.insert(owner[next]) }
          if !isReached[next] {
            isReached[next] = true
            open.append(next)
          }
        }
      }
      let isOwned = cells.contains { owner[$0] >= 0 }
      if !isOwned && cells.count < grid.fewestCells { return walls.min() }
    }
    return nil
  }
}

extension Composition {
  /// What is known of the regions; says what contradicts what.
  func frame() throws(Fault) -> CompositionFrame {
    try checkSymmetry()
    var frame = CompositionFrame(grid: grid, symmetry: symmetry?.symmetry)
    for part in parts { try frame.add(part) }
    for wish in apart { try frame.keepApart(wish) }
    for part in frame.parts.indices { try frame.checkWhole(part) }
    if let part = frame.wall {
      throw Fault(
        [.init(frame.wish(of: part), cell: frame.parts[part].first)],
        "it walls in cells that are too few for a region — open it, or give them to a region")
    }
    if let symmetry {
      let resting = frame.parts.indices.filter { frame.image[$0] == $0 }
      if symmetry.isPaired, let part = resting.first {
        throw Fault(
          [.init(frame.wish(of: part)), .init(symmetry.wish)],
          "this region goes to itself by the symmetry — draw it elsewhere, or leave `pairs` out")
      }
      if symmetry.symmetry == .rotated180, grid.side % 2 == 0, let part = resting.first {
        throw Fault(
          [.init(frame.wish(of: part)), .init(symmetry.wish)],
          "this region goes to itself by the symmetry, and the \(grid.side - 1) others cannot all "
            + "go in pairs — draw it elsewhere")
      }
    }
    for mask in masks {
      guard mask.shape.isConnected || !mask.isWhole else {
        throw Fault([.init(mask.wish)], "the shape is in pieces — every region is connected")
      }
      guard !mask.isWhole || mask.shape.holds(stars: grid.stars) else {
        throw Fault(
          [.init(mask.wish)],
          "the shape has no room for \(grid.stars) stars — draw it larger, or let a region contain "
            + "it")
      }
      guard max(mask.shape.height, mask.shape.width) <= grid.side else {
        throw Fault([.init(mask.wish)], "the shape is larger than the board — draw it smaller")
      }
    }
    try checkPentominoes(frame)
    try checkRoom(frame)
    try checkStars(frame)
    return frame
  }

  // MARK: - Room

  /// Regions and masks that are pentominoes, each with its wish.
  private func fives(_ frame: CompositionFrame) -> [(shape: FreeShape, wish: Int)] {
    frame.pentominoes
      + masks.filter { $0.isWhole && $0.shape.cells.count == 5 }.map {
        ($0.shape.turnless, $0.wish)
      }
  }

  private func checkPentominoes(_ frame: CompositionFrame) throws(Fault) {
    guard let pentominoes else { return }
    let given = fives(frame)
    for (index, five) in given.enumerated() {
      if let other = given[..<index].first(where: { $0.shape == five.shape }) {
        throw Fault(
          [.init(five.wish), .init(other.wish), .init(pentominoes.wish)],
          "this pentomino is there twice, and they are to be different — draw one of them otherwise"
        )
      }
    }
    guard given.count <= pentominoes.count else {
      throw Fault(
        [.init(pentominoes.wish)] + given.map { .init($0.wish) },
        "\(given.count) regions are given that have five cells, and there are to be no more than "
          + "\(pentominoes.count) — draw fewer, or raise the number")
    }
    let fitting = FreeShape.pentominoes.filter { $0.holds(stars: grid.stars) }
    guard !fitting.isEmpty else {
      throw Fault(
        [.init(pentominoes.wish)],
        "five cells have no room for \(grid.stars) stars — take a grid with fewer")
    }
    guard pentominoes.count <= fitting.count else {
      throw Fault(
        [.init(pentominoes.wish)],
        "only \(fitting.count) pentominoes have room for \(grid.stars) stars — wish for fewer")
    }
    if let symmetry, pentominoes.count > (grid.side % 2 == 0 ? 0 : 1),
      [.rotated90, .rotated180, .rotated270].contains(symmetry.symmetry)
    {
      throw Fault(
        [.init(pentominoes.wish), .init(symmetry.wish)],
        "with this symmetry pentominoes have turned images of the same shape, and they are to be "
          + "different — leave one of the two out")
    }
  }

  /// Whether there are regions and cells enough for all that is drawn and wished for.
  private func checkRoom(_ frame: CompositionFrame) throws(Fault) {
    let parts = frame.parts.indices.map { (frame.parts[$0].count, frame.isWhole[$0]) }
    let sizes = parts + masks.map { ($0.shape.cells.count, $0.isWhole) }
    // What may still grow may become a pentomino.
    let growing = sizes.count { !$0.1 && $0.0 <= 5 }
    let new = max(0, (pentominoes?.count ?? 0) - fives(frame).count - growing)
    let drawn = sizes.count
    let places =
      (pentominoes.map { [$0.wish] } ?? masks.map(\.wish).suffix(1))
      + frame.parts.indices.reversed().prefix(1).map { frame.wish(of: $0) }
    guard let place = places.first else { return }
    func fault(_ message: String) -> Fault { Fault([.init(place)], message) }
    let others = grid.side - drawn - new
    guard others >= 0 else {
      throw fault(
        (pentominoes.map { "\($0.count) pentominoes" } ?? "so many shapes")
          + " are more regions than are left — wish for fewer")
    }
    let least = grid.fewestCells
    let taken = 5 * new + sizes.reduce(0) { $0 + ($1.1 ? $1.0 : max(least, $1.0)) }
    let left = grid.cellCount - taken
    let isClosed = others == 0 && sizes.allSatisfy(\.1)
    guard left >= others * least, left == 0 || !isClosed else {
      let what =
        pentominoes.map { "\($0.count) \($0.count == 1 ? "pentomino" : "pentominoes")" }
        ?? (masks.isEmpty ? "the drawn regions" : "the shapes")
      let with = pentominoes == nil || drawn == 0 ? "" : ", with what is drawn,"
      if left < 0 {
        throw fault(
          "\(what)\(with) take \(taken) cells, and the board has \(grid.cellCount) — wish for less")
      }
      throw fault(
        "\(what)\(with) leave \(left) \(left == 1 ? "cell" : "cells") for \(others) other "
          + "\(others == 1 ? "region" : "regions")"
          + (others > 0
            ? ", which take \(least) or more each — wish for less" : " — wish for fewer"))
    }
  }

  // MARK: - Symmetry

  /// A puzzle with one solution has the symmetry in its stars as well: turned or mirrored with the
  /// borders, they are a solution again.
  private func checkSymmetry() throws(Fault) {
    guard let symmetry else { return }
    let side = grid.side
    func fault(_ message: String) -> Fault { Fault([Wish(symmetry.wish)], message) }
    switch symmetry.symmetry {
    case .identity: break
    case .flippedRows, .flippedColumns:
      throw fault(
        "no puzzle with one solution is mirrored like this: its stars would be, too, and those "
          + "beside the middle would touch — take half-turn, quarter-turn or diagonal")
    case .rotated90, .rotated270:
      // A region that a half turn leaves in place winds around the centre, and so does its quarter
      // turn: they would cross.
      guard side % 4 < 2 else {
        throw fault(
          "the \(side) regions of a \(side)×\(side) board cannot go round in fours — take "
            + "half-turn, or a side such as \(side / 4 * 4) or \(side / 4 * 4 + 4)")
      }
      guard side % 4 == 0 || grid.stars % 4 < 2 else {
        throw fault(
          "the region in the middle cannot have \(grid.stars) stars that a quarter turn leaves as "
            + "they are — take half-turn")
      }
      if symmetry.isPaired && side % 2 == 1 {
        throw fault("the region in the middle goes to itself — leave `pairs` out")
      }
    case .rotated180:
      if symmetry.isPaired && side % 2 == 1 {
        throw fault("the region in the middle goes to itself — leave `pairs` out")
      }
    case .transposed, .antitransposed:
      if symmetry.isPaired {
        throw fault("regions on the diagonal go to themselves — leave `pairs` out")
      }
    }
  }

  // MARK: - Stars

  private func checkStars(_ frame: CompositionFrame) throws(Fault) {
    let side = grid.side
    var kinds: [Int: (isStar: Bool, wish: Int)] = [:]
    for (given, isStar) in stars.map({ ($0, true) }) + empty.map({ ($0, false) }) {
      for cell in frame.orbit(of: given.cell) {
        if let other = kinds[cell], other.isStar != isStar {
          throw Fault(
            [.init(given.wish, cell: given.cell), .init(other.wish, cell: cell)],
            "\(CompositionFrame.name(cell, side)) is to have a star and none"
              + (frame.order > 1 ? ", by the symmetry" : "") + " — say one of the two")
        }
        kinds[cell] = (isStar, given.wish)
      }
    }
    let cells = kinds.filter(\.value.isStar).keys.sorted()
    func wish(_ cell: Int) -> Wish { Wish(kinds[cell]?.wish ?? 0, cell: cell) }
    for cell in cells {
      if let other = grid.neighbours(of: cell).first(where: { kinds[$0]?.isStar ?? false }) {
        throw Fault(
          [wish(max(cell, other)), wish(min(cell, other))],
          "the stars \(CompositionFrame.name(min(cell, other), side)) and "
            + "\(CompositionFrame.name(max(cell, other), side)) touch — move one of them")
      }
    }
    func check(_ title: String, _ container: (Int) -> Int?) throws(Fault) {
      var counts: [Int: Int] = [:]
      for cell in cells {
        guard let number = container(cell) else { continue }
        counts[number, default: 0] += 1
        if counts[number] ?? 0 > grid.stars {
          throw Fault(
            [wish(cell)],
            "this is star number \(grid.stars + 1) in its \(title) — there can be \(grid.stars)")
        }
      }
    }
    try check("row") { $0 / side }
    try check("column") { $0 % side }
    try check("region") { frame.owner[$0] >= 0 ? frame.owner[$0] : nil }
  }
}
