import Answering
import JSONText
import Notation
import Pipeline
import StarBattle
import Wording

/// How many solutions a puzzle has, as far as was looked.
struct SolvedPuzzle: WrittenAnswer {
  let item: PuzzleItem
  /// How many were found.
  let found: Int
  /// How many would have been enough.
  let limit: Int
  let nodes: Int
  let isComplete: Bool
  /// The first that was found.
  let first: Solution?
  /// Whether each was shown as it was found.
  let isShown: Bool

  var text: [String] {
    let verdict =
      switch found {
      case _ where !isComplete: "undecided, \(found) found"
      case 0: "no solution"
      case 1 where limit > 1: "one solution"
      case limit: found == 1 ? "a solution" : "at least \(found) solutions"
      default: "\(found) solutions"
      }
    let line = "\(item.head)\(verdict), \(nodes, of: "node")"
    return [line] + (isShown ? [] : first.map(item.picture) ?? [])
  }

  func writeJSON(to writer: inout JSONWriter) {
    writer.object { object in
      PuzzleJSON.writeOpening(item.sbn, index: item.index, to: &object)
      object.member("solutions", found)
      object.member("limit", limit)
      object.member("nodes", nodes)
      object.member("complete", isComplete)
      object.member("verdict", word)
      PuzzleJSON.write("solution", first, item.sbn.puzzle.grid, to: &object)
    }
  }

  /// The answer in a word: `none`, `unique`, `several`, `some` where one was enough, or
  /// `undecided`.
  private var word: String {
    switch found {
    case _ where !isComplete: "undecided"
    case 2...: "several"
    case 0: "none"
    default: limit > 1 ? "unique" : "some"
    }
  }
}

/// One solution of several.
struct FoundSolution: WrittenAnswer {
  let item: PuzzleItem
  let solution: Solution
  /// Which one it is, from 0.
  let number: Int

  var text: [String] { ["\(item.head)solution \(number + 1)"] + item.picture(solution) }

  func writeJSON(to writer: inout JSONWriter) {
    writer.object { object in
      object.member(AnswerJSON.schema)
      object.member("index", item.index)
      object.member("number", number)
      PuzzleJSON.write("stars", solution, item.sbn.puzzle.grid, to: &object)
    }
  }
}

extension PuzzleItem {
  /// The board, a line a row: stars, and the letters of the regions elsewhere.
  fileprivate func picture(_ solution: Solution) -> [String] {
    let puzzle = sbn.puzzle
    var isStar = [Bool](repeating: false, count: puzzle.grid.cellCount)
    for cell in solution.stars { isStar[cell] = true }
    let side = puzzle.grid.side
    return (0..<side).map { row in
      // Bytes, because a string looks at each letter that comes to it: that takes longer than the
      // search on small boards.
      var line: [UInt8] = []
      line.reserveCapacity(2 + 4 * side)
      line += "  ".utf8
      for cell in row * side..<(row + 1) * side {
        line.append(UInt8(ascii: " "))
        if isStar[cell] {
          line += "★".utf8
        } else {
          line.append(UInt8(ascii: "a") + puzzle.regions[cell])
        }
      }
      return String(decoding: line, as: UTF8.self)
    }
  }
}
