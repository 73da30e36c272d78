import CLanes

/// What is known of cells that are to hold some stars: kept by content, for the next time.
///
/// The boards of a climb or of a search, and those on which assumptions are followed, are alike but
/// for a few regions, so the same cells come back: of the tight ones some nine in ten in a climb,
/// seven in ten in a search. What is kept says nothing of the board around them, nor where they lie
/// from top to bottom, and so is never out of date. New cells take the place of others.
struct PackingMemory: ~Copyable {
  /// What is known of some cells.
  struct Entry: BitwiseCopyable {
    fileprivate let words: UnsafeMutablePointer<UInt32>
    fileprivate let stride: Int

    /// The cells by row, from 1, with an empty row before and behind them.
    var cells: UnsafeMutablePointer<UInt32> { words }
    /// Those that some placement uses; where there is room to spare, one with a star too many.
    var usable: UnsafeMutablePointer<UInt32> { words + stride }
    /// Those that every placement seen uses.
    var always: UnsafeMutablePointer<UInt32> { words + 2 &* stride }
    /// What some placement does not touch, and what has been found to be touched by all.
    var harmless: UnsafeMutablePointer<UInt32> { words + 3 &* stride }
    var blocked: UnsafeMutablePointer<UInt32> { words + 4 &* stride }

    var state: State {
      get { State(rawValue: words[5 &* stride]) ?? .new }
      nonmutating set { words[5 &* stride] = newValue.rawValue }
    }
  }

  /// Whether cells have room for the stars.
  enum State: UInt32 {
    case new, impossible, tight, roomy
  }

  /// The rows of what is kept, and of what is too high to be kept, with the two around them.
  private static let stride = 10
  private static let wideStride = 34
  private static let count = 1024
  /// The bits of a key that an entry's place leaves out.
  private static let keyShift: UInt32 = 22

  private let entries: UnsafeMutablePointer<UInt32>
  private let wide: UnsafeMutablePointer<UInt32>

  /// The cells that are looked for, in eight rows.
  private let asked: UnsafeMutablePointer<UInt32>

  init() {
    entries = .zeroes(PackingMemory.count * (5 * PackingMemory.stride + 2))
    wide = .zeroes(5 * PackingMemory.wideStride + 2)
    asked = .zeroes(8)
  }

  deinit {
    entries.deallocate()
    wide.deallocate()
    asked.deallocate()
  }

  /// The entry of some cells.
  ///
  /// - Parameters:
  ///   - need: The stars that they are to hold.
  ///   - cells: The cells by row, from 1; up to eight rows are read.
  ///   - height: The number of rows.
  /// - Returns: The entry; a new one holds the cells and nothing else of meaning.
  @inline(__always)
  func entry(_ need: Int, _ cells: UnsafeMutablePointer<UInt32>, height: Int) -> Entry {
    if height > PackingMemory.stride &- 2 { return wideEntry(cells, height: height) }
    let use = UInt32(truncatingIfNeeded: need &* 32 &+ height)
    let stride = PackingMemory.stride
    let key = almanac_rows_key(asked, cells + 1, height, use)
    let entry = entries + Int(key &>> PackingMemory.keyShift) &* (5 &* stride &+ 2)
    if entry[5 &* stride &+ 1] == use && almanac_rows_same(asked, entry + 1) {
      return Entry(words: entry, stride: stride)
    }
    entry[5 &* stride &+ 1] = use
    entry[0] = 0
    almanac_rows_copy(entry + 1, asked)
    entry[stride &- 1] = 0
    entry[5 &* stride] = State.new.rawValue
    return Entry(words: entry, stride: stride)
  }

  /// A new entry for cells in too many rows to be kept.
  private func wideEntry(_ cells: UnsafeMutablePointer<UInt32>, height: Int) -> Entry {
    wide[0] = 0
    for row in 1...height { wide[row] = cells[row] }
    wide[height &+ 1] = 0
    wide[5 &* PackingMemory.wideStride] = State.new.rawValue
    return Entry(words: wide, stride: PackingMemory.wideStride)
  }
}
