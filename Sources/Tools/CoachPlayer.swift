import Answering
import Drawing
package import Explaining
import JSONText
import Notation
package import Pipeline
import StarBattle
import Wording

/// Gives the next hint for the board that a player has.
package struct CoachPlayer: Command {
  /// Where the puzzle is.
  package var source: PuzzleSource
  /// Its place there, from 0; needed where there are several.
  package var index: Int?
  /// The board as text, or `-` for the standard input.
  package var board: String
  /// How much is told.
  package var depth: Hint.Depth
  /// The language of the hint.
  package var language: HintLanguage
  /// What it may rest on.
  package var reasoning: Reasoning

  package init(
    _ source: PuzzleSource, index: Int? = nil, board: String, depth: Hint.Depth = .explanation,
    language: HintLanguage = .english, reasoning: Reasoning = .usual
  ) {
    self.source = source
    self.index = index
    self.board = board
    self.depth = depth
    self.language = language
    self.reasoning = reasoning
  }

  package func run(
    in house: House, _ context: RunContext, emit: (Message) throws -> Void
  ) async throws -> ExitStatus {
    var count = 0
    var chosen: ListedPuzzle?
    var firstError: NotationError?
    let wanted = index ?? 0
    let isAny = try await source.read(context, emit) { first, page in
      count += page.count
      if page.indices.contains(wanted - first) { chosen = page[wanted - first] }
      for entry in page where index == nil && firstError == nil {
        if case .failure(let error) = entry.result { firstError = error }
      }
    }
    guard isAny else { return .badData }
    if let firstError {
      // Which of several puzzles is meant can be asked where they are puzzles.
      try emit(source.problem(firstError))
      return .badData
    }
    guard let chosen, index != nil || count == 1 else {
      let range = count == 1 ? "0" : "0…\(count - 1)"
      try emit(
        .problem(
          "\(source.name): \(count, of: "puzzle is", "puzzles are") in it — say "
            + "which one with --index, \(range)"))
      return .usage
    }
    switch chosen.result {
    case .failure(let error):
      try emit(source.problem(error))
      return .badData
    case .success(let sbn):
      let item = PuzzleItem(sbn: sbn, index: wanted, line: chosen.line)
      return try hint(for: item, context, emit)
    }
  }

  private func hint(
    for item: PuzzleItem, _ context: RunContext, _ emit: (Message) throws -> Void
  ) throws -> ExitStatus {
    let input = PuzzleInput(path: "-")
    let isRead = board == input.path
    let text = try isRead ? String(decoding: input.bytes(context), as: UTF8.self) : board
    let name = isRead ? input.name : "--board"
    let puzzle = item.sbn.puzzle
    let player: PlayerBoard
    do throws(NotationError) {
      player = try PlayerBoard(reading: text, of: puzzle)
    } catch {
      try emit(
        .problem(
          "\(name):\(error.line):\(error.column): found \(error.found), expected \(error.expected)")
      )
      return .badData
    }
    var coach = Coach(rules: reasoning.rules)
    let hint: Hint?
    do throws(CoachError) {
      hint = try coach.hint(for: puzzle, on: player)
    } catch {
      try emit(.problem("\(source.name):\(item.line): \(error)"))
      return .badData
    }
    let answer = GivenHint(
      item: item, hint: hint, depth: depth, language: language, screen: context.screen)
    try emit(context.written(answer))
    return .done
  }
}

/// A hint for a player.
private struct GivenHint: Answer {
  let item: PuzzleItem
  let hint: Hint?
  let depth: Hint.Depth
  let language: HintLanguage
  let screen: Screen

  var isPainted: Bool { screen.isColoured }

  var text: [String] {
    let style = HintText(
      language: language, isColoured: screen.isColoured,
      width: max(screen.width, TracePuzzles.widths.lowerBound))
    return hint.map { style.lines($0, depth) } ?? style.solved
  }

  var json: JSONValue {
    .object(
      PuzzleJSON.opening(item.sbn, index: item.index)
        + HintJSON.members(of: hint, depth, in: language))
  }
}
