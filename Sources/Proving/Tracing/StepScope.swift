import StarBattle

/// How many containers a step may rest on, by the family of its rule.
///
/// | family | containers |
/// |---|---|
/// | `direct.neighbours` | none |
/// | other `direct.`, and `tiling.` | one |
/// | `tiling.pairs` | two neighbouring lines |
/// | all others | neighbouring lines of one direction and regions, or a single region |
///
/// A chain may also fail because a step of it asks for a star where another container has all of its
/// own: then that one is named as well.
enum StepScope {
  /// Whether a rule may look at these containers together.
  static func allows(_ containers: [Container], for rule: String, on grid: Grid) -> Bool {
    let lines = lines(of: containers)
    switch rule {
    case "direct.neighbours": return containers.isEmpty
    case "tiling.pairs":
      return containers.count == 2 && lines?.count == 2
    case "tiling.parts": break
    case _ where rule.hasPrefix("direct.") || rule.hasPrefix("tiling."):
      return containers.count == 1
    default: break
    }
    guard let lines, !containers.isEmpty else { return false }
    return lines.count < grid.side && (!lines.isEmpty || containers.count == 1)
  }

  /// Whether a failure that a rule sees may rest on these containers.
  static func allows(failing containers: [Container], for rule: String, on grid: Grid) -> Bool {
    allows(containers, for: rule, on: grid)
      || containers.indices.contains { index in
        var others = containers
        others.remove(at: index)
        return others.isEmpty || allows(others, for: rule, on: grid)
      }
  }

  /// The numbers of the lines among some containers; nothing unless they run in one direction, without
  /// a gap.
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
