import GRDB

extension ListedSlot {
  /// Reads a row whose columns are the index, whether it is by hand, the puzzle's number, its text,
  /// side, stars, grader version and difficulty; by place, as a `KeptPuzzle` is.
  init(_ row: Row, path: String) throws {
    index = row[0]
    isByHand = row[1]
    id = row[2]
    sbn = row[3]
    grid = try KeptPuzzle.grid(side: row[4], stars: row[5], ofPuzzle: id, path: path)
    graderVersion = row[6]
    difficulty = row[7]
  }
}
