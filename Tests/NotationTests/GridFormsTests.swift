import Notation
import StarBattle
import TestSupport
import Testing

/// The board drawn in every way in which people draw it.
@Suite("Boards as people write them")
struct GridFormsTests {
  private static let numbers = ["11222", "11223", "14433", "14435", "44455"]

  /// The rows with something between the cells and something between the rows.
  private static func drawn(
    _ rows: [String], _ cell: String, _ row: String, around edge: String = "", quote: String = ""
  ) -> String {
    rows.map { text in
      edge + text.map { quote + String($0) + quote }.joined(separator: cell) + edge
    }.joined(separator: row)
  }

  private static let forms: [String] = {
    var forms: [String] = []
    for rows in [numbers, Samples.rows] {
      for (cell, row) in [
        (" ", "\n"), ("\t", "\r\n"), (",", "\n"), (", ", ",\n"), (";", "\n"), ("", "\n"),
        ("", "|"), ("", "/"), ("", ","), ("", " "), ("", ""), (" ", " "), (" ", " | "),
      ] {
        forms.append(drawn(rows, cell, row))
      }
      forms.append(drawn(rows, "|", "\n", around: "|"))
      forms.append(drawn(rows, ",", "\n", quote: "\""))
      forms.append(drawn(rows, "", "\n", around: "\""))
      forms.append(drawn(rows, "", ",\n", around: "'"))
    }
    let task = drawn(numbers, ",", ",")
    return forms + [task, task + ",", "\"\(task)\",", "5,5,1,\(task)", drawn(numbers, ",", ";")]
  }()

  @Test("the same board is read from each", arguments: forms.indices)
  func form(number: Int) throws {
    let text = Self.forms[number]
    let entries = Array(readPuzzles(text))
    #expect(entries.count == 1, "\(text)")
    #expect(try entries.first?.result.get().puzzle == Samples.puzzle(Samples.letters), "\(text)")
    #expect([.numbers, .letters, .task].contains(entries.first?.notation), "\(text)")
  }

  @Test("boards of 16 and 25 numbers a line are no task lists, and lists of tasks are no boards")
  func tasksOrRows() throws {
    var generator = ReplaySeed(0x16).generator
    for side in [16, 25] {
      for _ in 0..<50 {
        let puzzle = RandomBoards.puzzle(sides: side...side, using: &generator)
        let lines = stride(from: 0, to: side * side, by: side).map { start in
          puzzle.regions[start..<start + side].map { String($0) }.joined(separator: ",")
        }
        let board = Array(
          readPuzzles(lines.joined(separator: "\n"), stars: puzzle.grid.stars))
        #expect(board.map(\.notation) == [.numbers])
        #expect(try board.first?.result.get().puzzle == puzzle)

        let small = (0..<side).map { _ in
          let root = side == 16 ? 4 : 5
          return RandomBoards.puzzle(sides: root...root, using: &generator)
        }
        let tasks = small.map { Notation.task.text(of: SBN(puzzle: $0)) ?? "" }
        let list = Array(readPuzzles(tasks.joined(separator: "\n")))
        #expect(list.map(\.notation) == Array(repeating: .task, count: side))
        #expect(try list.map { try $0.result.get().puzzle } == small)
      }
    }
  }

  @Test("w and W are two regions where there are too few otherwise, and one where there are not")
  func letterCase() throws {
    let told = "wwWW\nwwWW\nxxXX\nxxXX"
    #expect(try Notation.letters.read(told).puzzle == Samples.puzzle("AABBAABBCCDDCCDD"))
    let same = "aABb\nAabB\nccDD\nCCdd"
    #expect(try Notation.letters.read(same).puzzle == Samples.puzzle("AABBAABBCCDDCCDD"))
    let neither = "wwWW\nwwWW\nxxXX\nxxxX"
    #expect(try Notation.letters.read(neither).puzzle.regionSizes.max() == 5)
    #expect(
      Samples.complaint("wwWW\nwwWW\nxxxx\nxxxx", as: .letters)?.contains("found 2 regions") == true
    )
  }

  @Test(
    "a board that is none is refused at its row",
    arguments: [
      ("1 1 2\n1 2 2\n3 3 3", "line 1, column 1: found a 3×3 board, expected a side of 4…25 cells"),
      (
        "1 1 2 2\n1 1 2\n3 3 4 4\n3 3 4 4", "line 2, column 1: found a row of 3 numbers, expected 4"
      ),
      ("1 1 2 2\n1 1 2 2\n3 3 4 4", "line 3, column 1: found 3 rows, expected 4 rows, as many as"),
      (
        "1 1 2 2\n1 x 2 2\n3 3 4 4\n3 3 4 4",
        "line 2, column 3: found “x”, expected a region number"
      ),
      ("1122\n1122\n3344\n334", "line 4, column 1: found a row of 3 numbers, expected 4 numbers"),
      ("1122|1122|3344|33", "line 1, column 1: found 1 row, expected 4 rows"),
      ("AABB|AABB|CCD|CCDDD", "line 1, column 11: found a row of 3 letters, expected 4 letters"),
      ("1,1,2,2\n1,1,2,2\n3,3,4,4\n3,3,4,-1", "line 4, column 7: found “-”, expected a region"),
    ])
  func refusals(text: String, complaint: String) {
    let entries = Array(readPuzzles(text))
    guard entries.count == 1, case .failure(let error)? = entries.first?.result else {
      Issue.record("\(entries)")
      return
    }
    #expect(error.description.hasPrefix(complaint), "said: \(error)")
  }
}
