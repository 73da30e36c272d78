import StarBattle

/// What each scope allows.
///
/// A chain may also fail because a step of it asks for a star where another container has all of
/// its own: then that one is named as well.
extension StepScope {
  /// Whether a step may rest on these containers together.
  ///
  /// - Parameters:
  ///   - containers: The containers, which are on the grid.
  ///   - grid: The grid.
  ///   - left: The place of a container that is left out; `nil` for none.
  /// - Returns: Whether it may.
  func allows(_ containers: [Container], on grid: Grid, without left: Int? = nil) -> Bool {
    let count = left == nil ? containers.count : containers.count - 1
    switch self {
    case .stars: return count == 0
    case .container: return count == 1
    case .adjacentLines:
      return count == 2 && StepScope.lineCount(of: containers, without: left) == 2
    case .interval:
      guard count > 0, let lines = StepScope.lineCount(of: containers, without: left) else {
        return false
      }
      return lines < grid.side && (lines > 0 || count == 1)
    // What follows from an assumption is checked link by link.
    case .assumption, .assumptionWithSums, .ways: return false
    // A sum says how often each container counts; it is added up, and no scope bounds it.
    case .sum: return false
    }
  }

  /// Whether a failure that a rule of this scope sees may rest on these containers.
  func allows(failing containers: [Container], on grid: Grid) -> Bool {
    allows(containers, on: grid)
      || containers.indices.contains { index in
        containers.count == 1 || allows(containers, on: grid, without: index)
      }
  }

  /// How many lines are among some containers; `nil` unless they run in one direction, each once
  /// and without a gap.
  private static func lineCount(of containers: [Container], without left: Int?) -> Int? {
    var (rows, columns, count) = (0 as UInt32, 0 as UInt32, 0)
    for (index, container) in containers.enumerated() where index != left {
      switch container {
      case .row(let row): rows |= 1 << UInt32(row)
      case .column(let column): columns |= 1 << UInt32(column)
      case .region: continue
      }
      count += 1
    }
    guard rows == 0 || columns == 0 else { return nil }
    let lines = rows | columns
    // Without a gap, adding the first one clears all of them.
    let isRun = lines & (lines &+ (lines & (0 &- lines))) == 0
    return isRun && lines.nonzeroBitCount == count ? count : nil
  }
}
