/// The boards on which single assumptions are followed, kept from one depth to the next.
struct Trials: ~Copyable {
  /// One board for each unknown cell, by row and column; of those in `begun`.
  ///
  /// Where trials are not led on to another depth, boards that are used again and again.
  private(set) var boards: UnsafeMutablePointer<Board>
  private var capacity = 0

  /// The cells whose boards have been begun, by row.
  private var begun: [32 of UInt32] = .init(repeating: 0)

  /// The stars of all trials that have not failed at the depth at hand, by row.
  ///
  /// What follows from a star is part of what follows from an assumption that leads to it. So the
  /// trial of that star does not fail either, and need not be made.
  private var passed: [32 of UInt32] = .init(repeating: 0)

  /// The stars of trials of which it is not known yet whether they fail, by row.
  private var awaited: [32 of UInt32] = .init(repeating: 0)

  /// How far all trials of the board at hand have been followed, if they have; those of `failing`
  /// failed there.
  var depth: Depth?

  /// What the search at one depth has found at the next one instead.
  var failing = Deductions()

  init() { boards = .allocate(capacity: 0) }

  deinit { boards.deallocate() }

  /// Makes room for some number of boards, none of them begun.
  mutating func reserve(_ count: Int) {
    begun = .init(repeating: 0)
    if count <= capacity { return }
    boards.deallocate()
    boards = .allocate(capacity: count)
    capacity = count
  }

  /// Begins a depth.
  mutating func forgetPassed() {
    passed = .init(repeating: 0)
    forgetAwaited()
  }

  /// Takes note that a trial, followed as far as the depth goes, has not failed.
  @inline(__always)
  mutating func pass(_ trial: UnsafePointer<Board>, side: Int) {
    Trials.gather(trial, side: side, in: &passed)
  }

  /// Adds the stars of a trial to others.
  @inline(__always)
  private static func gather(
    _ trial: UnsafePointer<Board>, side: Int, in rows: inout [32 of UInt32]
  ) {
    for row in 1...side { rows[unchecked: row] |= trial.pointee.stars[unchecked: row] }
  }

  /// Whether a star on a cell is known not to fail.
  @inline(__always)
  func hasPassed(row: Int, column: Int) -> Bool {
    passed[unchecked: row] &>> UInt32(column) & 1 != 0
  }

  /// Takes note that it will be known later whether a trial has failed.
  @inline(__always)
  mutating func wait(for trial: UnsafePointer<Board>, side: Int) {
    Trials.gather(trial, side: side, in: &awaited)
  }

  /// Whether a star on a cell is known not to fail if one of the trials that are awaited does not.
  @inline(__always)
  func isAwaited(row: Int, column: Int) -> Bool {
    awaited[unchecked: row] &>> UInt32(column) & 1 != 0
  }

  /// Takes note that nothing is awaited any more.
  mutating func forgetAwaited() { awaited = .init(repeating: 0) }

  /// Takes note that a cell's board has been begun.
  ///
  /// - Returns: Whether it had been before.
  @inline(__always)
  mutating func begin(row: Int, column: Int) -> Bool {
    let bit: UInt32 = .bit(column)
    defer { begun[unchecked: row] |= bit }
    return begun[unchecked: row] & bit != 0
  }
}
