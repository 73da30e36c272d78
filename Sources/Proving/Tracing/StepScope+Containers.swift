import StarBattle

/// What each scope allows.
///
/// A chain may also fail because a step of it asks for a star where another container has all of
/// its own: then that one is named as well.
extension StepScope {
  /// Whether a step may rest on these containers together.
  func allows(_ containers: [Container], on grid: Grid) -> Bool {
    switch self {
    case .stars: return containers.isEmpty
    case .container: return containers.count == 1
    case .adjacentLines:
      return containers.count == 2 && StepScope.lines(of: containers)?.count == 2
    case .interval:
      guard let lines = StepScope.lines(of: containers), !containers.isEmpty else { return false }
      return lines.count < grid.side && (!lines.isEmpty || containers.count == 1)
    // What follows from an assumption is checked link by link.
    case .assumption, .ways: return false
    }
  }

  /// Whether a failure that a rule of this scope sees may rest on these containers.
  func allows(failing containers: [Container], on grid: Grid) -> Bool {
    allows(containers, on: grid)
      || containers.indices.contains { index in
        var others = containers
        others.remove(at: index)
        return others.isEmpty || allows(others, on: grid)
      }
  }

  /// The numbers of the lines among some containers; `nil` unless they run in one direction,
  /// without a gap.
  private static func lines(of containers: [Container]) -> [Int]? {
    var rows: [Int] = []
    var columns: [Int] = []
    for container in containers {
      switch container {
      case .row(let row): rows.append(row)
      case .column(let column): columns.append(column)
      case .region: break
      }
    }
    guard rows.isEmpty || columns.isEmpty else { return nil }
    let lines = (rows + columns).sorted()
    let isRun = zip(lines, lines.dropFirst()).allSatisfy { $0 + 1 == $1 }
    return isRun ? lines : nil
  }
}
