package import StarBattle

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

  /// The parts in `whole`, what they are, and its cells.
  private var parts: [Int] = []
  private var sources: [Addend.Source] = []
  private var ground: [Int] = []

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
    guard fill() == true else { return [] }
    var found: [Argument] = []
    forEachDecidedCell { search, cell, isHighest in
      guard let argument = search.argument(deciding: cell, isHighest) else { return [] }
      found.append(argument)
      return (argument.stars + argument.marks).map { search.place(ofCell: $0) }
    }
    return found.enumerated().sorted { ($0.element.size, $0.offset) < ($1.element.size, $1.offset) }
      .map(\.element)
  }

  /// Goes through the cells that never reach 1, which are marks, and then those that never reach 0,
  /// which are stars: as floating point has it.
  ///
  /// - Parameter decide: Takes the place of such a cell and whether it is a mark; gives the places
  ///   that need not be asked about any more.
  /// - Precondition: the containers have been filled.
  private mutating func forEachDecidedCell(
    _ decide: (inout LinearSearch, _ cell: Int, _ isHighest: Bool) -> [Int]
  ) {
    let cells = 0..<board.count
    var isDone = Array(repeating: false, count: board.count)
    for isHighest in [true, false] {
      var wasThere = isDone
      for cell in cells where !isDone[cell] && !wasThere[cell] {
        guard let value = whole.extreme(of: cell, isHighest: isHighest) else { continue }
        if !Tableau.isAtBound(value, isHighest: isHighest) {
          for place in decide(&self, cell, isHighest) { isDone[place] = true }
        }
        for other in cells
        where Tableau.isAtBound(whole.value(of: other), isHighest: isHighest) {
          wasThere[other] = true
        }
      }
    }
  }

  /// Loads all parts of the board and fills the containers.
  ///
  /// - Returns: Whether that is possible; `nil` where it took too long to find out.
  private mutating func fill() -> Bool? {
    parts = (0..<board.partCount).filter { $0 < board.containerCount || $0 >= board.firstTile }
    columns = Array(repeating: -1, count: board.count)
    whole.load(parts, cells: Array(0..<board.count), column: { $0 }, of: board)
    return whole.fill()
  }

  private func place(ofCell cell: Int) -> Int {
    LinearSearch.place(of: cell, among: board.count) { Int(board.cells[$0]) }
  }

  /// The place of a cell among so many, which ascend.
  private static func place(of cell: Int, among count: Int, _ cells: (Int) -> Int) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if cells(middle) < cell { low = middle + 1 } else { high = middle }
    }
    return low
  }

  // MARK: - What could follow, before any argument is made

  /// What adding up makes of a board, as floating point has it.
  package enum Prospect: Sendable {
    /// The containers cannot all be filled.
    case unfillable
    /// Stars on these cells fill everything: the board has a solution.
    case solution([Int])
    /// Sums decide these cells; none, where nothing follows or it took too long.
    case decided(stars: [Int], marks: [Int])
  }

  /// Asks what sums make of a board, without the arguments that show it.
  ///
  /// - Precondition: a board has been loaded.
  /// - Complexity: that of `find()` without the arguments.
  package mutating func prospect() -> Prospect {
    switch fill() {
    case false?: return .unfillable
    case nil: return .decided(stars: [], marks: [])
    case true?: break
    }
    if let stars = solution { return .solution(stars) }
    var (stars, marks): ([Int], [Int]) = ([], [])
    forEachDecidedCell { search, cell, isHighest in
      let number = Int(search.board.cells[cell])
      if isHighest { marks.append(number) } else { stars.append(number) }
      return []
    }
    return .decided(stars: stars, marks: marks)
  }

  /// The stars, where no cell is between star and mark.
  private var solution: [Int]? {
    var stars: [Int] = []
    for cell in 0..<board.count {
      let value = whole.value(of: cell)
      if Tableau.isAtBound(value, isHighest: true) {
        stars.append(Int(board.cells[cell]))
      } else if !Tableau.isAtBound(value, isHighest: false) {
        return nil
      }
    }
    return stars
  }

  // MARK: - One argument after the other

  /// Makes the loaded board the ground of `argument(for:isStar:)`.
  ///
  /// Of the boards that come of it by what sums decide none has to be filled: what decides a cell
  /// on the ground decides it there.
  ///
  /// - Returns: Whether its containers can be filled, so that there is anything to show.
  /// - Precondition: a board has been loaded.
  package mutating func takeGround() -> Bool {
    guard fill() == true else { return false }
    sources = parts.map { board.source(of: $0) }
    ground = (0..<board.count).map { Int(board.cells[$0]) }
    return true
  }

  /// An argument that decides an open cell; `nil` where none is found.
  ///
  /// - Precondition: the loaded board is the ground, or comes of it; the cell is open; and nothing
  ///   but such arguments has been asked for since the ground was taken.
  /// - Complexity: a few exchanges of a row of the ground's tableau, and as much for each part of
  ///   what decides the cell there, with the cells that are in them.
  package mutating func argument(for cell: Int, isStar: Bool) -> Argument? {
    let onGround = LinearSearch.place(of: cell, among: ground.count) { ground[$0] }
    guard let value = whole.extreme(of: onGround, isHighest: !isStar),
      !Tableau.isAtBound(value, isHighest: !isStar)
    else { return nil }
    let used = whole.prices(of: onGround, isHighest: !isStar).map { sources[$0.part] }
    return argument(of: board.parts(used), place(ofCell: cell), !isStar)
  }

  // MARK: - What cannot be filled

  /// A sum of parts, of which none can be left out, that need more than there is room for; `nil`
  /// where there is none.
  ///
  /// - Precondition: a board has been loaded.
  package mutating func contradiction() -> [Addend]? {
    guard fill() == false else { return nil }
    var shortfall = whole.shortfall().map { (part: parts[$0.part], times: $0.times) }
    // Tiles come last, and are tried first.
    var untried = shortfall.map(\.part).sorted()
    while let part = untried.popLast() {
      let rest = shortfall.map(\.part).filter { $0 != part }.sorted()
      let isUnfillable = withCells(of: rest) { search, cells, columns in
        search.some.load(rest, cells: cells, column: { columns[$0] }, of: search.board)
        return search.some.fill() == false
      }
      if !isUnfillable { continue }
      shortfall = some.shortfall().map { (rest[$0.part], $0.times) }
      let used = Set(shortfall.map(\.part))
      untried.removeAll { !used.contains($0) }
    }
    return wholeNumbers(shortfall.map { ($0.part, -$0.times) }) { $0.slack < 0 }?.addends
  }

  /// Lends the open cells of some parts, and where each stands among them.
  private mutating func withCells<Value>(
    of parts: [Int], _ body: (inout LinearSearch, [Int], [Int]) -> Value
  ) -> Value {
    var columns = columns
    var cells: [Int] = []
    for part in parts {
      for index in board.starts[part]..<board.starts[part + 1] {
        let member = Int(board.members[Int(index)])
        if columns[member] >= 0 { continue }
        columns[member] = cells.count
        cells.append(member)
      }
    }
    return body(&self, cells, columns)
  }

  // MARK: - One argument

  /// An argument that decides a cell.
  ///
  /// - Precondition: `whole` stands at the extreme of the cell, which is not at its bound.
  private mutating func argument(deciding cell: Int, _ isHighest: Bool) -> Argument? {
    let used = whole.prices(of: cell, isHighest: isHighest).map { parts[$0.part] }
    return argument(of: used, cell, isHighest)
  }

  /// An argument of some of these parts, of which none can be left out, that decides a cell.
  private mutating func argument(
    of parts: [Int], _ cell: Int, _ isHighest: Bool
  ) -> Argument? {
    let column = withCells(of: parts) { search, cells, columns in
      search.some.load(parts, cells: cells, column: { columns[$0] }, of: search.board)
      return columns[cell]
    }
    if column < 0 { return nil }
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
    let number = Int(board.cells[cell])
    return wholeNumbers(
      some.prices(of: column, isHighest: isHighest).map { (parts[$0.part], $0.price) }
    ) { $0.stars.contains(number) || $0.marks.contains(number) }
  }

  private mutating func decides(_ column: Int, _ isHighest: Bool) -> Bool {
    guard let value = some.extreme(of: column, isHighest: isHighest) else { return false }
    return !Tableau.isAtBound(value, isHighest: isHighest)
  }

  /// The sum that prices stand for, if it shows what is asked for.
  private mutating func wholeNumbers(
    _ prices: [(part: Int, price: Double)], showing isShown: (Argument) -> Bool
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
      if isShown(argument) { return argument }
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
