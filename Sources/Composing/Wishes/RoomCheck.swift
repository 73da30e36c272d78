import StarBattle
import Wording

/// Whether the board has room for all that is drawn and wished for.
struct RoomCheck {
  private let composition: Composition
  private let frame: CompositionFrame
  private var grid: Grid { composition.grid }
  private var masks: [Composition.Mask] { composition.masks }

  init(_ composition: Composition, _ frame: CompositionFrame) {
    self.composition = composition
    self.frame = frame
  }

  // MARK: - Walls

  /// Refuses a region that walls in cells which no other can have.
  func checkWalls() throws(Composition.Fault) {
    guard let part = wall else { return }
    throw Composition.Fault(
      [.init(frame.wish(of: part), cell: frame.parts[part].first)],
      "it walls in cells that are too few for a region — open it, or give them to a region")
  }

  /// A whole region beside free cells that are cut off from all others and too few for a region.
  private var wall: Int? {
    let pocket = frame.pockets.first { cells in
      cells.count < grid.fewestCells && cells.allSatisfy { frame.owner[$0] < 0 }
    }
    return pocket?.flatMap(grid.edgeNeighbours).map { frame.owner[$0] }.filter { $0 >= 0 }.min()
  }

  // MARK: - Shapes

  /// Refuses shapes that no region can have.
  func checkMasks() throws(Composition.Fault) {
    for mask in masks {
      guard mask.shape.isConnected || !mask.isWhole else {
        throw Composition.Fault(
          [.init(mask.wish)], "the shape is in pieces — every region is connected")
      }
      guard !mask.isWhole || mask.shape.holds(stars: grid.stars) else {
        throw Composition.Fault(
          [.init(mask.wish)],
          "the shape has no room for \(grid.quota) — draw it larger, or let a region contain "
            + "it")
      }
      guard max(mask.shape.height, mask.shape.width) <= grid.side else {
        throw Composition.Fault(
          [.init(mask.wish)], "the shape is larger than the board — draw it smaller")
      }
    }
  }

  /// Regions and masks that are pentominoes, each with its wish.
  private var fives: [(shape: FreeShape, wish: Int)] {
    frame.pentominoes
      + masks.filter { $0.isWhole && $0.shape.cells.count == 5 }.map {
        ($0.shape.turnless, $0.wish)
      }
  }

  /// Refuses pentominoes that are too many, or of one shape.
  func checkPentominoes() throws(Composition.Fault) {
    guard let pentominoes = composition.pentominoes else { return }
    let given = fives
    for (index, five) in given.enumerated() {
      if let other = given[..<index].first(where: { $0.shape == five.shape }) {
        throw Composition.Fault(
          [.init(five.wish), .init(other.wish), .init(pentominoes.wish)],
          "this pentomino is there twice, and they are to be different — draw one of them otherwise"
        )
      }
    }
    guard given.count <= pentominoes.count else {
      throw Composition.Fault(
        [.init(pentominoes.wish)] + given.map { .init($0.wish) },
        "\(given.count) regions are given that have five cells, and there are to be no more than "
          + "\(pentominoes.count) — draw fewer, or raise the number")
    }
    let fitting = FreeShape.pentominoes.filter { $0.holds(stars: grid.stars) }
    guard !fitting.isEmpty else {
      throw Composition.Fault(
        [.init(pentominoes.wish)],
        "five cells have no room for \(grid.quota) — take a grid with fewer")
    }
    guard pentominoes.count <= fitting.count else {
      throw Composition.Fault(
        [.init(pentominoes.wish)],
        (fitting.count == 1
          ? "only 1 pentomino has" : "only \(fitting.count) pentominoes have") + " room for "
          + "\(grid.quota) — wish for fewer")
    }
    if let symmetry = composition.symmetry, pentominoes.count > (grid.side % 2 == 0 ? 0 : 1),
      [.rotated90, .rotated180, .rotated270].contains(symmetry.symmetry)
    {
      throw Composition.Fault(
        [.init(pentominoes.wish), .init(symmetry.wish)],
        "with `symmetry` pentominoes have turned images of the same shape, and they are to be "
          + "different — leave one of the two out")
    }
  }

  /// Whether there are regions and cells enough for all that is drawn and wished for.
  func check() throws(Composition.Fault) {
    let parts = frame.parts.indices.map { (frame.parts[$0].count, frame.isWhole[$0]) }
    let sizes = parts + masks.map { ($0.shape.cells.count, $0.isWhole) }
    // What may still grow may become a pentomino.
    let growing = sizes.count { !$0.1 && $0.0 <= 5 }
    let new = max(0, (composition.pentominoes?.count ?? 0) - fives.count - growing)
    // Where all of them are drawn already, the wish for them takes no room.
    let pentominoes = new > 0 ? composition.pentominoes : nil
    let drawn = sizes.count
    let places =
      (pentominoes.map { [$0.wish] } ?? masks.map(\.wish).suffix(1))
      + frame.parts.indices.reversed().prefix(1).map { frame.wish(of: $0) }
    guard let place = places.first else { return }
    func fault(_ message: String) -> Composition.Fault {
      Composition.Fault([.init(place)], message)
    }
    let others = grid.side - drawn - new
    guard others >= 0 else {
      throw fault(
        pentominoes.map {
          "\($0.count, of: "pentomino is", "pentominoes are") more regions than are left — wish "
            + "for fewer"
        }
          ?? "so many shapes are more regions than are left: each letter, each list of `together` "
          + "and each mask is one of its own — wish for fewer")
    }
    let least = grid.fewestCells
    let taken = 5 * new + sizes.reduce(0) { $0 + ($1.1 ? $1.0 : max(least, $1.0)) }
    let left = grid.cellCount - taken
    let isClosed = others == 0 && sizes.allSatisfy(\.1)
    guard left >= others * least, left == 0 || !isClosed else {
      let what =
        pentominoes.map { "\($0.count, of: "pentomino", "pentominoes")" }
        ?? (masks.isEmpty ? "the drawn regions" : "the shapes")
      let with = pentominoes == nil || drawn == 0 ? "" : ", with what is drawn,"
      if left < 0 {
        throw fault(
          "\(what)\(with) take \(taken) cells, and the board has \(grid.cellCount) — wish for less")
      }
      throw fault(
        "\(what)\(with) leave \(left, of: "cell") for "
          + "\(others, of: "other region")"
          + (others > 0
            ? ", which take \(least) or more each — wish for less" : " — wish for fewer"))
    }
  }
}

extension Grid {
  /// The fewest cells of a region that holds its stars: each star, and a cell between each two.
  fileprivate var fewestCells: Int { 2 * stars - 1 }

  /// The stars of each region in words: `1 star`, `2 stars`.
  var quota: String { "\(stars, of: "star")" }
}
