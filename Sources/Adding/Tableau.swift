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
/// The primal method with bounded variables, on a condensed tableau: a row for each variable in the
/// basis, which gives it by those outside. A variable that stands at its upper bound is *turned*,
/// that is, counted down from it, so that all those outside the basis are 0. Each cell may go
/// beyond its bounds by a hair of its own: so hardly any bounds meet in a point, where the method
/// might walk in circles.
struct Tableau: ~Copyable {
  private var rowCount = 0
  private var cellCount = 0
  private var partCount = 0
  private var entries = Memory<Double>(0)
  /// The value of each row's variable.
  private var values = Memory<Double>(0)
  /// The variable of each row, and of each column.
  ///
  /// Cells come first, then what each part lacks.
  private var basic = Memory<Int32>(0)
  private var outside = Memory<Int32>(0)
  /// Where each variable is: a row, or the complement of a column.
  private var places = Memory<Int32>(0)
  private var tops = Memory<Double>(0)
  private var isTurned = Memory<UInt8>(0)
  /// Whether a variable may not come into the basis again: what a container lacks is nothing.
  private var isBarred = Memory<UInt8>(0)
  /// Whether a variable may have any value: its part is left out.
  private var isFree = Memory<UInt8>(0)
  /// Whether a part is a container.
  private var isContainer = Memory<UInt8>(0)
  private var room = (cells: 0, parts: 0)

  /// How close to a bound a cell counts as being on it.
  static let nearness = 1e-3
  private static let hair = 1e-6
  /// Entries and slopes that are taken for 0.
  private static let nothing = 1e-8
  private static let flat = 1e-7
  /// What a bound gives way where the next one is chosen.
  private static let give = 1e-9
  private static let cheapest = 1e-6
  private static let mostSteps = 5_000

  /// Sets up rows for some parts of a board.
  ///
  /// - Parameters:
  ///   - parts: The parts, each once.
  ///   - cells: The open cells that are in them.
  ///   - column: The place of an open cell of the board among `cells`.
  ///   - board: The board.
  mutating func load(
    _ parts: [Int], cells: [Int], column: (Int) -> Int, of board: borrowing OpenBoard
  ) {
    reserve(cells: cells.count, parts: parts.count)
    cellCount = cells.count
    partCount = parts.count
    // The last row is what all containers lack together.
    rowCount = parts.count + 1
    entries.clear(rowCount * cellCount)
    values.clear(rowCount)
    isTurned.clear(cellCount + partCount)
    isFree.clear(cellCount + partCount)
    let total = entries.base + partCount * cellCount
    for (place, cell) in cells.enumerated() {
      tops[place] = 1 + 2 * Tableau.shift(of: cell)
      outside[place] = Int32(place)
      places[place] = ~Int32(place)
      isBarred[place] = 0
    }
    for (row, part) in parts.enumerated() {
      let isTile = part >= board.firstTile
      var value = Double(board.stars[part])
      for index in Int(board.starts[part])..<Int(board.starts[part + 1]) {
        let cell = Int(board.members[index])
        let place = column(cell)
        entries[row * cellCount + place] = 1
        if !isTile { total[place] += 1 }
        value += Tableau.shift(of: cell)
      }
      values[row] = value
      if !isTile { values[partCount] += value }
      basic[row] = Int32(cellCount + row)
      isContainer[row] = isTile ? 0 : 1
      places[cellCount + row] = Int32(row)
      tops[cellCount + row] = isTile ? .infinity : 0
      isBarred[cellCount + row] = isTile ? 0 : 1
    }
    basic[partCount] = -1
  }

  private mutating func reserve(cells: Int, parts: Int) {
    if cells <= room.cells && parts <= room.parts { return }
    room = (max(cells, room.cells), max(parts, room.parts))
    entries = Memory((room.parts + 1) * room.cells)
    values = Memory(room.parts + 1)
    basic = Memory(room.parts + 1)
    outside = Memory(room.cells)
    places = Memory(room.cells + room.parts)
    tops = Memory(room.cells + room.parts)
    isTurned = Memory(room.cells + room.parts)
    isBarred = Memory(room.cells + room.parts)
    isFree = Memory(room.cells + room.parts)
    isContainer = Memory(room.parts)
  }

  /// Becomes what another one is.
  mutating func copy(_ other: borrowing Tableau) {
    reserve(cells: other.cellCount, parts: other.partCount)
    (rowCount, cellCount, partCount) = (other.rowCount, other.cellCount, other.partCount)
    entries.copy(other.entries, rowCount * cellCount)
    values.copy(other.values, rowCount)
    basic.copy(other.basic, rowCount)
    outside.copy(other.outside, cellCount)
    places.copy(other.places, cellCount + partCount)
    tops.copy(other.tops, cellCount + partCount)
    isTurned.copy(other.isTurned, cellCount + partCount)
    isBarred.copy(other.isBarred, cellCount + partCount)
    isFree.copy(other.isFree, cellCount + partCount)
    isContainer.copy(other.isContainer, partCount)
  }

  /// Leaves a part out.
  mutating func leaveOut(_ part: Int) {
    isFree[cellCount + part] = 1
    isBarred[cellCount + part] = 0
    tops[cellCount + part] = .infinity
  }

  /// By how much a cell may go beyond its bounds.
  private static func shift(of cell: Int) -> Double {
    hair * (1 + Double(cell &* 7_919 % 1_009) / 1_009)
  }

  /// Fills the containers.
  ///
  /// - Returns: Whether that is possible; `nil` where it took too long to find out, or could not be
  ///   told.
  mutating func fill() -> Bool? {
    for _ in 0..<Tableau.mostSteps {
      if values[partCount] < Tableau.flat {
        rowCount = partCount
        return true
      }
      guard let column = steepest(in: partCount, rising: false) else {
        // What lacks so little is rounded off.
        return values[partCount] < Tableau.nearness ? nil : false
      }
      enter(column)
    }
    return nil
  }

  /// How high (or low) a cell can get.
  ///
  /// - Returns: The value, or how far it was when it came to its bound; `nil` where it took too
  ///   long.
  mutating func extreme(of cell: Int, isHighest: Bool) -> Double? {
    for _ in 0..<Tableau.mostSteps {
      let value = value(of: cell)
      if isHighest ? value > 1 - Tableau.nearness : value < Tableau.nearness { return value }
      let place = Int(places[cell])
      guard place >= 0 else {
        enter(~place)
        continue
      }
      let isRising = isHighest == (isTurned[cell] == 0)
      guard let column = steepest(in: place, rising: isRising) else { return value }
      if isFree[Int(outside[column])] == 1,
        (entries[place * cellCount + column] > 0) == isRising
      {
        mirror(column)
      }
      enter(column)
    }
    return nil
  }

  /// The value of a cell at this point.
  func value(of cell: Int) -> Double {
    let place = Int(places[cell])
    let value = place >= 0 ? values[place] : 0
    return isTurned[cell] == 0 ? value : 1 - value
  }

  /// The column that changes a row's variable most, the way that is asked for.
  private func steepest(in row: Int, rising: Bool) -> Int? {
    let entries = entries.base + row * cellCount
    var best = Tableau.flat
    var choice: Int?
    for column in 0..<cellCount {
      let variable = Int(outside[column])
      var slope = rising ? -entries[column] : entries[column]
      if isFree[variable] == 1 { slope = slope.magnitude }
      if slope > best, isBarred[variable] == 0 {
        best = slope
        choice = column
      }
    }
    return choice
  }

  /// Raises the variable of a column until one of the basis, or it itself, comes to a bound.
  private mutating func enter(_ column: Int) {
    // First how far it may go if every bound gave way by next to nothing; then, of the rows that
    // come to their bounds by then, the one with the greatest entry.
    var limit = tops[Int(outside[column])]
    for row in 0..<partCount {
      guard let distance = distance(of: row, along: column, giving: Tableau.give) else { continue }
      limit = min(limit, distance)
    }
    var leaving: Int?
    var pivot = 0.0
    for row in 0..<partCount {
      guard let distance = distance(of: row, along: column), distance <= limit else { continue }
      let entry = entries[row * cellCount + column].magnitude
      if entry > pivot {
        leaving = row
        pivot = entry
      }
    }
    guard let leaving else {
      turn(column)
      return
    }
    let variable = Int(basic[leaving])
    if entries[leaving * cellCount + column] < 0 && variable < cellCount { turn(row: leaving) }
    exchange(leaving, column)
  }

  /// How far the variable of a column can rise before that of a row comes to a bound.
  private func distance(of row: Int, along column: Int, giving way: Double = 0) -> Double? {
    let entry = entries[row * cellCount + column]
    let variable = Int(basic[row])
    if entry.magnitude < Tableau.nothing || isFree[variable] == 1 { return nil }
    if entry > 0 { return (max(0, values[row]) + way) / entry }
    let top = tops[variable]
    return top < .infinity ? (max(0, top - values[row]) + way) / -entry : nil
  }

  /// Puts the variable of a column at its other bound.
  private mutating func turn(_ column: Int) {
    let variable = Int(outside[column])
    let top = tops[variable]
    for row in 0..<rowCount {
      let place = row * cellCount + column
      values[row] -= entries[place] * top
      entries[place] = -entries[place]
    }
    isTurned[variable] ^= 1
  }

  /// Counts the variable of a column, which may have any value, the other way.
  private mutating func mirror(_ column: Int) {
    for row in 0..<rowCount { entries[row * cellCount + column].negate() }
  }

  /// Counts the variable of a row from its other bound.
  private mutating func turn(row: Int) {
    let variable = Int(basic[row])
    let entries = entries.base + row * cellCount
    for column in 0..<cellCount { entries[column] = -entries[column] }
    values[row] = tops[variable] - values[row]
    isTurned[variable] ^= 1
  }

  /// Takes the variable of a column into the basis, for that of a row.
  private mutating func exchange(_ leaving: Int, _ column: Int) {
    let pivotRow = entries.base + leaving * cellCount
    let factor = 1 / pivotRow[column]
    for place in 0..<cellCount { pivotRow[place] *= factor }
    pivotRow[column] = factor
    values[leaving] *= factor
    let value = values[leaving]
    for row in 0..<rowCount where row != leaving {
      let entries = entries.base + row * cellCount
      let entry = entries[column]
      if entry.magnitude < 1e-12 {
        entries[column] = 0
        continue
      }
      entries[column] = 0
      for place in 0..<cellCount { entries[place] -= entry * pivotRow[place] }
      values[row] -= entry * value
    }
    let variable = basic[leaving]
    basic[leaving] = outside[column]
    outside[column] = variable
    places[Int(basic[leaving])] = Int32(leaving)
    places[Int(variable)] = ~Int32(column)
  }

  /// How often each part has to be taken away to show how high (or low) a cell can get; less than
  /// nothing where it is added.
  ///
  /// - Precondition: the cell is at its extreme, and not at its bound.
  func prices(of cell: Int, isHighest: Bool) -> [(part: Int, price: Double)] {
    let entries = entries.base + Int(places[cell]) * cellCount
    let isNegative = isHighest == (isTurned[cell] == 1)
    var prices: [(part: Int, price: Double)] = []
    for column in 0..<cellCount {
      let part = Int(outside[column]) - cellCount
      if part < 0 || entries[column].magnitude < Tableau.cheapest { continue }
      prices.append((part, isNegative ? -entries[column] : entries[column]))
    }
    return prices
  }

  /// How often each part has to be added to show that the containers cannot be filled; less than
  /// nothing where it is taken away.
  ///
  /// All that the containers lack together is as low as it gets, and not nothing: it is what it
  /// would be if all outside the basis were 0, which a solution could only make it exceed.
  ///
  /// - Precondition: `fill()` has returned `false`.
  func shortfall() -> [(part: Int, times: Double)] {
    let entries = entries.base + partCount * cellCount
    var times = (0..<partCount).map { isContainer[$0] == 1 ? 1.0 : 0 }
    for column in 0..<cellCount {
      let part = Int(outside[column]) - cellCount
      if part >= 0 { times[part] += entries[column] }
    }
    return times.enumerated().compactMap { part, times in
      times.magnitude < Tableau.cheapest ? nil : (part, times)
    }
  }
}
