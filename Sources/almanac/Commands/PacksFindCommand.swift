import ArgumentParser
import Pipeline
import Tools

struct PacksFind: HouseCommand {
  static let configuration = CommandConfiguration(
    commandName: "find",
    abstract: "Find puzzles in packs, calendar and reserve.",
    discussion: """
      Examples:
        almanac packs find --size 10 --rule tiling.pairs --difficulty 4...6
        almanac packs find --size 17 --reserve
        almanac packs find --level 9... --json
        almanac packs find --tag winter --note heart

      All conditions have to hold; without any, everything is listed. The easiest come first, size \
      by size. A rule is named by its id, as `grade --json` prints it; with several --rule, all of \
      them have to be used.

      --json prints one object per puzzle: schema, puzzle (its number in the catalogue), places, \
      sbn, size, stars, difficulty, score, level, cycles, rules {id: count}, seed, firstRelease, \
      note, tags, refused (the reason, where it is never to be used).

      \(HouseOptions.idle("--recipes", "--output", "--now", "--jobs"))

      EXIT STATUS
      \(ExitStatus.table(of: [.done, .usage, .badData, .noInput, .inputOutput, .retryLater]))
      """)

  @Option(help: ArgumentHelp("Rows, columns and regions.", valueName: "n"))
  var size: Int?

  @Option(help: ArgumentHelp("Stars in each of them.", valueName: "n"))
  var stars: Int?

  @Option(
    name: .customLong("rule"),
    help: ArgumentHelp("A rule that its solve uses, such as tiling.pairs.", valueName: "id"))
  var rules: [String] = []

  @Option(help: ArgumentHelp("The difficulty: 5, 4...6, ...3, 7...", valueName: "range"))
  var difficulty: String?

  @Option(help: ArgumentHelp("The hardest rule level needed: a range.", valueName: "range"))
  var level: String?

  @Option(help: ArgumentHelp("Only what is in this pack.", valueName: "id"))
  var pack: String?

  @Option(
    name: .customLong("tag"),
    help: ArgumentHelp(
      "A tag that it has, as it was given; with several, all of them.", valueName: "tag"))
  var tags: [String] = []

  @Option(help: ArgumentHelp("Words of its note.", valueName: "text"))
  var note: String?

  @Flag(help: "Only what “packs refuse” has refused.")
  var refused = false

  @Flag(help: "Only what was never used.")
  var reserve = false

  @Option(help: ArgumentHelp("List at most this many.", valueName: "n"))
  var limit: Int?

  @OptionGroup var place: HouseOptions

  var command: any Command {
    get throws {
      if let size, !FindPuzzles.sizes.contains(size) {
        throw ValidationError("--size is \(size) — it can be \(text(FindPuzzles.sizes))")
      }
      try checkStars(stars)
      if let limit, limit < 1 {
        throw ValidationError("--limit is \(limit) — it can be 1 or more")
      }
      for rule in rules where !FindPuzzles.rules.contains(rule) {
        throw ValidationError("--rule is “\(rule)” — \(FindPuzzles.advice(for: rule))")
      }
      try checkTags(tags, "--tag")
      var find = FindPuzzles()
      find.size = size
      find.stars = stars
      find.usedRules = rules
      find.difficulty = try numberRange(
        difficulty, "--difficulty", within: GeneratePuzzles.difficulties)
      find.level = try numberRange(level, "--level", within: FindPuzzles.levels)
      find.isReserveOnly = reserve
      find.pack = pack
      find.tags = tags
      find.note = note
      find.isRefusedOnly = refused
      find.limit = limit
      return find
    }
  }

  private func text(_ range: ClosedRange<Int>) -> String {
    "\(range.lowerBound)…\(range.upperBound)"
  }
}
