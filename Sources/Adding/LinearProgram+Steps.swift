/// How a point goes on to a neighbouring one.
extension LinearProgram {
  /// Goes on to a neighbouring point at which the aim is higher.
  ///
  /// - Returns: Whether there is one.
  mutating func advance(_ aim: Aim) -> Bool {
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
  mutating func go(_ entrant: Entrant, to stop: Stop) {
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
  func setPrices(_ aim: Aim) {
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
  func slope(ofCell cell: Int, aim: Aim) -> Double {
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
  func setColumn(of entrant: Entrant) {
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
  enum Stop {
    /// What comes in comes to its own other bound.
    case other(Double)
    case cell(place: Int, Double)
    case row(Int, Double)
  }

  func firstAtBound(_ entrant: Entrant) -> Stop? {
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

  /// How fast the slack of a row outside the kernel falls as each tight row gets something to
  /// spare.
  func setLine(of row: Int) {
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
}
