import Explaining
import JSONText
import Solving
import StarBattle

/// What the page's script needs to give hints: the coach's templates, which it fills itself.
///
/// Names of one container or one cell are filled in from templates as well. Those of several are
/// listed, since how a language makes lists is nothing for a script. All keep their forms
/// (`Inflection`), one of which a template asks for.
struct PageCoach {
  private let puzzles: [ShownPuzzle]
  private let language: HintLanguage

  init(_ puzzles: [ShownPuzzle], language: HintLanguage) {
    self.puzzles = puzzles
    self.language = language
  }

  var json: JSONValue {
    let used = Set(puzzles.lazy.flatMap { $0.told.steps.lazy.map(\.rule) })
    return .object([
      JSONMember(
        "names",
        .object(
          [("r", Situation.row), ("c", .column), ("g", .region), ("place", .place)].map {
            JSONMember($0.0, language.templates[$0.1] ?? "")
          })),
      JSONMember("numbers", language.numbers),
      JSONMember(
        "says",
        .object(
          Coaching.allCases.map { JSONMember($0.rawValue, language.coaching[$0] ?? "") })),
      JSONMember(
        "techniques",
        Rule.ladder.map { used.contains($0.id) ? language.rules[$0.id]?.technique ?? "" : "" }),
      JSONMember("lists", .object(lists)),
    ])
  }

  /// The names of several containers or cells, by their code; each once, in the steps' order.
  private var lists: [JSONMember] {
    let phrases = Phrases(language: language)
    var members: [JSONMember] = []
    var seen: Set<String> = []
    for puzzle in puzzles {
      let side = puzzle.puzzle.grid.side
      for step in puzzle.told.steps {
        let isAbout = step.containers.isEmpty
        guard (isAbout ? step.cells.count : step.containers.count) > 1 else { continue }
        // The same cell has other names on other boards.
        let code =
          isAbout
          ? "\(side)*\(PageData.cells(step.cells))" : PageData.containers(step.containers)
        guard seen.insert(code).inserted else { continue }
        let name =
          isAbout
          ? phrases.places(step.cells, side: side, atMost: side) ?? ""
          : phrases.name(of: step.containers)
        members.append(JSONMember(code, name))
      }
    }
    return members
  }
}
