import AlmanacClient
import Foundation

/// One puzzle on the screen.
@MainActor
struct Game {
  private let almanac: Almanac
  private let terminal: Terminal
  private let puzzle: PlayablePuzzle
  private let picture: BoardPicture
  private var board: PlayerBoard
  private var past: [PlayerBoard] = []
  private var cursor = 0
  private var message = ""
  private var isSolved: Bool
  private var hint: (board: PlayerBoard, hint: Hint, depth: Hint.Depth)?
  private var milliseconds: Int
  private var since = Date()

  init(_ puzzle: PlayablePuzzle, _ almanac: Almanac, _ terminal: Terminal) async throws {
    self.almanac = almanac
    self.terminal = terminal
    self.puzzle = puzzle
    picture = BoardPicture(puzzle.puzzle, isColoured: terminal.isColoured)
    board = try await almanac.progress.board(of: puzzle)
    let row = try await almanac.progress.progress(of: puzzle)
    isSolved = row?.play?.isSolved ?? false
    milliseconds = row?.play?.milliseconds ?? 0
    if isSolved { message = "You have solved this one." }
  }

  /// Plays until the player goes back; says whether to end the program.
  mutating func run(_ keys: inout AsyncStream<Key>.Iterator) async throws -> Bool {
    let side = puzzle.puzzle.grid.side
    draw()
    while let key = await keys.next(isolation: MainActor.shared) {
      let (row, column) = (cursor / side, cursor % side)
      switch key {
      case .up: cursor = (row + side - 1) % side * side + column
      case .down: cursor = (row + 1) % side * side + column
      case .left: cursor = row * side + (column + side - 1) % side
      case .right: cursor = row * side + (column + 1) % side
      case .space: try await put(Game.next[board[cursor]] ?? .open)
      case .letter("s"): try await put(board[cursor] == .star ? .open : .star)
      case .letter("x"): try await put(board[cursor] == .mark ? .open : .mark)
      case .letter("u"):
        if !isSolved, let before = past.popLast() { try await keep(before) }
      case .letter("h"): await tellHint()
      case .letter("c"): await check()
      case .letter("q"), .escape: return false
      case .end: return true
      default: break
      }
      draw()
    }
    return true
  }

  private var played: Int {
    isSolved ? milliseconds : milliseconds + Int(Date().timeIntervalSince(since) * 1000)
  }

  // MARK: - Moves

  /// What the space bar makes of a cell.
  private static let next: [PlayerBoard.Cell: PlayerBoard.Cell] = [
    .open: .star, .star: .mark, .mark: .open,
  ]

  private mutating func put(_ cell: PlayerBoard.Cell) async throws {
    guard !isSolved else { return }
    past.append(board)
    var next = board
    next[cursor] = cell
    try await keep(next)
  }

  private mutating func keep(_ next: PlayerBoard) async throws {
    let time = played
    isSolved = try await almanac.progress.keep(next, of: puzzle, milliseconds: time)
    board = next
    message = ""
    if isSolved {
      milliseconds = time
      let streak = try await almanac.progress.streaks.daily.length
      message = "Solved! " + (streak > 0 ? "Days in a row: \(streak)." : "")
    }
  }

  // MARK: - Help

  /// The next hint; pressed again, more of the same one.
  private mutating func tellHint() async {
    if let known = hint, known.board == board {
      let depth = Hint.Depth(rawValue: known.depth.rawValue + 1) ?? .explanation
      hint = (board, known.hint, depth)
      message = known.hint.text(depth)
      return
    }
    if let left = try? await almanac.progress.hintsLeft, left == 0 {
      message = "There are no hints left."
      return
    }
    do {
      let moves = try await almanac.progress.moves(of: puzzle)
      guard let found = try await almanac.coach.hint(for: puzzle, on: board, moves: moves) else {
        return
      }
      try await almanac.progress.useHint(on: puzzle)
      hint = (board, found, .place)
      message = found.text(.place)
    } catch {
      message = "\(error)"
    }
  }

  private mutating func check() async {
    let found = try? await almanac.coach.hint(for: puzzle, on: board)
    if case .mistake? = found?.content {
      message = "Something is not right. Press h to see where."
    } else {
      message = "So far there is no mistake."
    }
  }

  // MARK: - The screen

  private func draw() {
    let grid = puzzle.puzzle.grid
    let seconds = played / 1000
    let time = "\(seconds / 60):" + (seconds % 60 < 10 ? "0" : "") + "\(seconds % 60)"
    var lines = ["\(puzzle.id)  \(grid)  \(time)  \(Player.status(of: almanac))", ""]
    let said = terminal.wrapped(message)
    lines += picture.lines(board, cursor: cursor, atMost: terminal.size.lines - 4 - said.count)
    lines += [""] + said
    lines.append("arrows move  space star/mark  u undo  c check  h hint  q back")
    terminal.show(lines)
  }
}
