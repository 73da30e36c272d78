import StarBattle

/// Whether the stars that are given, and the cells that are to have none, can be together.
struct GivenStarsCheck {
  private let composition: Composition
  private let frame: CompositionFrame
  private var grid: Grid { composition.grid }

  init(_ composition: Composition, _ frame: CompositionFrame) {
    self.composition = composition
    self.frame = frame
  }

  /// Refuses a cell with a star and none, stars that touch, and too many in a container.
  func check() throws(Composition.Fault) {
    let side = grid.side
    var kinds: [Int: (isStar: Bool, wish: Int)] = [:]
    let all = composition.stars.map { ($0, true) } + composition.empty.map { ($0, false) }
    for (given, isStar) in all {
      for cell in frame.orbit(of: given.cell) {
        if let other = kinds[cell], other.isStar != isStar {
          throw Composition.Fault(
            [.init(given.wish, cell: given.cell), .init(other.wish, cell: cell)]
              + (composition.symmetry.map { [.init($0.wish)] } ?? []),
            "\(grid.name(of: cell)) is to have a star and none"
              + (frame.order > 1 ? ", images by `symmetry` counted" : "")
              + " — say one of the two")
        }
        kinds[cell] = (isStar, given.wish)
      }
    }
    let cells = kinds.filter(\.value.isStar).keys.sorted()
    func wish(_ cell: Int) -> Composition.Wish {
      Composition.Wish(kinds[cell]?.wish ?? 0, cell: cell)
    }
    for cell in cells {
      if let other = grid.neighbours(of: cell).first(where: { kinds[$0]?.isStar ?? false }) {
        throw Composition.Fault(
          [wish(max(cell, other)), wish(min(cell, other))],
          "the stars \(grid.name(of: min(cell, other))) and "
            + "\(grid.name(of: max(cell, other))) touch — move one of them")
      }
    }
    func check(_ title: String, _ container: (Int) -> Int?) throws(Composition.Fault) {
      var counts: [Int: Int] = [:]
      for cell in cells {
        guard let number = container(cell) else { continue }
        counts[number, default: 0] += 1
        if counts[number] ?? 0 > grid.stars {
          throw Composition.Fault(
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
