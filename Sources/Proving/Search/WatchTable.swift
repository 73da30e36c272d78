/// A clause as seen from one of the two literals that watch it.
struct Watch: BitwiseCopyable {
  /// Another literal of the clause: while it is true, the clause need not be looked at.
  ///
  /// In a clause of two literals it is the other one.
  let blocker: Literal
  /// Twice the clause's place, plus one if it has just two literals.
  private let tagged: UInt32

  @inline(__always)
  init(blocker: Literal, clause: Int, isBinary: Bool) {
    self.blocker = blocker
    tagged = UInt32(truncatingIfNeeded: clause) << 1 | (isBinary ? 1 : 0)
  }

  /// Where the clause starts.
  @inline(__always)
  var clause: Int { Int(tagged >> 1) }

  /// Whether the clause has just two literals.
  @inline(__always)
  var isBinary: Bool { tagged & 1 == 1 }
}

/// For every literal, the clauses to look at when it becomes false.
///
/// All lists lie in one block. A list that is full moves to the end of the block with twice the
/// room; the gap it leaves is closed at the next reduction, when all lists are written afresh.
struct WatchTable: ~Copyable {
  /// Where a list lies in the block.
  ///
  /// Not private, because the compiler of Swift 6.3.1 then fails in debug builds.
  struct Row: BitwiseCopyable {
    var start = 0
    var count = 0
    var room = 0
  }

  private var rows = Buffer<Row>()
  private var block = Buffer<Watch>()

  private static let nothing = Watch(blocker: Literal(0), clause: 0, isBinary: false)

  /// Takes in the two literals of the next variable.
  mutating func addVariable() {
    rows.append(Row(), times: 2)
  }

  /// Where the list of a literal starts in the block.
  @inline(__always)
  func start(of literal: Literal) -> Int { rows[literal.index].start }

  /// The length of the list of a literal.
  @inline(__always)
  func count(of literal: Literal) -> Int { rows[literal.index].count }

  /// A watch by its place in the block.
  @inline(__always)
  subscript(place: Int) -> Watch {
    get { block[place] }
    nonmutating set { block[place] = newValue }
  }

  /// Cuts the list of a literal.
  @inline(__always)
  mutating func truncate(_ literal: Literal, to length: Int) {
    rows[literal.index].count = length
  }

  /// Adds a watch to the list of a literal.
  ///
  /// The lists of other literals stay where they are.
  @inline(__always)
  mutating func append(_ watch: Watch, to literal: Literal) {
    if rows[literal.index].count == rows[literal.index].room { makeRoom(for: literal) }
    let row = rows[literal.index]
    block[row.start + row.count] = watch
    rows[literal.index].count += 1
  }

  mutating func removeAll() {
    block.truncate(to: 0)
    for index in 0..<rows.count { rows[index] = Row() }
  }

  private mutating func makeRoom(for literal: Literal) {
    let row = rows[literal.index]
    let room = max(4, row.room * 2)
    let start = block.count
    block.append(WatchTable.nothing, times: room)
    for place in 0..<row.count { block[start + place] = block[row.start + place] }
    rows[literal.index] = Row(start: start, count: row.count, room: room)
  }
}
