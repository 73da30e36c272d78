import ArgumentParser
import Pipeline
import Tools

struct GenerateCommand: ParsedCommand {
  static let configuration = CommandConfiguration(
    commandName: "generate",
    abstract: "Make puzzles, each graded and proved.",
    discussion: """
      Examples:
        almanac generate --size 10 --count 100
        almanac generate --size 14 --stars 3 --count 5 --difficulty 4...6 --seed 7
        almanac generate --size 8 --stars 1 --count 20 --level ...7 --json
        almanac generate --size 10 --stars 2 --count 5 --rule tiling.pairs
        almanac generate --size 10 --needs "finned counts" --json

      Prints one puzzle a line as SBN ({size}x{stars}.{regions}.{metadata}) as soon as its turn \
      comes. The same options give the same puzzles on every machine, for any --jobs; a longer run \
      begins with the puzzles of a shorter one. Where --seed leads to no puzzle as asked for, that \
      is said, and the first puzzle is another seed's.

      --json prints, for each puzzle, the grade (schema … graderVersion, as `grade --json`), then \
      seed, generatorVersion, candidates, and insteadOfSeed: the seed that was asked for, where the \
      puzzle is another's.

      EXIT STATUS
      \(ExitStatus.table(of: [.done, .partial, .usage, .inputOutput, .interrupted]))
      """)

  @Option(help: ArgumentHelp("Rows, columns and regions: 4…25.", valueName: "n"))
  var size: Int

  @Option(
    help: ArgumentHelp(
      "Stars in each of them: at most a quarter of the size. (default: the usual number of the size)",
      valueName: "n"))
  var stars: Int?

  @Option(help: ArgumentHelp("How many puzzles to make.", valueName: "n"))
  var count = 1

  @Option(
    help: ArgumentHelp(
      "Keep only these difficulties, 1…10: 5, 4...6, ...3 or 7...", valueName: "range"))
  var difficulty: String?

  @Option(
    help: ArgumentHelp(
      "Keep only puzzles whose hardest rule is of these levels, 1…12: ...7", valueName: "range"))
  var level: String?

  @Option(
    help: ArgumentHelp(
      "Keep only puzzles whose hardest step is this rule, such as tiling.pairs.",
      valueName: "id"))
  var rule: String?

  @Option(
    help: ArgumentHelp(
      "Keep only puzzles that cannot do without this rule, by any of its names (almanac rules).",
      valueName: "rule"))
  var needs: String?

  @Option(
    help: ArgumentHelp(
      "Keep only puzzles that need no argument of more parts, 1…99: rows, columns, regions, tiles.",
      valueName: "n"))
  var arguments: Int?

  @Option(
    help: ArgumentHelp(
      "What the regions look like: \(GeneratePuzzles.styles.joined(separator: ", ")).",
      valueName: "style"))
  var style: String?

  @Option(
    help: ArgumentHelp(
      "Stop with what there is after this many evaluated layouts, which are counted and not timed.",
      valueName: "n"))
  var budget: Int?

  @Option(
    help: ArgumentHelp(
      "The seed of the first puzzle; the others derive from it. (default: \(GeneratePuzzles.defaultSeed))",
      valueName: "number"))
  var seed: Int?

  @OptionGroup var options: RunOptions

  var command: any Command {
    get throws {
      guard (1...10_000_000).contains(count) else {
        throw ValidationError("--count is \(count) — it can be 1…10000000")
      }
      if let seed, !GeneratePuzzles.seeds.contains(seed) {
        throw ValidationError(
          "--seed is \(seed) — it can be 0…\(GeneratePuzzles.seeds.upperBound)")
      }
      if let style, !GeneratePuzzles.styles.contains(style) {
        throw ValidationError(
          "--style is “\(style)” — it can be \(GeneratePuzzles.styles.joined(separator: ", "))")
      }
      if let budget, budget < 1 {
        throw ValidationError("--budget is \(budget) — it must be 1 or more")
      }
      if let arguments, !GeneratePuzzles.argumentSizes.contains(arguments) {
        let sizes = GeneratePuzzles.argumentSizes
        throw ValidationError(
          "--arguments is \(arguments) — it can be \(sizes.lowerBound)…\(sizes.upperBound)")
      }
      if let rule, !FindPuzzles.rules.contains(rule) {
        throw ValidationError("--rule is “\(rule)” — \(GeneratePuzzles.advice(forRule: rule))")
      }
      if let rule, !GeneratePuzzles.rules.contains(rule) {
        throw ValidationError(
          "--rule is “\(rule)” — what needs level 13 is for grading imports, not for publishing")
      }
      let need = try needs.map { try neededRule($0) }
      if let need, let rule, GeneratePuzzles.stands(need, behind: rule) {
        throw ValidationError(
          "--needs is \(need) — it comes after \(rule) on the ladder, and that is to be the "
            + "hardest step (--rule): change one of the two, or leave it out")
      }
      let levels = try numberRange(level, "--level", within: GeneratePuzzles.levels)
      let wanted = [need, rule].compactMap(\.self)
      if let levels,
        let id = wanted.first(where: {
          !GeneratePuzzles.isRule($0, among: levels, asHardest: $0 == rule)
        })
      {
        throw ValidationError(
          "--level is \(level ?? "") — no puzzle of these levels "
            + "\(id == rule ? "ends with" : "needs") \(id), which has level "
            + "\(GeneratePuzzles.level(ofRule: id))")
      }
      do {
        return try GeneratePuzzles(
          size: size, stars: stars, count: count,
          difficulty: try numberRange(
            difficulty, "--difficulty", within: GeneratePuzzles.difficulties),
          level: levels, rule: rule,
          need: need, arguments: arguments, style: style, budget: budget, seed: seed)
      } catch let error as ValidationError {
        throw error
      } catch {
        throw ValidationError("\(error)")
      }
    }
  }

  /// The id of the one rule that a name stands for.
  private func neededRule(_ name: String) throws -> String {
    let named = ShowRules.ids(named: name)
    let found = named.filter(GeneratePuzzles.rules.contains)
    if let id = found.first, found.count == 1 { return id }
    if found.isEmpty, !named.isEmpty {
      throw ValidationError(
        "--needs is “\(name)” — no puzzle that is published is graded with "
          + named.joined(separator: " or "))
    }
    if !found.isEmpty {
      throw ValidationError(
        "--needs is “\(name)”, which is several rules — name one: \(found.joined(separator: ", "))")
    }
    if ShowRules.isKnown(name) {
      throw ValidationError("--needs is “\(name)” — no rule has it; “almanac rules” says why")
    }
    let advice =
      ShowRules.guess(for: name).map { "did you mean “\($0)”?" }
      ?? "there are \(GeneratePuzzles.rules.joined(separator: ", "))"
    throw ValidationError("--needs is “\(name)” — \(advice)")
  }
}
