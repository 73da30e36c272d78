import GRDB
import StarBattle

extension ListedSlot {
  /// Reads a row of position, hand, number, text, side, stars, grader and difficulty; by place, as a
  /// `KeptPuzzle` is.
  init(_ row: Row, path: String) throws {
    index = row[0]
    isByHand = row[1]
    id = row[2]
    sbn = row[3]
    guard let grid = try? Grid(side: row[4], stars: row[5]) else {
      throw CatalogError.corrupted(path: path, detail: "puzzle \(id): its grid cannot be read")
    }
    self.grid = grid
    graderVersion = row[6]
    difficulty = row[7]
  }
}
