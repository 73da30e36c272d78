/// The boards on which single assumptions are followed, kept from one level to the next.
struct Trials: ~Copyable {
  /// One board for each unknown cell, by row and column.
  private(set) var boards: UnsafeMutablePointer<Board>
  private var capacity = 0

  init() { boards = .allocate(capacity: 0) }

  deinit { boards.deallocate() }

  /// Makes room for some number of boards; their content is lost.
  mutating func reserve(_ count: Int) {
    if count <= capacity { return }
    boards.deallocate()
    boards = .allocate(capacity: count)
    capacity = count
  }
}
