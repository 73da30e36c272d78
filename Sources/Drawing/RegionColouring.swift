package import StarBattle

/// A colour for each region: regions that share an edge never share one.
///
/// Regions and their common edges are a planar graph, and so is what is left when some are taken
/// away; a planar graph always has a member with at most five neighbours. So regions are taken away
/// one after the other, each time one with the fewest neighbours left, and coloured in the opposite
/// order: at most five colours are taken around each, and six are enough. Where there is a choice,
/// a colour that touches at a corner is avoided, then the one that is used least: the same board
/// has the same colours on every page.
package enum RegionColouring {
  /// The number of colours.
  package static let count = 6

  /// The colour of each region, `0..<count`, by region number.
  ///
  /// - Complexity: O(cells + regions³).
  package static func colours(of puzzle: Puzzle) -> [Int] {
    let side = puzzle.grid.side
    var edges = [Set<Int>](repeating: [], count: side)
    var corners = edges
    for cell in puzzle.regions.indices {
      let region = puzzle.region(of: cell)
      for next in puzzle.grid.neighbours(of: cell) where puzzle.region(of: next) != region {
        let isEdge = cell / side == next / side || cell % side == next % side
        if isEdge {
          edges[region].insert(puzzle.region(of: next))
        } else {
          corners[region].insert(puzzle.region(of: next))
        }
      }
    }
    var left = Array(0..<side)
    var order: [Int] = []
    while !left.isEmpty {
      let degrees = left.map { region in left.count { edges[region].contains($0) } }
      let fewest = degrees.indices.min { degrees[$0] < degrees[$1] } ?? 0
      order.append(left.remove(at: fewest))
    }
    var colours = [Int?](repeating: nil, count: side)
    var uses = [Int](repeating: 0, count: count)
    for region in order.reversed() {
      let taken = Set(edges[region].compactMap { colours[$0] })
      let best =
        (0..<count).filter { !taken.contains($0) }.min { first, second in
          let cost = [first, second].map { colour in
            (corners[region].count { colours[$0] == colour }, uses[colour], colour)
          }
          return cost[0] < cost[1]
        } ?? 0
      colours[region] = best
      uses[best] += 1
    }
    return colours.map { $0 ?? 0 }
  }
}
