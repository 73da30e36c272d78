import Answering
package import Composing
import Drawing
import Grading
package import JSONText
import Notation
import Pipeline
import StarBattle
import Wording

/// What moving each cell of a border would make of a puzzle.
package struct BorderAnswer: Answer {
  let item: PuzzleItem
  package let studied: StudiedPuzzle
  package let outcomes: [BorderOutcome]

  private var puzzle: Puzzle { studied.puzzle }
  private var side: Int { puzzle.grid.side }

  /// What the puzzle is worth as it stands.
  private var standing: String {
    if studied.grade.isSolved { return "fair" }
    guard studied.isCounted else { return "undecided" }
    return ["none", "unfair", "several"][studied.solutions.count]
  }

  // MARK: - Text

  package var text: [String] {
    let lines = [item.head + BorderAnswer.words(standing, studied.grade)] + tally + map
    let kept = outcomes.filter { $0.verdict == .fair || $0.verdict == .unfair }
    return lines
      + kept.map { outcome in
        let move = outcome.move
        let cell = puzzle.grid.name(of: move.cell)
        let gap = String(repeating: " ", count: max(1, 7 - cell.count))
        let grade = BorderAnswer.words(outcome.verdict.rawValue, outcome.grade ?? studied.grade)
        let (home, region) = (
          Puzzle.letter(ofRegion: move.home), Puzzle.letter(ofRegion: move.region)
        )
        return "\(cell)\(gap)\(home) to \(region): \(grade)\(change(outcome))"
      }
  }

  /// How many moves there are of each kind.
  private var tally: [String] {
    let counts = BorderOutcome.Verdict.allCases.compactMap { verdict -> String? in
      let count = outcomes.count { $0.verdict == verdict }
      return count == 0 ? nil : "\(count) \(BorderAnswer.kind(verdict))"
    }
    let moves = "\(outcomes.count, of: "move")"
    return WrappedText.lines(
      of: "\(moves) of a border: \(counts.joined(separator: ", "))", columns: 80)
  }

  /// The board: each cell with its region, and the best that a move of it comes to.
  private var map: [String] {
    var signs = [Character](repeating: " ", count: puzzle.grid.cellCount)
    for outcome in outcomes {
      let sign: Character =
        outcome.verdict != .fair
        ? "-" : outcome.parting == nil && outcome.keepsSolution ? "=" : "+"
      let order: [Character] = [" ", "-", "+", "="]
      let cell = outcome.move.cell
      if (order.firstIndex(of: sign) ?? 0) > (order.firstIndex(of: signs[cell]) ?? 0) {
        signs[cell] = sign
      }
    }
    return (0..<side).map { row in
      "  "
        + (0..<side).map { column in
          let cell = row * side + column
          return "\(Puzzle.letter(ofRegion: puzzle.region(of: cell)))\(signs[cell])"
        }.joined(separator: " ")
    } + ["  = stays fair, the same way; + stays fair, another way; - does not"]
  }

  private static func kind(_ verdict: BorderOutcome.Verdict) -> String {
    switch verdict {
    case .fair: "stay fair"
    case .unfair: "stay unique, but not fair"
    case .several: "open other solutions"
    case .none: "leave no solution"
    case .undecided: "are not decided"
    case .parted: "part a region"
    case .small: "leave a region too small"
    }
  }

  private static func words(_ standing: String, _ grade: Grade) -> String {
    switch standing {
    case "fair":
      "\(grade.figures), \(grade.hardest?.id ?? "no rule")"
    case "unfair": "one solution, which the rules do not reach"
    case "several": "several solutions"
    case "none": "no solution"
    default: "solutions not counted"
    }
  }

  private func change(_ outcome: BorderOutcome) -> String {
    guard let parting = outcome.parting else { return ", same way" }
    let other = outcome.keepsSolution || studied.solution == nil ? "" : ", other stars"
    guard let step = studied.step(ofCycle: parting) else { return "\(other), goes on at the end" }
    return "\(other), parts at step \(step + 1)"
  }

  // MARK: - JSON

  package var json: JSONValue {
    let opening = PuzzleJSON.opening(item.sbn, index: item.index)
    return AnswerJSON.object(
      "compose",
      Array(opening.dropFirst()) + [
        JSONMember("size", side), JSONMember("stars", puzzle.grid.stars),
        JSONMember("verdict", standing),
      ] + grade(studied.grade.isSolved ? studied.grade : nil) + [
        JSONMember("solution", PuzzleJSON.cells(studied.solution, puzzle.grid)),
        JSONMember("moves", .array(outcomes.map(json))),
      ])
  }

  private func json(_ outcome: BorderOutcome) -> JSONValue {
    let move = outcome.move
    return .object(
      [
        JSONMember("cell", PuzzleJSON.cell(move.cell, side: side)),
        JSONMember("from", move.home), JSONMember("to", move.region),
        JSONMember("verdict", outcome.verdict.rawValue),
      ] + grade(outcome.verdict == .fair ? outcome.grade : nil) + [
        JSONMember("sameSolution", .bool(outcome.keepsSolution)),
        JSONMember("samePath", .bool(outcome.grade != nil && outcome.parting == nil)),
        JSONMember(
          "differsFrom",
          outcome.parting.map { parting in
            .object([
              JSONMember("cycle", parting),
              JSONMember("step", studied.step(ofCycle: parting).map { .integer($0) } ?? .null),
            ])
          } ?? .null),
        JSONMember("sbn", outcome.puzzle.map { .string(SBN(puzzle: $0).description) } ?? .null),
      ])
  }

  private func grade(_ grade: Grade?) -> [JSONMember] {
    [
      JSONMember("difficulty", grade.map { .integer($0.difficulty) } ?? .null),
      JSONMember("band", grade.map { .string($0.band.rawValue) } ?? .null),
      JSONMember(
        "score",
        grade.map { .number(ScoreText.decimal(hundredths: $0.scoreInHundredths)) } ?? .null),
      JSONMember("level", grade.map { .integer($0.level) } ?? .null),
      JSONMember("cycles", grade.map { .integer($0.cycles) } ?? .null),
      JSONMember("hardest", grade?.hardest.map { .string($0.id) } ?? .null),
    ]
  }
}
