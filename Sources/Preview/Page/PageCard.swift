import Answering
import Drawing
import Grading
import JSONText
import Notation
import Solving
import StarBattle
import Wording

/// A puzzle on the page's sheet.
struct PageCard {
  let index: Int
  let label: String
  let viewBox: String
  let isBad: Bool
  /// The difficulty in digits; `nil` for a puzzle without a grade.
  let difficulty: String?
  let band: String
  let grade: String
  let hardest: String
  let note: String?
  /// How long people need, where that is known.
  let people: String?
  /// The card for somebody who cannot see it.
  let spoken: String

  init(_ puzzle: ShownPuzzle, index: Int) {
    let grade = puzzle.grade
    self.index = index
    label = puzzle.item.label
    viewBox = BoardSVG.viewBox(side: puzzle.puzzle.grid.side)
    isBad = !grade.isSolved
    difficulty = grade.isSolved ? "\(grade.difficulty)" : nil
    band = grade.band.rawValue
    let cycles = "\(grade.cycles, of: "cycle")"
    self.grade =
      grade.isSolved
      ? "level \(grade.level) · \(cycles)"
      : puzzle.verdict.solutions == .unique ? "not fair" : "not unique"
    hardest = grade.isSolved ? puzzle.hardestRules.map(\.name).joined(separator: ", ") : ""
    note = puzzle.item.note
    people = puzzle.item.play?.text
    let verdict = puzzle.verdict.text(on: puzzle.puzzle.grid, highestLevel: nil)
    spoken =
      "Puzzle \(puzzle.item.label), \(puzzle.puzzle.grid), \(verdict)"
      + (note.map { ", \($0)" } ?? "") + (people.map { ", \($0)" } ?? "")
  }

  /// What the script shows about each puzzle: JSON that can stand in a script element.
  static func data(_ puzzles: [ShownPuzzle]) -> String {
    let value = JSONValue.array(
      puzzles.map { puzzle in
        .object([
          JSONMember("id", puzzle.item.id),
          JSONMember("label", puzzle.item.label),
          JSONMember(
            "grade",
            "\(puzzle.puzzle.grid): "
              + puzzle.verdict.text(on: puzzle.puzzle.grid, highestLevel: nil)),
          JSONMember("about", .array(about(puzzle))),
        ])
      })
    return value.inScript
  }

  /// Names and values, some with an address.
  private static func about(_ puzzle: ShownPuzzle) -> [JSONValue] {
    func row(_ name: String, _ value: String, link: String? = nil) -> JSONValue {
      .array([.string(name), .string(value)] + (link.map { [.string($0)] } ?? []))
    }
    let (sbn, grade) = (puzzle.item.sbn, puzzle.grade)
    var rows: [JSONValue] = []
    if let target = puzzle.item.target { rows.append(row("Aimed at", "difficulty \(target)")) }
    if let play = puzzle.item.play { rows.append(row("People", play.text)) }
    if !grade.rules.isEmpty {
      let rules = grade.rules.map { count in
        count.count == 1 ? count.rule.name : "\(count.rule.name) ×\(count.count)"
      }
      rows.append(row("Rules", rules.joined(separator: ", ")))
    }
    if let seed = sbn.metadata.seed { rows.append(row("Seed", "\(seed)")) }
    rows.append(row("Play", "at puzz.link", link: puzzle.link))
    rows.append(row("SBN", sbn.description))
    rows.append(row("Published", puzzle.item.isPublished ? "yes: it stays where it is" : "not yet"))
    return rows
  }
}
