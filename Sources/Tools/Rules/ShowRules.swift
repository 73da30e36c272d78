import Answering
import Drawing
import Explaining
import Files
import JSONText
import Notation
package import Pipeline
import Recipes
import Solving
import StarBattle
import Wording

/// Shows the rules of the ladder: all of them, those that a name stands for, or as a document.
package struct ShowRules: Command {
  /// A rule's id or a name that people know it by; all rules without it.
  package let name: String?
  /// The folder that the document and its pictures are written to; nothing is shown then.
  package let folder: String?

  package init(name: String? = nil, folder: String? = nil) {
    self.name = name
    self.folder = folder
  }

  /// Whether a name stands for something.
  package static func isKnown(_ name: String) -> Bool { RuleIndex.entry(named: name) != nil }

  /// The name that somebody probably meant.
  package static func guess(for name: String) -> String? {
    let words = RuleIndex.words
    let plain = words.map(RuleIndex.plain)
    guard let guess = Spelling.guess(for: RuleIndex.plain(name), among: plain) else { return nil }
    return plain.firstIndex(of: guess).map { words[$0] }
  }

  /// The ids of the rules that a name stands for, easiest first.
  package static func ids(named name: String) -> [String] {
    RuleIndex.entry(named: name)?.rules.map(\.id) ?? []
  }

  /// Shows them.
  ///
  /// - Returns: `done`; `usage` where the name stands for nothing.
  /// - Throws: `FolderError` where the document cannot be written; what `emit` throws.
  package func run(
    in house: House, _ context: RunContext, emit: (Message) throws -> Void
  ) async throws -> ExitStatus {
    if let folder {
      try house.refuseOwn(folder)
      try Folders.make("\(folder)/\(TechniqueDocument.pictures)")
      let files = [("techniques.md", TechniqueDocument.text)] + TechniqueDocument.files
      for (name, text) in files { try Folders.write(Array(text.utf8), to: "\(folder)/\(name)") }
      try emit(.note("\(files.count, of: "file") in \(folder)"))
      return .done
    }
    guard let name else {
      try emit(.answer(RuleList()))
      return .done
    }
    guard let entry = RuleIndex.entry(named: name) else { return .usage }
    try emit(.answer(ShownRules(entry: entry, screen: context.screen)))
    return .done
  }
}

/// The ladder in a table, and the guide's names.
private struct RuleList: ListAnswer {
  var objects: [JSONValue] {
    Rule.all.map { RuleJSON.value($0, withExample: false) }
      + GuideTechnique.guide.map(RuleJSON.value)
  }

  var text: [String] {
    let puzzles = RuleFrequency.all.reduce(0) { $0 + $1.puzzles }
    func share(_ rule: Rule) -> String {
      RuleFrequency.share(
        RuleFrequency.all.reduce(0) { $0 + $1.needing(rule) }, of: puzzles)
    }
    var lines = [RuleList.row("level", "rule", "needed", "what people call it")]
    for rule in Rule.ladder { lines.append(RuleList.row(rule, share(rule))) }
    let others = Rule.all.filter { !$0.isOnLadder }
    if !others.isEmpty {
      lines += ["", "beside the ladder, where no grade rests on them"]
      for rule in others { lines.append(RuleList.row(rule, "")) }
    }
    lines += ["", "the names of K. De Asis's guide"]
    for technique in GuideTechnique.guide {
      let rules = technique.rules.map(\.id).joined(separator: ", ")
      lines.append(
        "  \(RuleList.left(technique.name, 22))\(technique.standing.words)"
          + (rules.isEmpty ? " (it assumes that there is one solution)" : " \(rules)"))
    }
    if puzzles > 0 {
      lines += [
        "",
        "needed: by so many of \(puzzles) real puzzles, measured with grader "
          + "\(RuleFrequency.graderVersion)",
      ]
    }
    return lines + ["Next: almanac rules NAME  — one rule whole, with an example"]
  }

  private static func row(_ rule: Rule, _ share: String) -> String {
    let names = GuideTechnique.names(of: rule).filter { $0.standing == .same }.map(\.name)
    return row("\(rule.level)", rule.id, share, ([rule.name] + names).joined(separator: "; "))
  }

  private static func row(
    _ level: String, _ id: String, _ share: String, _ names: String
  ) -> String {
    "\(right(level, 5))  \(left(id, RuleList.width))\(right(share, 8))   \(names)"
  }

  /// The longest id, and a blank.
  private static let width = (Rule.all.map(\.id.count).max() ?? 0) + 1

  private static func left(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(1, width - text.count))
  }

  private static func right(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }
}

/// What a name stands for, whole.
private struct ShownRules: ListAnswer {
  let entry: RuleIndex.Entry
  let screen: Screen

  var isPainted: Bool { screen.isColoured }

  var objects: [JSONValue] {
    (entry.technique.map { [RuleJSON.value($0)] } ?? [])
      + entry.rules.map { RuleJSON.value($0, withExample: true) }
  }

  var text: [String] {
    let writer = TraceText(
      isColoured: screen.isColoured, width: max(screen.width, TracePuzzles.widths.lowerBound))
    var lines: [String] = []
    if let technique = entry.technique {
      let rules = technique.rules.map(\.id).joined(separator: ", ")
      lines += ["\(technique.name) (\(technique.chapter.rawValue))"]
      lines += writer.folded(technique.note)
      lines += writer.folded(
        "Among our rules: \(technique.standing.words)" + (rules.isEmpty ? "." : " \(rules)."))
    }
    for rule in entry.rules {
      if !lines.isEmpty { lines.append("") }
      lines += whole(rule, writer)
    }
    return lines
  }

  private func whole(_ rule: Rule, _ writer: TraceText) -> [String] {
    var lines = ["\(rule.id) — \(rule.name)"]
    for language in HintLanguage.all.dropFirst() {
      lines.append("\(language.name): \(language.name(of: rule))")
    }
    let names = GuideTechnique.names(of: rule).map { "\($0.name) (\($0.standing.rawValue))" }
    if !names.isEmpty {
      lines += writer.folded("The guide: \(names.joined(separator: ", "))")
    }
    lines.append(
      "Level \(rule.level)" + (rule.isOnLadder ? "" : ", beside the ladder")
        + (rule.level > 12 ? ", never published" : ""))
    lines += writer.folded("Source: \(rule.source)")
    if let summary = rule.summary { lines += [""] + writer.folded(summary) }
    if let example = RuleExample(of: rule) {
      lines += ["", "An example, on \(example.sbn.puzzle.grid):"]
      lines += writer.boards(around: example.step, on: example.board)
      lines += writer.folded(example.sentence()) + writer.legend
      lines.append(example.sbn.description)
    }
    let files = RuleFrequency.all.filter { $0.counts[rule.id] != nil }
    if !files.isEmpty {
      lines += ["", "real puzzles                 all     use it    need it"]
      for file in files {
        let count = file.counts[rule.id] ?? (0, 0)
        func cell(_ text: String, _ width: Int) -> String {
          String(repeating: " ", count: max(0, width - text.count)) + text
        }
        lines.append(
          file.file + cell("\(file.puzzles)", 32 - file.file.count)
            + cell(RuleFrequency.share(count.used, of: file.puzzles), 11)
            + cell(RuleFrequency.share(count.needed, of: file.puzzles), 11))
      }
    }
    return lines
  }
}

/// Rules and techniques as JSON.
private enum RuleJSON {
  static func value(_ rule: Rule, withExample: Bool) -> JSONValue {
    var members = [
      AnswerJSON.schema,
      JSONMember("kind", "rule"),
      JSONMember("id", rule.id),
      JSONMember("code", rule.code),
      JSONMember("level", rule.level),
      JSONMember("onLadder", rule.isOnLadder),
      JSONMember(
        "names",
        .object(HintLanguage.all.map { JSONMember($0.code, $0.name(of: rule)) })),
      JSONMember(
        "guide",
        .array(
          GuideTechnique.names(of: rule).map {
            .object([
              JSONMember("name", $0.name), JSONMember("standing", $0.standing.rawValue),
            ])
          })),
      JSONMember("source", rule.source),
      JSONMember("summary", rule.summary),
      JSONMember(
        "needed",
        .array(
          RuleFrequency.all.compactMap { file in
            file.counts[rule.id].map { count in
              .object([
                JSONMember("puzzles", file.file), JSONMember("count", file.puzzles),
                JSONMember("used", count.used), JSONMember("needed", count.needed),
              ])
            }
          })),
    ]
    if withExample {
      members.append(
        JSONMember(
          "example",
          RuleExample(of: rule).map { example in
            .object([
              JSONMember("sbn", example.sbn.description),
              JSONMember("sentence", example.sentence()),
              JSONMember(
                "step", TraceJSON.value(example.step, side: example.sbn.puzzle.grid.side)),
            ])
          } ?? .null))
    }
    return .object(members)
  }

  static func value(_ technique: GuideTechnique) -> JSONValue {
    .object([
      AnswerJSON.schema,
      JSONMember("kind", "technique"),
      JSONMember("name", technique.name),
      JSONMember("chapter", technique.chapter.rawValue),
      JSONMember("standing", technique.standing.rawValue),
      JSONMember("rules", technique.rules.map(\.id)),
      JSONMember("note", technique.note),
    ])
  }
}
