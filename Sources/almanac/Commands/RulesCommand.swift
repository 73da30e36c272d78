import ArgumentParser
import Pipeline
import Tools

struct RulesCommand: ParsedCommand {
  static let configuration = CommandConfiguration(
    commandName: "rules",
    abstract: "Show the rules that puzzles are graded with.",
    discussion: """
      Examples:
        almanac rules
        almanac rules tiling.pairs
        almanac rules "the squeeze"
        almanac rules fish --json

      Without a name, the ladder in a table: level, id, how often the rule is needed by real \
      puzzles, what people call it; then the names of K. De Asis's guide. With a name, one rule \
      whole, with an example drawn. A name is an id (tiling.pairs), the beginning of some (tiling), \
      a name in any language of hints, or the guide's.

      What assumes that a puzzle has only one solution is no rule: no grade rests on it.

      --json prints one object per rule: schema, kind (rule), id, code, level, onLadder, names \
      {en, es, …}, guide [{name, standing}…], source, summary, needed [{puzzles, count, used, \
      needed}…], and with a name example {sbn, sentence, step}; and one per technique of the \
      guide: schema, kind (technique), name, chapter, standing (same, contained, part, named, \
      unnamed or refused), rules, note.

      EXIT STATUS
      \(ExitStatus.table(of: [.done, .usage, .cannotCreate, .inputOutput]))
      """)

  @Argument(help: ArgumentHelp("A rule or a technique, by any of its names.", valueName: "name"))
  var name: String?

  @Option(
    help: ArgumentHelp(
      "Write techniques.md and its pictures into this folder instead.", valueName: "dir"))
  var write: String?

  @OptionGroup var options: RunOptions

  var command: any Command {
    get throws {
      try checkPath(write, "--write")
      if write != nil && name != nil {
        throw ValidationError("--write writes all rules — leave the name out")
      }
      if let name, !ShowRules.isKnown(name) {
        let advice =
          ShowRules.guess(for: name).map { "did you mean “\($0)”?" }
          ?? "“almanac rules” lists them all"
        throw ValidationError("there is no rule or technique “\(name)” — \(advice)")
      }
      return ShowRules(name: name, folder: write)
    }
  }
}
