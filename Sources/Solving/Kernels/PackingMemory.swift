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

    /// The cells by row, from 1; before and behind them rows are empty.
    var cells: UnsafeMutablePointer<UInt32> { words + PackingMemory.head }
    /// Those that some placement uses; where there is room to spare, one with a star too many.
    var usable: UnsafeMutablePointer<UInt32> { cells + stride }
    /// Those that every placement seen uses.
    var always: UnsafeMutablePointer<UInt32> { cells + 2 &* stride }
    /// What some placement does not touch, and what has been found to be touched by all.
    var harmless: UnsafeMutablePointer<UInt32> { cells + 3 &* stride }
    var blocked: UnsafeMutablePointer<UInt32> { cells + 4 &* stride }

    var state: State {
      get { State(rawValue: words[0]) ?? .new }
      nonmutating set { words[0] = newValue.rawValue }
    }

    /// The number of stars and of rows that the entry is for.
    fileprivate var use: UInt32 {
      get { words[1] }
      nonmutating set { words[1] = newValue }
    }

    /// Begins to learn what placements have in common.
    func beginLearning() {
      state = .tight
      almanac_rows_fill(usable, 0, stride)
      almanac_rows_fill(always, ~0, stride)
      almanac_rows_fill(harmless, 0, 2 &* stride)
    }

    /// Takes note of what a placement shows to be possible.
    ///
    /// - Parameters:
    ///   - stars: Its stars by row; rows before the first and behind the last are empty.
    ///   - height: The number of rows.
    func learn(from stars: UnsafeMutablePointer<UInt32>, height: Int) {
      almanac_rows_learn(usable, always, harmless, stars, height &+ 1)
    }
  }

  /// Whether cells have room for the stars.
  enum State: UInt32 {
    case new, impossible, tight, roomy
  }

  /// What an entry begins with: its state, its use, and empty rows before the cells; so many that
  /// all that is compared shares a line of the processor's cache, and the cells are aligned in it.
  private static let head = 7
  /// The rows of what is kept, and of what is too high to be kept, with those around them; they are
  /// looked at eight at a time.
  private static let stride = 16
  private static let wideStride = 40
  private static let mostRows = 8
  /// What such a line has room for, and how far one entry is from the next: a multiple of that.
  private static let line = 16
  private static let size = (head + 5 * stride + line - 1) / line * line
  private static let count = 1024
  /// The bits of a key that an entry's place leaves out.
  private static let keyShift: UInt32 = 22

  private let memory: UnsafeMutablePointer<UInt32>
  private let entries: UnsafeMutablePointer<UInt32>
  private let wide: UnsafeMutablePointer<UInt32>

  /// The cells that are looked for, in eight rows.
  private let asked: UnsafeMutablePointer<UInt32>

  init() {
    memory = .zeroes(PackingMemory.count * PackingMemory.size + PackingMemory.line)
    entries = UnsafeMutableRawPointer(memory)
      .alignedUp(toMultipleOf: 4 * PackingMemory.line).assumingMemoryBound(to: UInt32.self)
    wide = .zeroes(PackingMemory.head + 5 * PackingMemory.wideStride)
    asked = .zeroes(PackingMemory.mostRows)
  }

  deinit {
    memory.deallocate()
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
    if height > PackingMemory.mostRows { return wideEntry(cells, height: height) }
    let use = UInt32(truncatingIfNeeded: need &* 32 &+ height)
    let key = almanac_rows_key(asked, cells + 1, height, use)
    let place = Int(key &>> PackingMemory.keyShift) &* PackingMemory.size
    let entry = Entry(words: entries + place, stride: PackingMemory.stride)
    if entry.use == use && almanac_rows_same(asked, entry.cells + 1) { return entry }
    entry.use = use
    entry.state = .new
    almanac_rows_copy(entry.cells + 1, asked, PackingMemory.mostRows)
    return entry
  }

  /// A new entry for cells in too many rows to be kept.
  private func wideEntry(_ cells: UnsafeMutablePointer<UInt32>, height: Int) -> Entry {
    let entry = Entry(words: wide, stride: PackingMemory.wideStride)
    entry.state = .new
    almanac_rows_fill(entry.cells, 0, PackingMemory.wideStride)
    for row in 1...height { entry.cells[row] = cells[row] }
    return entry
  }
}
