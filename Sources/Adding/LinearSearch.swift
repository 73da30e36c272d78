import StarBattle

/// Finds what follows from adding up as many parts as it takes; see `Adding.md`.
///
/// What it finds is checked in whole numbers before it is told. That it finds all there is rests on
/// floating point, and so is very likely and no more.
package struct LinearSearch: ~Copyable {
  private var board = OpenBoard()
  /// All parts of the board, and those of one argument, before and after one of them is left out.
  private var whole = Tableau()
  private var some = Tableau()
  private var spare = Tableau()

  // By the place of a cell among all open cells.
  /// The column of a cell in `some`.
  private var columns: [Int] = []
  private var weights: [Int] = []

  /// How often a part may count.
  static let mostTimes = 400

  package init() {}

  /// Reads a board to look for arguments on.
  ///
  /// - Parameters:
  ///   - side: The side of the board.
  ///   - openCells: The cells of a row that are neither star nor mark, a bit a column.
  ///   - region: The region of a cell.
  ///   - need: How many stars a container still needs: rows come first, then columns, regions.
  package mutating func load(
    side: Int, openCells: (Int) -> UInt32, region: (Int) -> Int, need: (Int) -> Int
  ) {
    board.load(side: side, openCells: openCells, region: region, need: need)
  }

  /// Finds an argument for each cell that adding up decides, unless an earlier one has shown it.
  ///
  /// - Returns: The arguments, of parts of which none can be left out, smallest first; none where
  ///   the parts cannot all be filled.
  /// - Precondition: a board has been loaded.
  /// - Complexity: a few exchanges of a row of the tableau for each open cell, each of which takes
  ///   cells × parts; and so for each argument, with the cells and parts that are in it.
  package mutating func find() -> [Argument] {
    let parts = (0..<board.partCount).filter {
      $0 < board.containerCount || $0 >= board.firstTile
    }
    let cells = Array(0..<board.count)
    columns = Array(repeating: -1, count: board.count)
    whole.load(parts, cells: cells, column: { $0 }, of: board)
    guard whole.fill() == true else { return [] }
    var found: [Argument] = []
    var isDecided = Array(repeating: false, count: board.count)
    for isHighest in [true, false] {
      var wasThere = isDecided
      for cell in cells where !isDecided[cell] && !wasThere[cell] {
        guard let value = whole.extreme(of: cell, isHighest: isHighest) else { continue }
        if !Tableau.isAtBound(value, isHighest: isHighest) {
          let used = whole.prices(of: cell, isHighest: isHighest).map { parts[$0.part] }
          if let argument = argument(of: used, cell, isHighest) {
            found.append(argument)
            for decided in argument.stars + argument.marks {
              isDecided[place(ofCell: decided)] = true
            }
          }
        }
        for other in cells
        where Tableau.isAtBound(whole.value(of: other), isHighest: isHighest) {
          wasThere[other] = true
        }
      }
    }
    return found.enumerated().sorted { ($0.element.size, $0.offset) < ($1.element.size, $1.offset) }
      .map(\.element)
  }

  private func place(ofCell cell: Int) -> Int {
    var (low, high) = (0, board.count)
    while low < high {
      let middle = (low + high) / 2
      if Int(board.cells[middle]) < cell { low = middle + 1 } else { high = middle }
    }
    return low
  }

  // MARK: - One argument

  /// An argument of some of these parts, of which none can be left out, that decides a cell.
  private mutating func argument(
    of parts: [Int], _ cell: Int, _ isHighest: Bool
  ) -> Argument? {
    var cells: [Int] = []
    for part in parts {
      for index in board.starts[part]..<board.starts[part + 1] {
        let member = Int(board.members[Int(index)])
        if columns[member] >= 0 { continue }
        columns[member] = cells.count
        cells.append(member)
      }
    }
    defer { for cell in cells { columns[cell] = -1 } }
    let column = columns[cell]
    if column < 0 { return nil }
    some.load(parts, cells: cells, column: { [columns] in columns[$0] }, of: board)
    guard some.fill() == true, decides(column, isHighest) else { return nil }
    // Tiles come last, and are tried first: without them a sum is easier to see.
    var untried = Array(parts.indices)
    while let part = untried.popLast() {
      spare.copy(some)
      some.leaveOut(part)
      if decides(column, isHighest) {
        let used = Set(some.prices(of: column, isHighest: isHighest).map(\.part))
        for other in untried where !used.contains(other) { some.leaveOut(other) }
        untried.removeAll { !used.contains($0) }
      } else {
        swap(&some, &spare)
      }
    }
    return wholeNumbers(
      some.prices(of: column, isHighest: isHighest).map { (parts[$0.part], $0.price) },
      deciding: cell)
  }

  private mutating func decides(_ column: Int, _ isHighest: Bool) -> Bool {
    guard let value = some.extreme(of: column, isHighest: isHighest) else { return false }
    return !Tableau.isAtBound(value, isHighest: isHighest)
  }

  /// The sum that prices stand for, if it decides a cell.
  private mutating func wholeNumbers(
    _ prices: [(part: Int, price: Double)], deciding cell: Int
  ) -> Argument? {
    let most = Double(LinearSearch.mostTimes)
    for scale in 1...LinearSearch.mostTimes {
      var sum: [(part: Int, times: Int)] = []
      for (part, price) in prices {
        let times = price * Double(scale)
        guard times.magnitude <= most else { return nil }
        // `rounded()` is the mathematical library's, which the engine does without.
        let nearest = Int(times < 0 ? times - 0.5 : times + 0.5)
        if (times - Double(nearest)).magnitude > 1e-4 { break }
        sum.append((part, -nearest))
      }
      if sum.count < prices.count { continue }
      let argument = argument(adding: sum)
      let number = Int(board.cells[cell])
      if argument.stars.contains(number) || argument.marks.contains(number) { return argument }
    }
    return nil
  }

  /// What follows from a sum.
  private mutating func argument(adding sum: [(part: Int, times: Int)]) -> Argument {
    weights = Array(repeating: 0, count: board.count)
    var slack = 0
    for (part, times) in sum {
      slack -= times * Int(board.stars[part])
      for index in board.starts[part]..<board.starts[part + 1] {
        weights[Int(board.members[Int(index)])] += times
      }
    }
    for weight in weights { slack += max(0, weight) }
    let cells = weights.indices
    return Argument(
      addends: sum.sorted { $0.part < $1.part }.map {
        Addend(board.source(of: $0.part), times: $0.times)
      },
      slack: slack,
      stars: cells.filter { weights[$0] > slack }.map { Int(board.cells[$0]) },
      marks: cells.filter { -weights[$0] > slack }.map { Int(board.cells[$0]) })
  }
}

extension Tableau {
  /// Whether a value is as high (or low) as a cell can ever be.
  fileprivate static func isAtBound(_ value: Double, isHighest: Bool) -> Bool {
    isHighest ? value > 1 - nearness : value < nearness
  }
}
