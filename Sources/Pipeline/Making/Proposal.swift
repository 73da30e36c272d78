package import Catalog
import Grading
package import JSONText
import Notation
import Solving

/// A puzzle that an editor may choose: one that is to be kept, and how to name it on the command
/// line.
///
/// It may be in the catalogue already or pressed just now, so it is no station of its own.
package struct Proposal: Sendable {
  /// What `--with` takes: the number of a puzzle in reserve, the seed of a new one, or the puzzle
  /// itself.
  package let name: String
  /// Where it comes from: `reserve`, `new` or `given`.
  let origin: String
  /// The puzzle, ready for the catalogue.
  package let row: NewPuzzle
  /// How far it is from what was asked for; 0 where it fits.
  package let distance: Int
  /// How it misses what was asked for, where it does by more than one step of difficulty.
  let miss: Miss?

  package init(
    name: String, origin: String, row: NewPuzzle, distance: Int, miss: Miss? = nil
  ) {
    self.name = name
    self.origin = origin
    self.row = row
    self.distance = distance
    self.miss = miss
  }

  /// The difficulty that is printed.
  var difficulty: Int { row.sbn.metadata.difficulty ?? 0 }

  package var value: JSONValue {
    let metadata = row.sbn.metadata
    return .object([
      JSONMember("name", name),
      JSONMember("origin", origin),
      JSONMember("sbn", row.sbn.description),
      JSONMember("difficulty", metadata.difficulty),
      JSONMember("score", .number(ScoreText.decimal(hundredths: row.scoreInHundredths))),
      JSONMember("level", metadata.level),
      JSONMember("hardest", hardest),
      JSONMember("distance", distance),
      JSONMember("miss", miss.map { "\($0.got), not \($0.wanted)" }),
    ])
  }

  /// The last rule of the highest level that the puzzle needs.
  var hardest: String { Rule.hardest(of: row.rules)?.name ?? "unknown" }

  /// Whether its name is short enough to be typed: not for one that is given as text.
  package var isShort: Bool { name.utf8.count <= 24 }

  /// `d6, score 51.2, hardest step tiling pairs, new`.
  package var words: String {
    let near =
      miss.map { ", not as asked for: \($0.got), not \($0.wanted)" }
      ?? (distance == 0 ? "" : ", not quite what was asked for")
    return "d\(difficulty), score \(ScoreText.decimal(hundredths: row.scoreInHundredths)), "
      + "hardest step \(hardest), \(origin)\(near)"
  }
}
