import Answering
import Catalog
import Drawing
import Explaining
import Grading
import Identity
import JSONText
import Pipeline
import Preview
import Solving
import StarBattle
import Wording

/// What became of an imported puzzle: the members of its grade, and where it is.
struct ImportAnswer: Answer {
  let puzzle: ImportedPuzzle
  let outcome: ImportOutcome
  /// Its place in the input, from 0.
  let index: Int
  let isDryRun: Bool
  /// The highest rule level that it was graded with.
  let highestLevel: Int
  let screen: Screen

  var isPainted: Bool { screen.isColoured }

  /// What is refused is what somebody wants to know who wants to know nothing else.
  var isRoutine: Bool {
    switch outcome {
    case .kept, .placed, .twin: true
    case .refused: false
    }
  }

  var json: JSONValue {
    let preview = puzzle.preview
    let grid = preview.puzzle.grid
    let members = PuzzleJSON.members(of: preview.grade, sbn: preview.item.sbn, index: index)
    var (twin, place, reason): (JSONValue, JSONValue, JSONValue) = (.null, .null, .null)
    switch outcome {
    case .kept: break
    case .placed(let found): place = .string(found.description)
    case .twin(let found):
      twin = .object([
        JSONMember("puzzle", found.puzzle.map { Int($0.id) }),
        JSONMember("sbn", found.puzzle?.sbn),
        JSONMember("places", found.places.map(\.description)),
      ])
    case .refused(let words): reason = .string(words)
    }
    return .object(
      members + preview.verdict.members(side: grid.side) + [
        JSONMember("fair", puzzle.pressed != nil),
        JSONMember("hardest", preview.hardestRules.map(\.id)),
        JSONMember(
          "solutions", .array(preview.solutions.map { PuzzleJSON.cells($0, grid) })),
        JSONMember("differing", PuzzleJSON.cells(preview.differingCells, side: grid.side)),
        JSONMember("dryRun", isDryRun),
        JSONMember("became", outcome.word),
        JSONMember("place", place),
        JSONMember("twin", twin),
        JSONMember("reason", reason),
      ])
  }

  /// Its verdict and what became of it, and boards where it is refused.
  var text: [String] {
    let preview = puzzle.preview
    let verdict = preview.verdict.text(on: preview.puzzle.grid, highestLevel: highestLevel)
    let rules = preview.hardestRules.map(\.name).joined(separator: ", ")
    let hardest = preview.grade.isSolved && !rules.isEmpty ? "; hardest: \(rules)" : ""
    let outcome = outcome.words(isDryRun: isDryRun)
    var lines = ["\(preview.item.label): \(preview.puzzle.grid): \(verdict)\(hardest) — \(outcome)"]
    if !preview.grade.isSolved { lines += boards(preview) }
    return lines
  }

  /// Two solutions side by side with the cells that differ, or the board where reasoning stops.
  private func boards(_ puzzle: ShownPuzzle) -> [String] {
    let terminal = BoardTerminal(isColoured: screen.isColoured)
    let width = terminal.width(side: puzzle.puzzle.grid.side)
    func block(_ title: String, _ lines: [String]) -> (title: [String], lines: [String], width: Int)
    {
      (title: [title], lines: lines, width: width)
    }
    let differing = puzzle.differingCells
    if !differing.isEmpty {
      let sign = screen.isColoured ? "red" : "★ and o"
      let blocks = puzzle.solutions.enumerated().map { number, solution in
        block(
          number == 0 ? "one solution" : "another",
          terminal.lines(puzzle.puzzle, solution: solution, pointingAt: differing))
      }
      return ["   \(differing.count, of: "cell differs", "cells differ") (\(sign)):"]
        + terminal.beside(blocks, width: screen.width - 3).map { "   " + $0 }
    }
    var board = KnownBoard(puzzle.puzzle)
    for step in puzzle.trace.steps { board.apply(step) }
    let stars = Solution(stars: board.cells.indices.filter { board.cells[$0] == .star })
    let stop = terminal.lines(
      puzzle.puzzle, solution: stars, pointingAt: puzzle.verdict.openCells)
    let sign = screen.isColoured ? "?" : "o"
    return ["   where reasoning stops (\(sign) is open):"] + stop.map { "   " + $0 }
  }
}
