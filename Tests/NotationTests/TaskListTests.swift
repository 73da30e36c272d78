import Notation
import StarBattle
import Testing

@Suite("Task list")
struct TaskListTests {
  private let task = "1,1,2,2,2,1,1,2,2,3,1,4,4,3,3,1,4,4,3,5,4,4,4,5,5"

  @Test("a list is written from 1 in order of first appearance, and read")
  func vector() throws {
    let puzzle = try Samples.puzzle(Samples.letters)
    #expect(Notation.task.text(of: SBN(puzzle: puzzle)) == task)
    #expect(try Notation.task.read(task).puzzle == puzzle)
  }

  @Test("any whole numbers name regions, and blanks may stand around commas")
  func anyNumbers() throws {
    let text = task.split(separator: ",").map {
      $0 == "3" ? "9007199254740993" : $0 == "1" ? "0" : $0
    }
    .joined(separator: " ,\t")
    #expect(try Notation.task.read(text).puzzle == Samples.puzzle(Samples.letters))
  }

  @Test("a comma behind the last number is passed over, with and without rows, columns and stars")
  func lastComma() throws {
    let puzzle = try Samples.puzzle(Samples.letters)
    for text in ["\(task),", "\(task) , ", "5,5,1,\(task)", "5,5,1,\(task),"] {
      #expect(try Notation.task.read(text).puzzle == puzzle, "\(text)")
    }
  }

  @Test("stars are those given apart, else the usual ones of the side")
  func stars() throws {
    let rows = (0..<17).map { row in Array(repeating: String(row), count: 17) }
    let text = rows.joined().joined(separator: ",")
    #expect(try Notation.task.read(text).puzzle.grid.stars == 4)
    #expect(try Notation.task.read(text, stars: 2).puzzle.grid.stars == 2)
    #expect(
      Samples.complaint(text, as: .task, stars: 5)
        == "line 1, column 1: found 5 stars, expected 1…4 stars in each row, column and region of a "
        + "17×17 board")
  }

  @Test(
    "what is not a board is refused, with the place and the number found",
    arguments: [
      (
        "1,1,2", "column 1: found 3 numbers, expected a number for each cell of a square board: 4×4"
      ),
      ("7", "column 1: found 1 number, expected a number for each cell"),
      ("1,,2", "column 3: found “,”, expected a region number"),
      ("1,1,", "column 5: found the end of the line, expected a region number"),
      ("1,-1,2", "column 3: found “-”, expected a region number"),
      ("1,1;2", "column 4: found “;”, expected “,” or the end of the line after a region number"),
      ("1,1 2", "column 5: found “2”, expected “,” or the end of the line"),
      (
        "1,99999999999999999999", "column 3: found “99999999999999999999”, expected a region number"
      ),
      (
        "1,1,1,1,2,2,2,2,3,3,3,3,3,3,3,3",
        "column 1: found 3 regions, expected exactly 4 regions on a 4×4 board"
      ),
      (
        "1,1,2,1,1,2,2,1,3,3,3,3,4,4,4,4",
        "column 7: found a region in pieces: row 1, column 4 of the board is cut off"
      ),
    ])
  func refusals(text: String, complaint: String) {
    let said = Samples.complaint(text, as: .task) ?? "nothing"
    #expect(said.hasPrefix("line 1, \(complaint)"), "said: \(said)")
  }

  @Test(
    "the usual star count of every side can be filled, and is the published one where there is one")
  func usualStars() {
    for side in Grid.sides {
      #expect(Grid.quotas(ofSide: side).contains(Grid.usualStars(ofSide: side)), "side \(side)")
    }
    let published = [5: 1, 6: 1, 8: 1, 10: 2, 14: 3, 17: 4, 21: 5, 25: 6]
    for (side, stars) in published { #expect(Grid.usualStars(ofSide: side) == stars) }
  }
}
