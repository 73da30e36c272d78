import Answering
import Flagging
import JSONText
import Pipeline
import StarBattle
import Wording

/// The puzzles of a preview, and the files that were written.
struct PreviewAnswer: Answer {
  let title: String
  let puzzles: [ShownPuzzle]
  let files: [String]
  /// The folder of the drawings, if they were wanted.
  let svg: String?
  /// How boards are printed; `nil` where files are all that was wanted.
  let sheet: PreviewText?

  var isPainted: Bool { sheet?.isPainted == true }

  var text: [String] {
    let boards = sheet?.lines(puzzles) ?? []
    let drawings = files.filter { file in svg.map { file.hasPrefix($0 + "/") } ?? false }
    guard let svg, drawings.count > 2 else { return boards + files }
    return boards + ["\(drawings.count, of: "file") in \(svg)"]
      + files.filter { !drawings.contains($0) }
  }

  var json: JSONValue {
    let twins = Resemblance.all(among: puzzles.map(\.puzzle)).map { pair in
      JSONValue.object([
        JSONMember("first", puzzles[pair.first].item.id),
        JSONMember("second", puzzles[pair.second].item.id),
        JSONMember("sharedRegions", pair.shared),
      ])
    }
    let flags = puzzles.flags
    let rows = puzzles.enumerated().map { index, puzzle in
      JSONValue.object(
        [JSONMember("id", puzzle.item.id)]
          + PuzzleJSON.members(of: puzzle.grade, sbn: puzzle.item.sbn, index: index)
          + puzzle.verdict.members(side: puzzle.puzzle.grid.side)
          + [JSONMember("link", puzzle.link), JSONMember("flags", flags[index].map(\.json))])
    }
    return AnswerJSON.object(
      "preview",
      [
        JSONMember("title", title),
        JSONMember("files", files),
        JSONMember("resemblances", twins),
        JSONMember("puzzles", rows),
      ])
  }
}
