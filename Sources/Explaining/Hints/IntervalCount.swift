import StarBattle

/// The stars that regions can and must put into some lines, as a counting step or failure sees
/// them.
struct IntervalCount {
  /// The lines: consecutive rows or columns.
  let lines: [Container]

  /// The stars that the lines still need.
  let need: Int

  /// What one region brings.
  struct Share: Hashable {
    let region: Int
    let stars: Int
  }

  /// The regions that can have stars in the lines, with the most each can; and those that must,
  /// with the least.
  let most: [Share]
  let least: [Share]

  /// The sum of the regions' `most`, and of their `least`.
  var mostStars: Int { most.reduce(0) { $0 + $1.stars } }
  var leastStars: Int { least.reduce(0) { $0 + $1.stars } }

  /// Counts; `nil` where there are no lines or no regions, or both rows and columns.
  ///
  /// - Parameters:
  ///   - containers: Lines of one kind, and regions.
  ///   - board: What is known.
  ///   - byTiles: Whether cells are taken to hold what fits without touching, or anything that is
  ///     needed as soon as there is one.
  init?(_ containers: [Container], on board: KnownBoard, byTiles: Bool) {
    var regions: [Int] = []
    var lines: [Container] = []
    var areRows = false
    for container in containers {
      switch container {
      case .row:
        lines.append(container)
        areRows = true
      case .column:
        guard !areRows else { return nil }
        lines.append(container)
      case .region(let region): regions.append(region)
      }
    }
    guard let first = lines.first, let last = lines.last, !regions.isEmpty else { return nil }
    var most: [Share] = []
    var least: [Share] = []
    for region in regions {
      let need = board.need(of: [.region(region)])
      let open = board.open(in: .region(region))
      // Whether a cell lies before the lines (-1), in them (0) or behind them (1).
      func side(of cell: Int) -> Int {
        let line: Container = areRows ? .row(cell / board.side) : .column(cell % board.side)
        return line < first ? -1 : line > last ? 1 : 0
      }
      func room(_ place: Int) -> Int {
        let cells = open.filter { side(of: $0) == place }
        if !byTiles { return cells.isEmpty ? 0 : need }
        return Room.bound(cells, byRows: areRows, side: board.side)
      }
      let inside = min(need, room(0))
      if inside > 0 { most.append(Share(region: region, stars: inside)) }
      let kept = need - room(-1) - room(1)
      if kept > 0 { least.append(Share(region: region, stars: kept)) }
    }
    self.lines = lines
    need = board.need(of: lines)
    self.most = most
    self.least = least
  }
}
