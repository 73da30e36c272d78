// Plays from the pack that an app has brought along, where nobody answers.
import AlmanacClient

let bundle = """
  {"packs":[{"id":"intro","name":"Intro","version":1,"free":true,\
  "puzzles":["5x1.ABCCCABBBCADDBBADEEEADDDD.d2"]}]}
  """
let almanac = Almanac(
  transport: NetworkTransport(to: "http://127.0.0.1:9"), storage: MemoryStorage())
let report = await almanac.start(bundle: Array(bundle.utf8))
print(report.isUpToDate, await almanac.library.installedPacks)

guard case .ready(let puzzle) = await almanac.library.puzzle("intro:0") else {
  fatalError("the bundle has it")
}
print(puzzle.puzzle.grid, puzzle.difficulty ?? 0)

var board = try await almanac.progress.board(of: puzzle)
board[7] = .star
let isSolved = try await almanac.progress.keep(board, of: puzzle, milliseconds: 4_000)
print(isSolved ? "solved" : "go on")

for item in await almanac.library.cacheReport where item.kind == .pack {
  print(item.id, item.isExcludedFromBackup)
}

let moves = try await almanac.progress.moves(of: puzzle)
if let hint = try await almanac.coach.hint(for: puzzle, on: board, moves: moves) {
  try await almanac.progress.useHint(on: puzzle)
  for depth in Hint.Depth.allCases { print(hint.text(depth, in: .english)) }
}

print(almanac.progress.pendingCount, "waiting;", almanac.sync.lastFailure == nil)

// > false ["intro": 1]
// > 5×5 with 1 star 2
// > go on
// > intro true
// > Look around the star in row 2, column 3.
// > Stars never touch, not even at a corner. Look around the star in row 2, column 3.
// > Stars never touch, so the eight open cells around the star in row 2, column 3 stay empty.
// > 1 waiting; false
