import Explaining
import Notation
import Solving
import StarBattle

/// The document that lists the ladder with pictures: `docs/techniques.md`.
package enum TechniqueDocument {
  /// The folder of the pictures, beside the document.
  package static let pictures = "techniques"

  /// The rules that have a picture, with their files' names.
  package static var files: [(name: String, text: String)] {
    Rule.all.compactMap { rule in
      RuleExample(of: rule).map { ("\(pictures)/\(rule.id).svg", $0.picture) }
    }
  }

  /// The document.
  package static var text: String {
    var lines = [
      "# Techniques",
      "",
      "Every rule of the ladder, easiest first: what it says, what else it is called, and a position "
        + "where it is the easiest that finds anything. `almanac rules` shows the same, `almanac "
        + "rules NAME` one rule whole, also under the guide's names. This page is made by `almanac "
        + "rules --write docs`.",
      "",
      "In pictures, shaded cells are what the step looks at; a ringed star is new, a cross is a cell "
        + "that turns out empty; an empty ring is a star that is tried; dashed blocks are added up. "
        + "Grey stars and dots were known before.",
      "",
      "Grades rest on these rules alone, and none of them assumes that a puzzle has only one "
        + "solution: what does would be no proof that it has.",
      "",
      "## The ladder",
      "",
      "| level | rule | called | the guide's name |",
      "|---|---|---|---|",
    ]
    for rule in Rule.ladder { lines.append(row(rule)) }
    for rule in Rule.ladder { lines += section(rule) }
    let others = Rule.all.filter { !$0.isOnLadder }
    if !others.isEmpty {
      lines += [
        "", "## Beside the ladder", "",
        "No puzzle is graded with these; the level is where they would stand.",
      ]
      for rule in others { lines += section(rule) }
    }
    lines += guide
    lines += frequencies
    return lines.joined(separator: "\n") + "\n"
  }

  private static func link(_ rule: Rule) -> String {
    // A heading's anchor: its letters, digits and hyphens.
    "[`\(rule.id)`](#\(rule.id.filter { $0 != "." }))"
  }

  private static func row(_ rule: Rule) -> String {
    let names = GuideTechnique.names(of: rule).map(\.name).joined(separator: ", ")
    let called = "\(rule.name); *\(HintLanguage.spanish.name(of: rule))*"
    return "| \(rule.level) | \(link(rule)) | \(called) "
      + "| \(names.isEmpty ? "–" : names) |"
  }

  private static func section(_ rule: Rule) -> [String] {
    var lines = ["", "### \(rule.id)", ""]
    lines.append(
      "Level \(rule.level), *\(rule.name)*, in Spanish *\(HintLanguage.spanish.name(of: rule))*. "
        + (rule.summary ?? ""))
    let names = GuideTechnique.names(of: rule).map(\.name).joined(separator: ", ")
    lines += ["", "Source: \(rule.source)." + (names.isEmpty ? "" : " In the guide: \(names).")]
    if let example = RuleExample(of: rule) {
      let grid = example.sbn.puzzle.grid
      lines += [
        "", "![\(rule.name), on a board of \(grid)](\(pictures)/\(rule.id).svg)", "",
        "> \(example.sentence())",
      ]
    }
    return lines
  }

  private static var guide: [String] {
    var lines = [
      "", "## The guide's names", "",
      "K. De Asis, *A Star Battle Guide*, names \(GuideTechnique.guide.count) techniques. Where the "
        + "ladder has each:",
      "", "| technique | | rules | |", "|---|---|---|---|",
    ]
    for technique in GuideTechnique.guide {
      let rules = technique.rules.map { link($0) + ($0.isOnLadder ? "" : " (beside the ladder)") }
      lines.append(
        "| \(technique.name) | \(technique.standing.words) "
          + "| \(rules.isEmpty ? "–" : rules.joined(separator: ", ")) | \(technique.note) |")
    }
    return lines
  }

  private static var frequencies: [String] {
    let all = RuleFrequency.all
    guard !all.isEmpty else { return [] }
    var lines = [
      "", "## How often each is needed", "",
      "Of real puzzles that are not part of the project, the share that needs the rule: without it, "
        + "no rule that stands as low as the puzzle's hardest does its work. Measured with grader "
        + "\(RuleFrequency.graderVersion) by `make measure-rules`.",
      "",
      "| puzzles | solved | " + Rule.ladder.map { "`\($0.id)`" }.joined(separator: " | ") + " |",
      "|---|---|" + Rule.ladder.map { _ in "---|" }.joined(),
    ]
    for file in all {
      let shares = Rule.ladder.map { RuleFrequency.share(file.needing($0), of: file.puzzles) }
      lines.append(
        "| \(file.file) (\(file.puzzles)) | \(RuleFrequency.share(file.solved, of: file.puzzles)) | "
          + shares.joined(separator: " | ") + " |")
    }
    return lines
  }
}
