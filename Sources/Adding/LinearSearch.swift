package import StarBattle

/// Finds what follows from adding up as many parts as it takes; see `Adding.md`.
///
/// What it finds is checked in whole numbers before it is told. That it finds all there is rests on
/// floating point, and so is very likely and no more.
package struct LinearSearch: ~Copyable {
  private var board = OpenBoard()
  /// All parts of the board, and those of one argument, before and after one of them is left out.
  private var whole = LinearProgram()
  private var some = LinearProgram()
  private var spare = LinearProgram()

  /// The parts in `whole`, what they are, and its cells.
  private var parts: [Int] = []
  private var sources: [Addend.Source] = []
  private var ground: [Int] = []

  // By the place of a cell among all open cells.
  /// The column of a cell in `some`.
  private var columns: [Int] = []
  private var weights: [Int] = []

  /// How often a part may count: as often as who checks a sum takes it (`StepSum` in `Proving`).
  static let mostTimes = 100_000
  /// How close to a whole number a price counts as one; no fraction of so many is as close.
  private static let roundness = 5e-6

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
  /// - Complexity: some forty steps of the simplex method for each open cell, each of which takes
  ///   the square of the parts that have nothing to spare; and so for each argument, with the parts
  ///   that are in it.
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
    // The cells that some point has had at 1, or at 0.
    var (wasHigh, wasLow) = (isDone, isDone)
    func look(at point: borrowing LinearProgram) {
      for cell in cells {
        let value = point.value(of: cell)
        if LinearProgram.isAtBound(value, isHighest: true) { wasHigh[cell] = true }
        if LinearProgram.isAtBound(value, isHighest: false) { wasLow[cell] = true }
      }
    }
    look(at: whole)
    for isHighest in [true, false] {
      for cell in cells where !isDone[cell] && !(isHighest ? wasHigh : wasLow)[cell] {
        guard
          let value = whole.extreme(of: cell, isHighest: isHighest, visit: { look(at: $0) }),
          !LinearProgram.isAtBound(value, isHighest: isHighest)
        else { continue }
        for place in decide(&self, cell, isHighest) { isDone[place] = true }
      }
    }
  }

  /// Loads all parts of the board and fills the containers.
  ///
  /// - Returns: Whether that is possible; `nil` where it took too long to find out.
  private mutating func fill() -> Bool? {
    parts = (0..<board.partCount).filter { $0 < board.containerCount || $0 >= board.firstTile }
    columns = Array(repeating: -1, count: board.count)
    whole.load(parts, cells: Array(0..<board.count), place: { $0 }, of: board)
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
    var isDecided = Array(repeating: false, count: board.count)
    forEachDecidedCell { search, cell, isHighest in
      var decided: [Int] = []
      func decide(_ cell: Int, isStar: Bool) {
        if isDecided[cell] { return }
        isDecided[cell] = true
        decided.append(cell)
        let number = Int(search.board.cells[cell])
        if isStar { stars.append(number) } else { marks.append(number) }
      }
      decide(cell, isStar: !isHighest)
      search.whole.forEachCellHeld(by: cell, isHighest: isHighest) { decide($0, isStar: $1) }
      return decided
    }
    return .decided(stars: stars, marks: marks)
  }

  /// The stars, where no cell is between star and mark.
  private var solution: [Int]? {
    var stars: [Int] = []
    for cell in 0..<board.count {
      let value = whole.value(of: cell)
      if LinearProgram.isAtBound(value, isHighest: true) {
        stars.append(Int(board.cells[cell]))
      } else if !LinearProgram.isAtBound(value, isHighest: false) {
        return nil
      }
    }
    return stars
  }

  // MARK: - One argument after the other

  /// Makes the loaded board the ground of `argument(for:isStar:)`.
  ///
  /// Of the boards that come of it by what sums decide none has to be filled anew: what decides a
  /// cell on the ground decides it there, as long as its parts can be filled.
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
  /// - Complexity: some forty steps of the simplex method on the ground, and a few for each part of
  ///   what decides the cell there, with the parts that are in it.
  package mutating func argument(for cell: Int, isStar: Bool) -> Argument? {
    let onGround = LinearSearch.place(of: cell, among: ground.count) { ground[$0] }
    guard let value = whole.extreme(of: onGround, isHighest: !isStar),
      !LinearProgram.isAtBound(value, isHighest: !isStar)
    else { return nil }
    let used = whole.prices(of: onGround, isHighest: !isStar).map { sources[$0.part] }
    return argument(of: board.parts(used), place(ofCell: cell), !isStar) { search, _ in
      search.some.fill() == true
    }
  }

  // MARK: - What cannot be filled

  /// A sum of parts, of which none can be left out, that need more than there is room for; `nil`
  /// where there is none.
  ///
  /// - Precondition: a board has been loaded.
  package mutating func contradiction() -> [Addend]? {
    guard fill() == false else { return nil }
    let used = whole.shortfall().map { parts[$0.part] }
    withCells(of: used) { search, cells, columns in
      search.some.load(used, cells: cells, place: { columns[$0] }, of: search.board)
    }
    guard some.fill() == false else { return nil }
    // Tiles come last, and are tried first.
    leaveOutWhatCanBe(of: used.count) { search in
      search.some.fill() == false ? search.some.shortfall().map(\.part) : nil
    }
    let shortfall = some.shortfall().map { (used[$0.part], -$0.times) }
    return wholeNumbers(shortfall) { $0.slack < 0 }?.addends
  }

  /// Leaves out parts of `some`, from the last to the first, without which it still shows what it
  /// has to.
  ///
  /// - Parameters:
  ///   - count: How many parts it has.
  ///   - show: The parts that it needs to show that; `nil` where it cannot any more.
  private mutating func leaveOutWhatCanBe(
    of count: Int, _ show: (inout LinearSearch) -> [Int]?
  ) {
    var untried = Array(0..<count)
    while let part = untried.popLast() {
      spare.copy(some)
      some.leaveOut(part)
      if let used = show(&self) {
        let isUsed = Set(used)
        for other in untried where !isUsed.contains(other) { some.leaveOut(other) }
        untried.removeAll { !isUsed.contains($0) }
      } else {
        swap(&some, &spare)
      }
    }
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
    return argument(of: used, cell, isHighest) { search, cells in
      search.some.takePoint(of: search.whole, cells: cells)
      return true
    }
  }

  /// An argument of some of these parts, of which none can be left out, that decides a cell.
  ///
  /// `fill` fills the containers of `some`, whose cells have these places, and says whether it
  /// could.
  private mutating func argument(
    of parts: [Int], _ cell: Int, _ isHighest: Bool,
    filling fill: (inout LinearSearch, _ cells: [Int]) -> Bool
  ) -> Argument? {
    let column = withCells(of: parts) { search, cells, columns in
      search.some.load(parts, cells: cells, place: { columns[$0] }, of: search.board)
      return columns[cell] >= 0 && fill(&search, cells) ? columns[cell] : nil
    }
    guard let column, decides(column, isHighest) else { return nil }
    // Tiles come last, and are tried first: without them a sum is easier to see.
    leaveOutWhatCanBe(of: parts.count) { search in
      search.decides(column, isHighest)
        ? search.some.prices(of: column, isHighest: isHighest).map(\.part) : nil
    }
    let number = Int(board.cells[cell])
    return wholeNumbers(
      some.prices(of: column, isHighest: isHighest).map { (parts[$0.part], $0.price) }
    ) { $0.stars.contains(number) || $0.marks.contains(number) }
  }

  private mutating func decides(_ column: Int, _ isHighest: Bool) -> Bool {
    guard let value = some.extreme(of: column, isHighest: isHighest) else { return false }
    return !LinearProgram.isAtBound(value, isHighest: isHighest)
  }

  /// The sum that prices stand for, if it shows what is asked for.
  private mutating func wholeNumbers(
    _ prices: [(part: Int, price: Double)], showing isShown: (Argument) -> Bool
  ) -> Argument? {
    guard let scale = LinearSearch.scale(of: prices.map(\.price)) else { return nil }
    var sum: [(part: Int, times: Int)] = []
    for (part, price) in prices {
      guard let times = LinearSearch.times(price * scale) else { return nil }
      if times != 0 { sum.append((part, -times)) }
    }
    let argument = argument(adding: sum)
    return isShown(argument) ? argument : nil
  }

  /// The least number that makes all prices whole; `nil` where one would be too large.
  private static func scale(of prices: [Double]) -> Double? {
    var scale = 1.0
    for price in prices {
      let unit = price * scale
      var factor = 1.0
      while true {
        guard let times = times(unit * factor) else { return nil }
        if (unit * factor - Double(times)).magnitude < roundness { break }
        factor += 1
        if scale * factor > Double(mostTimes) { return nil }
      }
      scale *= factor
    }
    return scale
  }

  /// The nearest whole number; `nil` where that is too large.
  private static func times(_ value: Double) -> Int? {
    guard value.magnitude <= Double(mostTimes) else { return nil }
    // `rounded()` is the mathematical library's, which the engine does without.
    return Int(value < 0 ? value - 0.5 : value + 0.5)
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
