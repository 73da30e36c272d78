/// The inverse of the part of a basis that is not trivial: what ties some cells to as many rows.
///
/// Rows that have something to spare are not in it, and give what they have to spare as it is. So a
/// program of hundreds of rows is solved on a square of those that are *tight*, with the cells that
/// are between their bounds. The square grows and shrinks by one, or a row or cell takes the place
/// of another; each costs places × places.
///
/// Rows and cells go by number outside and by place inside. The entries of one tight row lie side
/// by side, a cell each.
struct Kernel: ~Copyable {
  /// How many cells, and rows, are in it.
  private(set) var count = 0
  private(set) var stride = 0
  private var entries = Memory<Double>(0)
  /// The numbers by place.
  private(set) var cells = Memory<Int32>(0)
  private(set) var rows = Memory<Int32>(0)
  /// The places by number; -1 of those that are not in it.
  private(set) var placesOfCells = Memory<Int32>(0)
  private(set) var placesOfRows = Memory<Int32>(0)
  private var room = (cells: 0, rows: 0)

  /// What comes in.
  enum Entry {
    case cell(Int)
    /// A tight row, which has something to spare from now on.
    case row(place: Int)
  }

  /// What goes out.
  enum Exit {
    case cell(place: Int)
    /// A row that has nothing to spare any more.
    case row(Int)
  }

  /// Empties it, and makes room for so many cells and rows.
  mutating func clear(cells cellCount: Int, rows rowCount: Int) {
    reserve(cells: cellCount, rows: rowCount)
    count = 0
    placesOfCells.clear(cellCount, to: -1)
    placesOfRows.clear(rowCount, to: -1)
  }

  private mutating func reserve(cells cellCount: Int, rows rowCount: Int) {
    if cellCount <= room.cells && rowCount <= room.rows { return }
    room = (max(cellCount, room.cells), max(rowCount, room.rows))
    let most = min(room.cells, room.rows)
    stride = (most + 4) & ~3
    entries = Memory(stride * (most + 1))
    cells = Memory(most + 1)
    rows = Memory(most + 1)
    placesOfCells = Memory(room.cells)
    placesOfRows = Memory(room.rows)
  }

  /// Becomes what another one is.
  mutating func copy(_ other: borrowing Kernel, cells cellCount: Int, rows rowCount: Int) {
    clear(cells: cellCount, rows: rowCount)
    count = other.count
    for place in 0..<count {
      (entries.base + place * stride).update(from: other.entriesOfRow(at: place), count: count)
    }
    cells.copy(other.cells, count)
    rows.copy(other.rows, count)
    placesOfCells.copy(other.placesOfCells, cellCount)
    placesOfRows.copy(other.placesOfRows, rowCount)
  }

  /// The entries of a tight row, by the places of cells.
  @inline(__always)
  func entriesOfRow(at place: Int) -> UnsafePointer<Double> {
    UnsafePointer(entries.base + place &* stride)
  }

  /// The entry of a cell and a tight row.
  @inline(__always)
  func entry(cell: Int, row: Int) -> Double { entries[row &* stride &+ cell] }

  /// Exchanges what comes in for what goes out.
  ///
  /// - Parameters:
  ///   - entry: What comes in.
  ///   - exit: What goes out.
  ///   - column: How fast each cell falls as what comes in rises, by the places of cells.
  ///   - line: How fast what goes out falls as each tight row gets something to spare, by the
  ///     places of rows.
  ///   - pivot: How fast what goes out falls as what comes in rises.
  /// - Complexity: O(places²).
  mutating func exchange(
    _ entry: Entry, for exit: Exit, column: UnsafePointer<Double>, line: UnsafePointer<Double>,
    pivot: Double
  ) {
    let count = count
    // Where the entries of a cell that comes in go, line by line.
    let newCell: Int? =
      switch (entry, exit) {
      case (.cell, .cell(let place)): place
      case (.cell, .row): count
      case (.row, _): nil
      }
    for place in 0..<count {
      let factor = line[place] / pivot
      let entries = entries.base + place &* stride
      if factor != 0 {
        for cell in 0..<count { entries[cell] -= factor * column[cell] }
      }
      if let newCell { entries[newCell] = factor }
    }
    switch (entry, exit) {
    case (.cell(let cell), .cell(let place)):
      placesOfCells[Int(cells[place])] = -1
      insert(cell: cell, at: place)
    case (.cell(let cell), .row(let row)):
      setEntries(ofRowAt: count, column, pivot)
      entries[count &* stride &+ count] = 1 / pivot
      insert(cell: cell, at: count)
      insert(row: row, at: count)
      self.count = count + 1
    case (.row(let tight), .row(let row)):
      setEntries(ofRowAt: tight, column, pivot)
      placesOfRows[Int(rows[tight])] = -1
      insert(row: row, at: tight)
    case (.row(let tight), .cell(let place)):
      remove(cellAt: place, rowAt: tight)
    }
  }

  private mutating func insert(cell: Int, at place: Int) {
    cells[place] = Int32(cell)
    placesOfCells[cell] = Int32(place)
  }

  private mutating func insert(row: Int, at place: Int) {
    rows[place] = Int32(row)
    placesOfRows[row] = Int32(place)
  }

  private func setEntries(
    ofRowAt place: Int, _ column: UnsafePointer<Double>, _ pivot: Double
  ) {
    let entries = entries.base + place &* stride
    for cell in 0..<count { entries[cell] = -column[cell] / pivot }
  }

  /// Removes a cell and a row; the last ones take their places.
  private mutating func remove(cellAt cell: Int, rowAt row: Int) {
    let last = count - 1
    placesOfCells[Int(cells[cell])] = -1
    placesOfRows[Int(rows[row])] = -1
    if cell != last {
      for place in 0..<count {
        entries[place &* stride &+ cell] = entries[place &* stride &+ last]
      }
      insert(cell: Int(cells[last]), at: cell)
    }
    if row != last {
      (entries.base + row &* stride).update(from: entries.base + last &* stride, count: last)
      insert(row: Int(rows[last]), at: row)
    }
    count = last
  }
}
