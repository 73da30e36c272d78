package import Explaining
package import JSONText
import StarBattle

/// A hint as JSON: what it is about, as much of it as is to be told, and the words.
///
/// Cells are `[row, column]` from 0, containers as in a trace.
package enum HintJSON {
  /// The members of a hint, or of a solved board.
  ///
  /// - Parameters:
  ///   - hint: The hint; `nil` for a board that is solved.
  ///   - depth: How much is told.
  ///   - language: The language of the words.
  /// - Returns: `kind` (`mistake`, `step` or `none`), `depth`, `language`, `text`; of a mistake
  ///   `cell` and `is`; of a step `containers` and `cells`, then `rule`, its `name` in the language
  ///   and its `level`, then `step`.
  package static func members(
    of hint: Hint?, _ depth: Hint.Depth, in language: HintLanguage
  ) -> [JSONMember] {
    guard let hint else {
      return head("none", depth, language, Phrases(language: language).text(.solved))
    }
    let side = hint.puzzle.grid.side
    let text = hint.text(depth, in: language)
    switch hint.content {
    case .mistake(let mistake):
      return head("mistake", depth, language, text) + [
        JSONMember("cell", PuzzleJSON.cell(mistake.cell, side: side)),
        JSONMember("is", mistake.isStar ? "star" : "mark"),
      ]
    case .step(let step):
      var members = head("step", depth, language, text)
      members.append(JSONMember("containers", step.containers.map(TraceJSON.value)))
      // What an assumption looks at is what it comes to.
      let cells = step.assumption == nil ? step.cells : []
      members.append(JSONMember("cells", PuzzleJSON.cells(cells, side: side)))
      if depth == .place { return members }
      members.append(JSONMember("rule", step.rule))
      members.append(JSONMember("name", .string(language.name(ofRule: step.rule) ?? step.rule)))
      members.append(JSONMember("level", step.level))
      if depth == .technique { return members }
      members.append(JSONMember("step", TraceJSON.value(step, side: side)))
      return members
    }
  }

  private static func head(
    _ kind: String, _ depth: Hint.Depth, _ language: HintLanguage, _ text: String
  ) -> [JSONMember] {
    [
      JSONMember("kind", kind), JSONMember("depth", depth.rawValue),
      JSONMember("language", language.code), JSONMember("text", text),
    ]
  }
}
