/// A linear program over open cells and what is known of them, solved by the simplex method.
///
/// Each cell is a number from 0 to 1, and each part of the board a row: the cells of a container
/// sum up to the stars that it needs, those of a tile to one at most. How high or low a cell can
/// get is a bound that holds for every solution, and the *prices* of the rows at that point are the
/// sum that shows it: how often each part is added or taken away.
///
/// It calculates in floating point, so what comes of it is a proposal, to be checked in whole
/// numbers. The operations and their order are fixed: every machine proposes the same.
///
/// The primal method with bounded variables, on the inverse of the `Kernel`; what comes into the
/// basis is chosen by how far it leads for the way that the point goes (P. M. J. Harris, *Pivot
/// selection methods of the Devex LP code*, 1973). What a row has to spare is its *slack*. Each
/// cell may go beyond its bounds by a hair of its own: so hardly any bounds meet in a point, where
/// the method might walk in circles.
package struct LinearProgram: ~Copyable {
  private var cellCount = 0
  private var rowCount = 0

  // By the number of a row; the cells of a row from `rowStarts` on.
  private var rowStarts = Memory<Int32>(0)
  private var rowCells = Memory<Int32>(0)
  /// What the cells of a row sum up to at most, and what of it is left.
  private var totals = Memory<Double>(0)
  private var slacks = Memory<Double>(0)
  private var kinds = Memory<UInt8>(0)
  private var rowWeights = Memory<Double>(0)

  // By the number of a cell; its rows from `cellStarts` on.
  private var cellStarts = Memory<Int32>(0)
  private var cellRows = Memory<Int32>(0)
  /// The cells as they are counted: from 0 to `tops`, which is a little more than from 0 to 1.
  private var values = Memory<Double>(0)
  private var tops = Memory<Double>(0)
  private var shifts = Memory<Double>(0)
  /// Of the cells outside the basis, whether they stand at their upper bounds.
  private var isHigh = Memory<UInt8>(0)
  private var cellWeights = Memory<Double>(0)
  /// In how many containers a cell lies.
  private var containersOf = Memory<Double>(0)

  private var kernel = Kernel()
  // By place in the kernel; `tight` is the place of a tight row.
  private var prices = Memory<Double>(0)
  private var column = Memory<Double>(0)
  private var line = Memory<Double>(0)
  /// How fast the slack of each row outside the kernel falls, by its number.
  private var falls = Memory<Double>(0)

  private var isFilling = false
  /// The steps since rows were set up.
  private var stepCount = 0
  /// Whether rounding has led to where no sum holds, so that nothing can be told.
  private var isAstray = false
  private var room = (cells: 0, rows: 0, entries: 0)

  /// What a row demands.
  private enum Kind {
    /// The cells sum up to the total.
    static let container: UInt8 = 0
    /// The cells sum up to the total at most.
    static let tile: UInt8 = 1
    /// Nothing: it is left out.
    static let free: UInt8 = 2
  }

  /// What is to become as high as it can.
  private enum Aim {
    /// What all containers hold together.
    case filling
    /// A cell; or what it lacks of 1.
    case cell(Int, isHighest: Bool)
  }

  /// What comes into the basis, and which way it goes.
  private struct Entrant {
    var isCell: Bool
    var number: Int
    var isRising: Bool
  }

  /// How close to a bound a cell counts as being on it.
  package static let nearness = 1e-3
  /// By how much cells may go beyond their bounds, at least.
  private static let hair = 1e-6
  /// Speeds that are taken for 0.
  private static let nothing = 1e-7
  /// Slopes, and what all containers lack together, that are taken for 0.
  private static let flat = 1e-7
  /// What a bound gives way where the next one is chosen.
  private static let give = 1e-8
  /// Prices that are taken for 0.
  private static let cheapest = 1e-6
  /// By how much a sum may be off before the kernel is made anew.
  private static let drift = 1e-7
  /// How far beyond a bound a point may be that anything is told of.
  private static let mostBreach = 1e-5
  /// The weight of a way from which on all begin anew.
  private static let mostWeight = 1e8
  private static let mostSteps = 5_000
  /// The steps between two looks at how much sums are off.
  private static let stepsToLook = 50

  /// A program without rows.
  package init() {}

  // MARK: - Setting up

  /// Sets up rows for some parts of a board.
  ///
  /// - Parameters:
  ///   - parts: The parts, each once.
  ///   - cells: The open cells that are in them.
  ///   - place: The place of an open cell of the board among `cells`.
  ///   - board: The board.
  package mutating func load(
    _ parts: [Int], cells: [Int], place: (Int) -> Int, of board: borrowing OpenBoard
  ) {
    let entryCount = parts.reduce(0) { $0 + board.size(of: $1) }
    reserve(cells: cells.count, rows: parts.count, entries: entryCount)
    cellCount = cells.count
    rowCount = parts.count
    (stepCount, isAstray) = (0, false)
    kernel.clear(cells: cellCount, rows: rowCount)
    cellStarts.clear(cellCount + 1)
    containersOf.clear(cellCount)
    values.clear(cellCount)
    isHigh.clear(cellCount)
    for (number, cell) in cells.enumerated() {
      shifts[number] = LinearProgram.shift(of: cell)
      tops[number] = 1 + 2 * shifts[number]
    }
    var end = 0
    for (row, part) in parts.enumerated() {
      let isTile = part >= board.firstTile
      kinds[row] = isTile ? Kind.tile : Kind.container
      rowStarts[row] = Int32(end)
      var total = Double(board.stars[part])
      for index in Int(board.starts[part])..<Int(board.starts[part + 1]) {
        let number = place(Int(board.members[index]))
        rowCells[end] = Int32(number)
        end += 1
        total += shifts[number]
        cellStarts[number + 1] += 1
        if !isTile { containersOf[number] += 1 }
      }
      totals[row] = total
      slacks[row] = total
    }
    rowStarts[rowCount] = Int32(end)
    loadRowsOfCells()
    forgetWeights()
  }

  private func loadRowsOfCells() {
    for number in 0..<cellCount { cellStarts[number + 1] += cellStarts[number] }
    for row in (0..<rowCount).reversed() {
      for index in Int(rowStarts[row])..<Int(rowStarts[row + 1]) {
        // Filled from behind, so that the starts move to where they belong.
        let number = Int(rowCells[index])
        cellStarts[number + 1] -= 1
        cellRows[Int(cellStarts[number + 1])] = Int32(row)
      }
    }
    // Each start is now that of the cell before it.
    for number in 0..<cellCount { cellStarts[number] = cellStarts[number + 1] }
    cellStarts[cellCount] = rowStarts[rowCount]
  }

  /// By how much a cell may go beyond its bounds.
  private static func shift(of cell: Int) -> Double {
    hair * (1 + Double(cell &* 7_919 % 1_009) / 1_009)
  }

  private func forgetWeights() {
    rowWeights.clear(rowCount, to: 1)
    cellWeights.clear(cellCount, to: 1)
  }

  private mutating func reserve(cells: Int, rows: Int, entries: Int) {
    if cells <= room.cells && rows <= room.rows && entries <= room.entries { return }
    room = (max(cells, room.cells), max(rows, room.rows), max(entries, room.entries))
    rowStarts = Memory(room.rows + 1)
    rowCells = Memory(room.entries)
    totals = Memory(room.rows)
    slacks = Memory(room.rows)
    kinds = Memory(room.rows)
    rowWeights = Memory(room.rows)
    cellStarts = Memory(room.cells + 1)
    cellRows = Memory(room.entries)
    values = Memory(room.cells)
    tops = Memory(room.cells)
    shifts = Memory(room.cells)
    isHigh = Memory(room.cells)
    cellWeights = Memory(room.cells)
    containersOf = Memory(room.cells)
    let most = min(room.cells, room.rows) + 1
    prices = Memory(most)
    column = Memory(most)
    line = Memory(most)
    falls = Memory(room.rows)
  }

  /// Becomes what another one is.
  mutating func copy(_ other: borrowing LinearProgram) {
    let entryCount = Int(other.rowStarts[other.rowCount])
    reserve(cells: other.cellCount, rows: other.rowCount, entries: entryCount)
    (cellCount, rowCount) = (other.cellCount, other.rowCount)
    isFilling = other.isFilling
    (stepCount, isAstray) = (other.stepCount, other.isAstray)
    rowStarts.copy(other.rowStarts, rowCount + 1)
    rowCells.copy(other.rowCells, entryCount)
    totals.copy(other.totals, rowCount)
    slacks.copy(other.slacks, rowCount)
    kinds.copy(other.kinds, rowCount)
    rowWeights.copy(other.rowWeights, rowCount)
    cellStarts.copy(other.cellStarts, cellCount + 1)
    cellRows.copy(other.cellRows, entryCount)
    values.copy(other.values, cellCount)
    tops.copy(other.tops, cellCount)
    shifts.copy(other.shifts, cellCount)
    isHigh.copy(other.isHigh, cellCount)
    cellWeights.copy(other.cellWeights, cellCount)
    containersOf.copy(other.containersOf, cellCount)
    kernel.copy(other.kernel, cells: cellCount, rows: rowCount)
  }

  /// Leaves a row out.
  mutating func leaveOut(_ row: Int) {
    if kinds[row] == Kind.container {
      for index in Int(rowStarts[row])..<Int(rowStarts[row + 1]) {
        containersOf[Int(rowCells[index])] -= 1
      }
    }
    kinds[row] = Kind.free
  }

  /// Goes to a point near to that of another program, of which this one has only some rows: one
  /// at which the cells that are at their extremes there still are.
  ///
  /// - Parameters:
  ///   - other: The other program, with its containers filled.
  ///   - cells: The numbers there of the cells here.
  /// - Precondition: all rows of this program have just been loaded, and have nothing to spare
  ///   there.
  mutating func takePoint(of other: borrowing LinearProgram, cells: [Int]) {
    var between: [Int] = []
    for (number, cell) in cells.enumerated() {
      values[number] = other.values[cell]
      isHigh[number] = other.isHigh[cell]
      if other.kernel.placesOfCells[cell] >= 0 { between.append(number) }
    }
    slacks.clear(rowCount)
    // As many cells as there are rows stay between their bounds; the others go to one.
    for cell in build(tying: between, to: Array(0..<rowCount)) {
      let entrant = Entrant(isCell: true, number: cell, isRising: true)
      setColumn(of: entrant)
      if let stop = firstAtBound(entrant) { go(entrant, to: stop) }
    }
  }

  // MARK: - What is asked of it

  /// Fills the containers.
  ///
  /// - Returns: Whether that is possible; `nil` where it took too long to find out, or could not be
  ///   told.
  package mutating func fill() -> Bool? {
    isFilling = true
    defer { isFilling = false }
    for _ in 0..<LinearProgram.mostSteps where !isAstray {
      let lack = lack
      if lack >= LinearProgram.flat && advance(.filling) { continue }
      // Nothing is told by a point that rounding has led astray.
      if correct() { continue }
      if lack < LinearProgram.flat { return true }
      // What lacks so little is rounded off.
      return lack < LinearProgram.nearness ? nil : false
    }
    return nil
  }

  /// What all containers lack together.
  private var lack: Double {
    var sum = 0.0
    for row in 0..<rowCount where kinds[row] == Kind.container && kernel.placesOfRows[row] < 0 {
      sum += slacks[row]
    }
    return sum
  }

  /// How high (or low) a cell can get.
  ///
  /// - Parameters:
  ///   - cell: The number of the cell.
  ///   - isHighest: Whether how high.
  ///   - visit: Called at each point on the way, all of which fill the containers.
  /// - Returns: The value, or how far it was when it came to its bound; `nil` where it took too
  ///   long.
  package mutating func extreme(
    of cell: Int, isHighest: Bool, visit: (borrowing LinearProgram) -> Void = { _ in }
  ) -> Double? {
    for _ in 0..<LinearProgram.mostSteps where !isAstray {
      let value = value(of: cell)
      if !LinearProgram.isAtBound(value, isHighest: isHighest),
        advance(.cell(cell, isHighest: isHighest))
      {
        if !isAstray { visit(self) }
      } else if !correct() {
        return value
      }
    }
    return nil
  }

  /// Whether a value is as high (or low) as a cell can ever be.
  package static func isAtBound(_ value: Double, isHighest: Bool) -> Bool {
    isHighest ? value > 1 - nearness : value < nearness
  }

  /// The value of a cell at this point.
  @inline(__always)
  package func value(of cell: Int) -> Double { values[cell] - shifts[cell] }

  /// How often each part has to be taken away to show how high (or low) a cell can get; less than
  /// nothing where it is added.
  ///
  /// - Precondition: the cell is at its extreme, and not at its bound.
  package func prices(of cell: Int, isHighest: Bool) -> [(part: Int, price: Double)] {
    let place = Int(kernel.placesOfCells[cell])
    var prices: [(part: Int, price: Double)] = []
    for tight in 0..<kernel.count {
      let price = kernel.entry(cell: place, row: tight)
      if price.magnitude < LinearProgram.cheapest { continue }
      prices.append((Int(kernel.rows[tight]), isHighest ? price : -price))
    }
    return prices.sorted { $0.part < $1.part }
  }

  /// The cells that have to stay at the bound at which they stand: leaving it for the other one
  /// would take a cell that is at its extreme beyond its own.
  ///
  /// - Parameters:
  ///   - cell: The cell.
  ///   - isHighest: Whether it is as high as it gets.
  ///   - body: Takes such a cell, and whether it is a star.
  /// - Precondition: `extreme(of:isHighest:visit:)` has just ended with this cell off its bound.
  func forEachCellHeld(by cell: Int, isHighest: Bool, _ body: (Int, _ isStar: Bool) -> Void) {
    let value = value(of: cell)
    let room = (isHighest ? value : 1 - value) + LinearProgram.nearness
    for other in 0..<cellCount where kernel.placesOfCells[other] < 0 {
      if slope(ofCell: other, aim: .cell(cell, isHighest: isHighest)).magnitude > room {
        body(other, isHigh[other] == 1)
      }
    }
  }

  /// How often each part has to be added to show that the containers cannot be filled; less than
  /// nothing where it is taken away.
  ///
  /// All that the containers lack together is as low as it gets, and not nothing: it is what comes
  /// of the bounds at which all outside the basis stands, and leaving them only adds to it.
  ///
  /// - Precondition: `fill()` has returned `false`.
  func shortfall() -> [(part: Int, times: Double)] {
    setPrices(.filling)
    return (0..<rowCount).compactMap { row in
      let place = Int(kernel.placesOfRows[row])
      let times =
        (kinds[row] == Kind.container ? 1 : 0) - (place < 0 ? 0 : prices[place])
      return times.magnitude < LinearProgram.cheapest ? nil : (row, times)
    }
  }

  // MARK: - A step

  /// Goes on to a neighbouring point at which the aim is higher.
  ///
  /// - Returns: Whether there is one.
  private mutating func advance(_ aim: Aim) -> Bool {
    setPrices(aim)
    guard let entrant = bestEntrant(aim) else { return false }
    setColumn(of: entrant)
    guard let stop = firstAtBound(entrant) else { return false }
    go(entrant, to: stop)
    stepCount += 1
    if stepCount % LinearProgram.stepsToLook == 0 { correct() }
    return true
  }

  /// Lets something come in, until something comes to a bound, which goes out.
  private mutating func go(_ entrant: Entrant, to stop: Stop) {
    switch stop {
    case .other(let length):
      move(entrant, by: length)
      isHigh[entrant.number] = entrant.isRising ? 1 : 0
      values[entrant.number] = entrant.isRising ? tops[entrant.number] : 0
    case .cell(let place, let length):
      move(entrant, by: length)
      let cell = Int(kernel.cells[place])
      let isFalling = (column[place] > 0) == entrant.isRising
      isHigh[cell] = isFalling ? 0 : 1
      values[cell] = isFalling ? 0 : tops[cell]
      exchange(entrant, for: .cell(place: place))
    case .row(let row, let length):
      move(entrant, by: length)
      slacks[row] = 0
      exchange(entrant, for: .row(row))
    }
  }

  /// How the aim falls as each tight row gets something to spare.
  private func setPrices(_ aim: Aim) {
    switch aim {
    case .cell(let cell, let isHighest):
      let place = Int(kernel.placesOfCells[cell])
      for tight in 0..<kernel.count {
        let entry = place < 0 ? 0 : kernel.entry(cell: place, row: tight)
        prices[tight] = isHighest ? entry : -entry
      }
    case .filling:
      // How much each cell of the kernel brings.
      for place in 0..<kernel.count { column[place] = containersOf[Int(kernel.cells[place])] }
      for tight in 0..<kernel.count {
        prices[tight] = LinearProgram.product(
          kernel.entriesOfRow(at: tight), column.base, kernel.count)
      }
    }
  }

  /// The sum of products, four at a time.
  private static func product(
    _ left: UnsafePointer<Double>, _ right: UnsafePointer<Double>, _ count: Int
  ) -> Double {
    var sums = SIMD4<Double>.zero
    var index = 0
    while index + 4 <= count {
      let factors = UnsafeRawPointer(left + index).loadUnaligned(as: SIMD4<Double>.self)
      let others = UnsafeRawPointer(right + index).loadUnaligned(as: SIMD4<Double>.self)
      sums += factors * others
      index += 4
    }
    var sum = (sums[0] + sums[1]) + (sums[2] + sums[3])
    while index < count {
      sum += left[index] * right[index]
      index += 1
    }
    return sum
  }

  /// How the aim rises with a cell outside the basis.
  @inline(__always)
  private func slope(ofCell cell: Int, aim: Aim) -> Double {
    var slope = 0.0
    switch aim {
    case .filling: slope = containersOf[cell]
    case .cell(let wanted, let isHighest): if wanted == cell { slope = isHighest ? 1 : -1 }
    }
    for index in Int(cellStarts[cell])..<Int(cellStarts[cell + 1]) {
      let tight = Int(kernel.placesOfRows[Int(cellRows[index])])
      if tight >= 0 { slope -= prices[tight] }
    }
    return slope
  }

  /// What leads furthest, of all outside the basis.
  private func bestEntrant(_ aim: Aim) -> Entrant? {
    var best = 0.0
    var entrant: Entrant?
    for cell in 0..<cellCount where kernel.placesOfCells[cell] < 0 {
      let slope = slope(ofCell: cell, aim: aim)
      if isHigh[cell] == 1 ? slope > -LinearProgram.flat : slope < LinearProgram.flat { continue }
      let gain = slope * slope / cellWeights[cell]
      if gain > best {
        best = gain
        entrant = Entrant(isCell: true, number: cell, isRising: slope > 0)
      }
    }
    for tight in 0..<kernel.count {
      let row = Int(kernel.rows[tight])
      if kinds[row] == Kind.container { continue }
      let slope = -prices[tight]
      if slope < LinearProgram.flat {
        if kinds[row] == Kind.tile || slope > -LinearProgram.flat { continue }
      }
      let gain = slope * slope / rowWeights[row]
      if gain > best {
        best = gain
        entrant = Entrant(isCell: false, number: row, isRising: slope > 0)
      }
    }
    return entrant
  }

  /// How fast cells of the kernel and slacks outside it fall as something comes in.
  private func setColumn(of entrant: Entrant) {
    let count = kernel.count
    column.clear(count)
    falls.clear(rowCount)
    if entrant.isCell {
      for index in Int(cellStarts[entrant.number])..<Int(cellStarts[entrant.number + 1]) {
        let row = Int(cellRows[index])
        falls[row] = 1
        let tight = Int(kernel.placesOfRows[row])
        if tight < 0 { continue }
        let entries = kernel.entriesOfRow(at: tight)
        for place in 0..<count { column[place] += entries[place] }
      }
    } else {
      let entries = kernel.entriesOfRow(at: Int(kernel.placesOfRows[entrant.number]))
      column.base.update(from: entries, count: count)
    }
    for place in 0..<count where column[place] != 0 {
      let cell = Int(kernel.cells[place])
      for index in Int(cellStarts[cell])..<Int(cellStarts[cell + 1]) {
        falls[Int(cellRows[index])] -= column[place]
      }
    }
  }

  /// What comes to a bound first, and how far what comes in goes until then.
  private enum Stop {
    /// What comes in comes to its own other bound.
    case other(Double)
    case cell(place: Int, Double)
    case row(Int, Double)
  }

  private func firstAtBound(_ entrant: Entrant) -> Stop? {
    // First how far it may go if every bound gave way by next to nothing; then, of those that come
    // to their bounds by then, the one that falls fastest.
    let top = rest(of: entrant)
    var limit = top
    let sign = entrant.isRising ? 1.0 : -1
    for place in 0..<kernel.count {
      let speed = sign * column[place]
      if speed.magnitude < LinearProgram.nothing { continue }
      let length = (rest(ofCellAt: place, speed) + LinearProgram.give) / speed.magnitude
      if length < limit { limit = max(0, length) }
    }
    for row in 0..<rowCount where kernel.placesOfRows[row] < 0 {
      let speed = sign * falls[row]
      if speed.magnitude < LinearProgram.nothing { continue }
      guard let rest = rest(ofRow: row, speed) else { continue }
      let length = (rest + LinearProgram.give) / speed.magnitude
      if length < limit { limit = max(0, length) }
    }
    var stop: Stop?
    var fastest = 0.0
    for place in 0..<kernel.count {
      let speed = sign * column[place]
      if speed.magnitude <= max(fastest, LinearProgram.nothing) { continue }
      let length = max(0, rest(ofCellAt: place, speed)) / speed.magnitude
      if length > limit { continue }
      fastest = speed.magnitude
      stop = .cell(place: place, length)
    }
    for row in 0..<rowCount where kernel.placesOfRows[row] < 0 {
      let speed = sign * falls[row]
      if speed.magnitude <= max(fastest, LinearProgram.nothing) { continue }
      guard let rest = rest(ofRow: row, speed) else { continue }
      let length = max(0, rest) / speed.magnitude
      if length > limit { continue }
      fastest = speed.magnitude
      stop = .row(row, length)
    }
    return stop ?? (top < .infinity ? .other(top) : nil)
  }

  /// How far what comes in is from its own bound.
  @inline(__always)
  private func rest(of entrant: Entrant) -> Double {
    guard entrant.isCell else { return .infinity }
    let value = values[entrant.number]
    return entrant.isRising ? tops[entrant.number] - value : value
  }

  /// How far a cell of the kernel is from the bound that it is falling (or rising) to.
  @inline(__always)
  private func rest(ofCellAt place: Int, _ speed: Double) -> Double {
    let cell = Int(kernel.cells[place])
    return speed > 0 ? values[cell] : tops[cell] - values[cell]
  }

  /// How far the slack of a row is from the bound that it is falling (or rising) to.
  @inline(__always)
  private func rest(ofRow row: Int, _ speed: Double) -> Double? {
    switch kinds[row] {
    case Kind.tile: speed > 0 ? slacks[row] : nil
    case Kind.container: speed > 0 ? slacks[row] : isFilling ? nil : 0
    default: nil
    }
  }

  private func move(_ entrant: Entrant, by length: Double) {
    let length = entrant.isRising ? length : -length
    for place in 0..<kernel.count {
      values[Int(kernel.cells[place])] -= length * column[place]
    }
    for row in 0..<rowCount where kernel.placesOfRows[row] < 0 {
      slacks[row] -= length * falls[row]
    }
    if entrant.isCell {
      values[entrant.number] += length
    } else {
      slacks[entrant.number] += length
    }
  }

  private mutating func exchange(_ entrant: Entrant, for exit: Kernel.Exit) {
    let pivot: Double
    switch exit {
    case .cell(let place):
      pivot = column[place]
      for tight in 0..<kernel.count { line[tight] = kernel.entry(cell: place, row: tight) }
    case .row(let row):
      pivot = falls[row]
      setLine(of: row)
    }
    updateWeights(entrant, exit, pivot)
    kernel.exchange(
      entrant.isCell
        ? .cell(entrant.number) : .row(place: Int(kernel.placesOfRows[entrant.number])),
      for: exit, column: column.base, line: line.base, pivot: pivot)
  }

  /// How fast the slack of a row outside the kernel falls as each tight row is relieved.
  private func setLine(of row: Int) {
    line.clear(kernel.count)
    for index in Int(rowStarts[row])..<Int(rowStarts[row + 1]) {
      let place = Int(kernel.placesOfCells[Int(rowCells[index])])
      if place < 0 { continue }
      for tight in 0..<kernel.count { line[tight] -= kernel.entry(cell: place, row: tight) }
    }
  }

  /// Takes note of how the ways that lead away change.
  ///
  /// They are estimates that only grow: beyond a limit, they begin anew.
  private func updateWeights(_ entrant: Entrant, _ exit: Kernel.Exit, _ pivot: Double) {
    let weight =
      (entrant.isCell ? cellWeights[entrant.number] : rowWeights[entrant.number])
      / (pivot * pivot)
    if weight > LinearProgram.mostWeight { return forgetWeights() }
    var leavingRow = -1
    if case .row(let row) = exit { leavingRow = row }
    for cell in 0..<cellCount where kernel.placesOfCells[cell] < 0 {
      var speed = 0.0
      for index in Int(cellStarts[cell])..<Int(cellStarts[cell + 1]) {
        let row = Int(cellRows[index])
        let tight = Int(kernel.placesOfRows[row])
        if tight >= 0 { speed += line[tight] }
        if row == leavingRow { speed += 1 }
      }
      cellWeights[cell] = max(cellWeights[cell], speed * speed * weight)
    }
    for tight in 0..<kernel.count {
      let row = Int(kernel.rows[tight])
      rowWeights[row] = max(rowWeights[row], line[tight] * line[tight] * weight)
    }
    switch exit {
    case .cell(let place): cellWeights[Int(kernel.cells[place])] = max(weight, 1)
    case .row(let row): rowWeights[row] = max(weight, 1)
    }
  }

  // MARK: - Rounding

  /// Makes the kernel anew, where what has been rounded on the way shows.
  ///
  /// - Returns: Whether it has: then the point is another one.
  @discardableResult
  private mutating func correct() -> Bool {
    var worst = 0.0
    for place in 0..<kernel.count {
      worst = max(worst, left(inRow: Int(kernel.rows[place])).magnitude)
    }
    if worst < LinearProgram.drift { return false }
    makeKernelAnew()
    return true
  }

  /// What the cells of a row leave of its total.
  private func left(inRow row: Int) -> Double {
    var left = totals[row]
    for index in Int(rowStarts[row])..<Int(rowStarts[row + 1]) {
      left -= values[Int(rowCells[index])]
    }
    return left
  }

  /// Builds the kernel up from nothing, a cell and a row at a time.
  ///
  /// - Returns: The cells for which there is no row.
  private mutating func build(tying cells: [Int], to rows: [Int]) -> [Int] {
    kernel.clear(cells: cellCount, rows: rowCount)
    forgetWeights()
    var rest = rows
    return cells.filter { cell in
      setColumn(of: Entrant(isCell: true, number: cell, isRising: true))
      guard let row = rest.max(by: { falls[$0].magnitude < falls[$1].magnitude }),
        falls[row].magnitude > LinearProgram.nothing
      else { return true }
      setLine(of: row)
      kernel.exchange(
        .cell(cell), for: .row(row), column: column.base, line: line.base, pivot: falls[row])
      rest.removeAll { $0 == row }
      return false
    }
  }

  /// Builds the kernel up from nothing and works out all values.
  package mutating func makeKernelAnew() {
    let count = kernel.count
    let cells = (0..<count).map { Int(kernel.cells[$0]) }.sorted()
    let rows = (0..<count).map { Int(kernel.rows[$0]) }.sorted()
    for cell in build(tying: cells, to: rows) {
      // What is bound to others stays at the bound that it is nearest to.
      isHigh[cell] = values[cell] > 0.5 ? 1 : 0
    }
    for cell in 0..<cellCount where kernel.placesOfCells[cell] < 0 {
      values[cell] = isHigh[cell] == 1 ? tops[cell] : 0
    }
    for place in 0..<kernel.count { values[Int(kernel.cells[place])] = 0 }
    for tight in 0..<kernel.count { line[tight] = left(inRow: Int(kernel.rows[tight])) }
    for tight in 0..<kernel.count {
      let entries = kernel.entriesOfRow(at: tight)
      for place in 0..<kernel.count {
        values[Int(kernel.cells[place])] += entries[place] * line[tight]
      }
    }
    for row in 0..<rowCount {
      slacks[row] = kernel.placesOfRows[row] < 0 ? left(inRow: row) : 0
    }
    isAstray = isAstray || breach > LinearProgram.mostBreach
  }

  /// By how much the point is beyond the bounds of its cells and rows.
  private var breach: Double {
    var worst = 0.0
    for cell in 0..<cellCount { worst = max(worst, -values[cell], values[cell] - tops[cell]) }
    for row in 0..<rowCount where kinds[row] != Kind.free {
      let isOver = kinds[row] == Kind.container && !isFilling && slacks[row] > worst
      worst = max(worst, isOver ? slacks[row] : -slacks[row])
    }
    return worst
  }
}
