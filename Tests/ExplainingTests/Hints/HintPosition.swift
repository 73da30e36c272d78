import Answering
import Explaining
import HouseSupport
import JSONText
import Notation
import Pipeline
import StarBattle
import Testing

/// A board and a step to take on it.
struct HintPosition {
  var board: KnownBoard
  var step: Step

  init(board: KnownBoard, step: Step) {
    self.board = board
    self.step = step
  }

  /// The situations of its sentence, the sentence's own first; list joints of any language
  /// included.
  var situations: [Situation] {
    let probed = HintLanguage.situations(in: sentence(in: .probe))
    return sentence(in: .spanish).contains(" e ") ? probed + [.listNumbersAndSoft] : probed
  }

  func sentence(in language: HintLanguage) -> String {
    HintWriter(language: language).sentence(for: step, on: board)
  }
}

extension HintPosition {
  /// The position as one JSON object.
  var json: JSONValue {
    func cells(_ kind: KnownBoard.Cell) -> JSONValue {
      .array(board.cells.indices.filter { board.cells[$0] == kind }.map { .integer($0) })
    }
    return .object([
      JSONMember("puzzle", .string(SBN(puzzle: board.puzzle).description)),
      JSONMember("stars", cells(.star)),
      JSONMember("marks", cells(.mark)),
      JSONMember("step", TraceJSON.value(step, side: board.side)),
    ])
  }

  init(reading json: JSONValue) throws {
    let puzzle = try SBN(StepReader.text(json["puzzle"])).puzzle
    func cells(_ key: String) throws -> [Int] {
      try StepReader.elements(json[key]).map { try StepReader.number($0) }
    }
    board = TraceSamples.board(puzzle, stars: try cells("stars"), marks: try cells("marks"))
    step = try StepReader.step(#require(json["step"]), side: puzzle.grid.side)
  }
}
