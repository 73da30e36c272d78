import PlayerState
import StarBattle
import TestSupport
import Testing

@Suite("Progress")
struct PuzzleProgressTests {
  static let old = PuzzleFingerprint(bits: 0xaa)
  static let new = PuzzleFingerprint(bits: 0xbb)

  /// A row of which every part comes from a few values, so that ties are common.
  static func row(_ random: inout SeededGenerator) -> PuzzleProgress {
    var play: PuzzleProgress.Play?
    if random.below(6) > 0 {
      play = PuzzleProgress.Play(
        puzzle: random.below(4) == 0 ? old : new,
        cells: (0..<3).map { _ in PlayerBoard.Cell.allCases[random.below(3)] },
        milliseconds: random.below(2), isSolved: random.below(3) == 0, updatedAt: random.below(3))
    }
    return PuzzleProgress(
      play: play, completedAt: random.below(2) == 0 ? nil : random.below(4),
      hintsUsed: random.below(3))
  }

  @Test("whoever merges what with what, how often and in which order, all come to the same")
  func lattice() {
    var random = ReplaySeed(23).generator
    for _ in 0..<20_000 {
      let (a, b, c) = (Self.row(&random), Self.row(&random), Self.row(&random))
      #expect(a.merged(with: b) == b.merged(with: a))
      #expect(a.merged(with: b).merged(with: c) == a.merged(with: b.merged(with: c)))
      #expect(a.merged(with: a) == a)
      #expect(a.merged(with: b).merged(with: b) == a.merged(with: b))
    }
  }

  @Test("histories on four phones, in any order and with repeats, end alike everywhere")
  func histories() {
    var random = ReplaySeed(23).generator
    for _ in 0..<2_000 {
      let writes = (0..<1 + random.below(8)).map { _ in Self.row(&random) }
      var ends: Set<PuzzleProgress> = []
      for _ in 0..<4 {
        var order = writes + writes.prefix(random.below(writes.count + 1))
        random.shuffle(&order)
        ends.insert(order.dropFirst().reduce(order[0]) { $0.merged(with: $1) })
      }
      #expect(ends.count == 1)
    }
  }

  private func play(
    _ cells: [PlayerBoard.Cell], solved: Bool = false, at time: Int,
    of puzzle: PuzzleFingerprint = new
  ) -> PuzzleProgress.Play {
    PuzzleProgress.Play(
      puzzle: puzzle, cells: cells, milliseconds: 9, isSolved: solved, updatedAt: time)
  }

  @Test("a late write does not undo a completion")
  func completionStands() {
    let solved = PuzzleProgress(play: play([.star], solved: true, at: 5), completedAt: 5)
    let late = PuzzleProgress(play: play([.open], at: 50), hintsUsed: 2)
    let merged = solved.merged(with: late)
    #expect(merged.play == solved.play)
    #expect(merged.completedAt == 5)
    #expect(merged.hintsUsed == 2)
  }

  @Test("of two boards the one that was changed later stands, and at once the greater one")
  func laterStands() {
    let early = PuzzleProgress(play: play([.star], at: 1))
    let late = PuzzleProgress(play: play([.mark], at: 2))
    let same = PuzzleProgress(play: play([.open], at: 2))
    #expect(early.merged(with: late) == late)
    #expect(late.merged(with: same) == late)
  }

  @Test("the earlier of two completions stands")
  func earliestCompletion() {
    let left = PuzzleProgress(play: play([.star], solved: true, at: 7), completedAt: 7)
    let right = PuzzleProgress(play: play([.star], solved: true, at: 3), completedAt: 3)
    #expect(left.merged(with: right).completedAt == 3)
  }

  @Test("a board is never laid on another puzzle; that the place was completed stays")
  func changedPlace() {
    let row = PuzzleProgress(
      play: play([.star], solved: true, at: 7, of: Self.old), completedAt: 7, hintsUsed: 1)
    let fitted = row.fitted(to: Self.new)
    #expect(fitted.play == nil)
    #expect(fitted.completedAt == 7)
    #expect(fitted.hintsUsed == 1)
    // What is played on the new puzzle then stands, however long ago the old one was solved.
    let next = PuzzleProgress(play: play([.mark], at: 1))
    #expect(fitted.merged(with: next).play == next.play)
    #expect(row.fitted(to: Self.old) == row)
  }

  @Test("a clock that is fast does not win for ever")
  func clamping() {
    let fast = PuzzleProgress(play: play([.mark], at: 9_999), completedAt: 9_999).clamped(to: 100)
    #expect(fast.play?.updatedAt == 100)
    #expect(fast.completedAt == 100)
    let later = PuzzleProgress(play: play([.star], at: 101))
    #expect(fast.merged(with: later).play == later.play)
    #expect(later.clamped(to: 200) == later)
  }

  @Test("a move after one that a clock ahead has let in is later, and by no more than it has to be")
  func following() {
    let ahead = play([.mark], at: 9_000)
    let next = PuzzleProgress(play: play([.star], at: 9_999))
    #expect(next.clamped(to: 100, following: ahead).play?.updatedAt == 9_001)
    #expect(next.clamped(to: 9_500, following: ahead).play?.updatedAt == 9_500)
    let before = PuzzleProgress(play: play([.star], at: 200))
    #expect(before.clamped(to: 100, following: ahead) == before)
    // A request that is repeated changes nothing more.
    let kept = next.clamped(to: 100, following: ahead).play
    #expect(next.clamped(to: 100, following: kept).play == kept)
  }

  @Suite("held against a puzzle")
  struct Checking {
    /// Every row is a region.
    let puzzle: Puzzle
    let solved = Solution(stars: [0, 7, 14, 16, 23])

    init() throws {
      let grid = try Grid(side: 5, stars: 1)
      puzzle = try Puzzle(grid: grid, regions: (0..<25).map { UInt8($0 / 5) })
    }

    private func row(_ board: PlayerBoard, solved: Bool) -> PuzzleProgress {
      PuzzleProgress(
        play: PuzzleProgress.Play(
          puzzle: PuzzleProgressTests.new, cells: board.cells, milliseconds: 1, isSolved: solved,
          updatedAt: 1),
        completedAt: solved ? 1 : nil)
    }

    private func board(_ stars: [Int]) -> PlayerBoard {
      var board = PlayerBoard(puzzle.grid)
      for cell in stars { board[cell] = .star }
      return board
    }

    @Test("a board that solves it is taken")
    func solves() throws {
      let row = row(board(solved.stars), solved: true)
      #expect(try row.checked(against: puzzle, PuzzleProgressTests.new, canChange: false) == row)
    }

    @Test("a board that says so falsely is not, wherever one star is wrong")
    func lies() {
      for star in solved.stars.indices {
        for cell in 0..<puzzle.grid.cellCount where !solved.stars.contains(cell) {
          var stars = solved.stars
          stars[star] = cell
          let row = row(board(stars), solved: true)
          #expect(throws: ProgressError.notSolved) {
            try row.checked(against: puzzle, PuzzleProgressTests.new, canChange: true)
          }
        }
      }
    }

    @Test("cells of another number are not")
    func cellCount() {
      for count in [0, puzzle.grid.cellCount - 1, puzzle.grid.cellCount + 1] {
        let row = PuzzleProgress(
          play: PuzzleProgress.Play(
            puzzle: PuzzleProgressTests.new, cells: Array(repeating: .open, count: count),
            milliseconds: 0, isSolved: false, updatedAt: 0))
        #expect(throws: ProgressError.cellCount) {
          try row.checked(against: puzzle, PuzzleProgressTests.new, canChange: true)
        }
      }
    }

    @Test("a completion without its board counts where the puzzle may have changed, and only there")
    func historyOnly() throws {
      let row = PuzzleProgress(
        play: PuzzleProgress.Play(
          puzzle: PuzzleProgressTests.old, cells: [.star], milliseconds: 0, isSolved: true,
          updatedAt: 1),
        completedAt: 1)
      let slot = try row.checked(against: puzzle, PuzzleProgressTests.new, canChange: true)
      #expect(slot == PuzzleProgress(play: nil, completedAt: 1))
      let date = try row.checked(against: puzzle, PuzzleProgressTests.new, canChange: false)
      #expect(date == PuzzleProgress(play: nil))
    }
  }
}

@Suite("Fingerprints of puzzles")
struct PuzzleFingerprintTests {
  @Test("16 lower-case hexadecimal digits are one")
  func valid() {
    #expect(PuzzleFingerprint("0123456789abcdef")?.description == "0123456789abcdef")
  }

  @Test(
    "nothing else is",
    arguments: ["", "0123456789abcde", "0123456789abcdef0", "0123456789ABCDEF", "0123456789abcdeg"])
  func invalid(text: String) {
    #expect(PuzzleFingerprint(text) == nil)
  }
}
