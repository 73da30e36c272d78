import Answering
import JSONText
import Notation
import Pipeline

/// Writes puzzles in another notation.
package struct ConvertPuzzles: PuzzleCommand {
  package var source: PuzzleSource
  /// The notation's id.
  package var notation: String

  package init(_ source: PuzzleSource, to notation: String) {
    self.source = source
    self.notation = notation
  }

  /// The notations that puzzles can be written in, by id.
  package static var notations: [String] { Notation.all.filter(\.isWritable).map(\.id) }

  package func work(on item: PuzzleItem, with worker: inout PuzzleWorker) -> PuzzleResult {
    guard let target = Notation.named(notation), let text = target.text(of: item.sbn) else {
      return PuzzleResult(
        [.problem("puzzles cannot be written as \(notation)")], status: .badData)
    }
    return worker.result(
      ConvertedPuzzle(
        index: item.index, notation: notation, puzzle: text), isApart: target.isMultiline)
  }
}

/// A puzzle in a notation.
private struct ConvertedPuzzle: Answer {
  let index: Int
  let notation: String
  let puzzle: String

  var text: [String] {
    puzzle.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  var json: JSONValue {
    .object([
      AnswerJSON.schema, JSONMember("index", index), JSONMember("notation", notation),
      JSONMember("text", puzzle),
    ])
  }
}
