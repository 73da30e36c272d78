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
  var cellCount = 0
  var rowCount = 0

  // By the number of a row; the cells of a row from `rowStarts` on.
  var rowStarts = Memory<Int32>(0)
  var rowCells = Memory<Int32>(0)
  /// What the cells of a row sum up to at most, and what of it is left.
  var totals = Memory<Double>(0)
  var slacks = Memory<Double>(0)
  var kinds = Memory<UInt8>(0)
  var rowWeights = Memory<Double>(0)

  // By the number of a cell; its rows from `cellStarts` on.
  var cellStarts = Memory<Int32>(0)
  var cellRows = Memory<Int32>(0)
  /// The cells as they are counted: from 0 to `tops`, which is a little more than from 0 to 1.
  var values = Memory<Double>(0)
  var tops = Memory<Double>(0)
  var shifts = Memory<Double>(0)
  /// Of the cells outside the basis, whether they stand at their upper bounds.
  var isHigh = Memory<UInt8>(0)
  var cellWeights = Memory<Double>(0)
  /// In how many containers a cell lies.
  var containersOf = Memory<Double>(0)

  var kernel = Kernel()
  // By place in the kernel; `tight` is the place of a tight row.
  var prices = Memory<Double>(0)
  var column = Memory<Double>(0)
  var line = Memory<Double>(0)
  /// How fast the slack of each row outside the kernel falls, by its number.
  var falls = Memory<Double>(0)

  var isFilling = false
  /// The steps since rows were set up.
  var stepCount = 0
  /// Whether rounding has led to where no sum holds, so that nothing can be told.
  var isAstray = false
  var room = (cells: 0, rows: 0, entries: 0)

  /// What a row demands.
  enum Kind {
    /// The cells sum up to the total.
    static let container: UInt8 = 0
    /// The cells sum up to the total at most.
    static let tile: UInt8 = 1
    /// Nothing: it is left out.
    static let free: UInt8 = 2
  }

  /// What is to become as high as it can.
  enum Aim {
    /// What all containers hold together.
    case filling
    /// A cell; or what it lacks of 1.
    case cell(Int, isHighest: Bool)
  }

  /// What comes into the basis, and which way it goes.
  struct Entrant {
    var isCell: Bool
    var number: Int
    var isRising: Bool
  }

  /// How close to a bound a cell counts as being on it.
  package static let nearness = 1e-3
  /// By how much cells may go beyond their bounds, at least.
  static let hair = 1e-6
  /// Speeds that are taken for 0.
  static let nothing = 1e-7
  /// Slopes, and what all containers lack together, that are taken for 0.
  static let flat = 1e-7
  /// What a bound gives way where the next one is chosen.
  static let give = 1e-8
  /// Prices that are taken for 0.
  static let cheapest = 1e-6
  /// By how much a sum may be off before the kernel is made anew.
  static let drift = 1e-7
  /// How far beyond a bound a point may be that anything is told of.
  static let mostBreach = 1e-5
  /// The weight of a way from which on all begin anew.
  static let mostWeight = 1e8
  static let mostSteps = 5_000
  /// The steps between two looks at how much sums are off.
  static let stepsToLook = 50

  /// A program without rows.
  package init() {}
}

/// What is asked of it.
extension LinearProgram {
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
}
