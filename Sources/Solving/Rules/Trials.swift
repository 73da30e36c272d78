/// The boards on which single assumptions are followed, kept from one level to the next.
struct Trials: ~Copyable {
  /// One board for each unknown cell, by row and column.
  private(set) var boards: UnsafeMutablePointer<Board>
  private var capacity = 0

  /// For each region, places for the stars that it needs, by row, at `region * 32 + row`; 4 KiB.
  let rooms: UnsafeMutablePointer<UInt32>

  init() {
    boards = .allocate(capacity: 0)
    rooms = .allocate(capacity: 32 * 32)
    rooms.initialize(repeating: 0, count: 32 * 32)
  }

  deinit {
    boards.deallocate()
    rooms.deallocate()
  }

  /// Makes room for some number of boards; their content is lost.
  mutating func reserve(_ count: Int) {
    if count <= capacity { return }
    boards.deallocate()
    boards = .allocate(capacity: count)
    capacity = count
  }
}
