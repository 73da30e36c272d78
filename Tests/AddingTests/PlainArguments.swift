import Adding
import StarBattle

/// Arguments found by trying every sum of so many parts: what the search is held against.
struct PlainArguments {
  let puzzle: Puzzle
  let stars: Set<Int>
  let marks: Set<Int>

  /// What all sums of one size show.
  struct Findings: Equatable {
    var stars: Set<Int> = []
    var marks: Set<Int> = []
    var isContradiction = false
  }

  private var side: Int { puzzle.grid.side }

  func isOpen(_ cell: Int) -> Bool { !stars.contains(cell) && !marks.contains(cell) }

  func need(_ container: Container) -> Int {
    puzzle.grid.stars - container.cells(in: puzzle).count { stars.contains($0) }
  }

  /// The search, with the board.
  var search: ArgumentSearch {
    var search = ArgumentSearch()
    load(into: &search)
    return search
  }

  func load(into search: inout ArgumentSearch) {
    search.load(
      side: side,
      openCells: { row in
        (0..<side).reduce(0) { isOpen(row * side + $1) ? $0 | 1 << UInt32($1) : $0 }
      }, region: puzzle.region,
      need: { need([.row($0 % side), .column($0 % side), .region($0 % side)][$0 / side]) })
  }

  private struct Part {
    let cells: [Int]
    let stars: Int
    let multipliers: [Int]
    var isTile = false
  }

  /// What all sums of some parts show, with multipliers up to two and no more slack than the search
  /// allows.
  ///
  /// - Parameters:
  ///   - size: How many parts.
  ///   - mostSlack: How much slack.
  ///   - isTiled: Whether sums are left out in which tiles alone cover a single container and have
  ///     no room for a star more than it needs, or one of them counts twice and it does not.
  /// - Returns: What they show.
  func findings(size: Int, mostSlack: Int = 2, isTiled: Bool = false) -> Findings {
    var parts: [Part] = []
    for index in 0..<side {
      for container in [Container.row(index), .column(index), .region(index)] {
        if need(container) > 0 {
          parts.append(
            Part(
              cells: container.cells(in: puzzle).filter(isOpen), stars: need(container),
              multipliers: [-2, -1, 1, 2]))
        }
      }
    }
    for corner in 0..<side * (side - 1) where corner % side < side - 1 {
      let cells = [corner, corner + 1, corner + side, corner + side + 1].filter(isOpen)
      if !cells.isEmpty {
        parts.append(Part(cells: cells, stars: 1, multipliers: [-2, -1], isTile: true))
      }
    }
    var findings = Findings()
    var weights = [Int](repeating: 0, count: side * side)
    var used: [(part: Part, times: Int)] = []
    func isLeftOut(slack: Int) -> Bool {
      let containers = used.filter { !$0.part.isTile }
      guard isTiled, containers.count == 1 else { return false }
      let held = containers[0].times
      return held > slack || held == 1 && used.contains { $0.times == -2 }
    }
    func add(_ left: Int, from first: Int, least: Int) {
      if left == 0 {
        let slack = weights.reduce(0) { $0 + max(0, $1) } - least
        if isLeftOut(slack: slack) { return }
        if slack < 0 { findings.isContradiction = true }
        guard (0...mostSlack).contains(slack), weights.allSatisfy({ $0 <= 0 || $0 > slack }) else {
          return
        }
        for (cell, weight) in weights.enumerated() where abs(weight) > slack {
          if weight > 0 { findings.stars.insert(cell) } else { findings.marks.insert(cell) }
        }
        return
      }
      for index in first..<parts.count {
        for times in parts[index].multipliers {
          for cell in parts[index].cells { weights[cell] += times }
          used.append((parts[index], times))
          add(left - 1, from: index + 1, least: least + times * parts[index].stars)
          used.removeLast()
          for cell in parts[index].cells { weights[cell] -= times }
        }
      }
    }
    add(size, from: 0, least: 0)
    return findings
  }
}
