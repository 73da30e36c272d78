import ArgumentParser
import Fleet
import Pipeline

/// The plan and the results of a fleet.
struct WorkCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "work",
    abstract: "Make many puzzles on many machines.",
    discussion: """
      Examples:
        almanac work plan --size 10 --stars 2 --count 80 --units 8 --dir fleet
        almanac work run --dir fleet --shard 0/2
        almanac work run --dir fleet --shard 1/2
        almanac work merge --dir fleet

      A plan cuts the work into units. Every task of an array job does a part of them, each unit \
      into a file of its own; a merge checks and proves the files and keeps their puzzles in \
      reserve. What comes out does not depend on who did what, or how often.

      Pipelines/engines has recipes for Slurm, Kubernetes, AWS Batch and GNU parallel.
      """,
    subcommands: [WorkPlanning.self, WorkRunning.self, WorkMerging.self])
}

extension ExitStatus {
  /// What a fleet's statuses mean.
  ///
  /// A store that fails in a way that may pass gives 75 here, and not 69 or 74 as
  /// elsewhere: it is the one status that schedulers try again.
  ///
  /// - Parameter statuses: The statuses.
  /// - Returns: The lines.
  static func workTable(of statuses: [ExitStatus]) -> String {
    table(
      of: statuses,
      saying: [
        .partial: "a unit cannot be filled: the grid has too few such puzzles",
        .badData: "the plan is damaged, another one, or of another version of almanac",
        .noInput: "there is no plan, or no credentials for the bucket",
        .unavailable: "the bucket does not exist, or the credentials do not allow it",
        .inputOutput: "reading or writing failed for good",
        .retryLater: "the folder or bucket failed in a way that may pass; try again later",
      ])
  }
}

/// The place that a fleet shares.
struct FleetOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The folder, or s3://bucket/prefix, for plan and results.", valueName: "place"))
  var dir: String
}

struct WorkPlanning: ParsedCommand {
  static let configuration = CommandConfiguration(
    commandName: "plan",
    abstract: "Cut the work into units.",
    discussion: """
      Examples:
        almanac work plan --size 10 --stars 2 --count 80 --units 8 --dir fleet
        almanac work plan --size 14 --stars 3 --difficulty 7... --count 5000 --units 200 --dir \
      s3://b/fleet

      Writes DIR/plan.json, which every machine reads. The puzzles are those of a series that its \
      seed names; the same plan can be written again, another one is refused.

      --json prints one object per unit: unit, size, stars, seed, first, count.

      EXIT STATUS
      \(ExitStatus.workTable(of: [
        .done, .usage, .badData, .noInput, .unavailable, .cannotCreate, .inputOutput, .retryLater,
      ]))
      """)

  @OptionGroup var fleet: FleetOptions

  @Option(help: ArgumentHelp("Rows, columns and regions.", valueName: "n"))
  var size: Int

  @Option(help: ArgumentHelp("Stars in each of them.", valueName: "k"))
  var stars: Int

  @Option(help: ArgumentHelp("How many puzzles to make.", valueName: "n"))
  var count: Int

  @Option(help: ArgumentHelp("How many units to cut them into.", valueName: "n"))
  var units: Int

  @Option(
    help: ArgumentHelp(
      "Keep only these difficulties, 1…10: 5, 4...6, ...3 or 7...", valueName: "range"))
  var difficulty: String?

  @Option(help: ArgumentHelp("The seed that the series derives from.", valueName: "number"))
  var seed = GeneratePuzzles.defaultSeed

  @OptionGroup var options: RunOptions

  var command: any Command { get throws { PlanWork(try order(), at: fleet.dir) } }

  private func order() throws -> WorkOrder {
    let counts = WorkOrder.puzzleCounts
    guard counts.contains(count) else {
      throw ValidationError("--count is \(count) — it can be 1…\(counts.upperBound)")
    }
    let unitCounts = WorkOrder.unitCounts(for: count)
    guard unitCounts.contains(units) else {
      throw ValidationError(
        "--units is \(units) — for \(count) puzzles it can be "
          + "\(unitCounts.lowerBound)…\(unitCounts.upperBound)")
    }
    guard GeneratePuzzles.seeds.contains(seed) else {
      throw ValidationError("--seed is \(seed) — it can be 0…\(GeneratePuzzles.seeds.upperBound)")
    }
    let range = try numberRange(difficulty, "--difficulty", within: GeneratePuzzles.difficulties)
    do {
      return try WorkOrder(
        size: size, stars: stars, difficulty: range, seed: seed, count: count, units: units)
    } catch {
      throw ValidationError("\(error)")
    }
  }
}

struct WorkRunning: ParsedCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Make the units of one part of the plan.",
    discussion: """
      Examples:
        almanac work run --dir fleet --shard 3/8
        SLURM_ARRAY_TASK_ID=3 SLURM_ARRAY_TASK_COUNT=8 almanac work run --dir fleet

      The part is --shard, or what a scheduler says of an array task: JOB_COMPLETION_INDEX \
      (Kubernetes), SLURM_ARRAY_TASK_ID with its _MIN, _STEP and _COUNT, \
      AWS_BATCH_JOB_ARRAY_INDEX; where it does not say how many tasks there are, ALMANAC_SHARDS \
      does, or there is one for each unit. Without any of these it is the whole plan. Units that \
      are there are passed over, so a part can be run again at any time, also while another \
      attempt at it is still at work.

      --json prints one object per unit: schema, unit, file, made, puzzles, tried.

      EXIT STATUS
      \(ExitStatus.workTable(of: [
        .done, .partial, .usage, .badData, .noInput, .unavailable, .bug, .cannotCreate,
        .inputOutput, .retryLater, .interrupted,
      ]))
      Try again after 75, after a stop (130, 143) and after a machine was lost. Any other status \
      would be the same again.
      """)

  @OptionGroup var fleet: FleetOptions

  @Option(
    help: ArgumentHelp("The part to do, from 0: 3/8 is the fourth of eight.", valueName: "i/N"))
  var shard: String?

  @OptionGroup var options: RunOptions

  var command: any Command {
    get throws {
      if let shard, WorkShard(shard) == nil {
        throw ValidationError(
          "--shard is “\(shard)” — it must be i/N with i from 0 to N−1, such as 0/8")
      }
      return RunWork(shard.flatMap { WorkShard($0) }, at: fleet.dir)
    }
  }
}

struct WorkMerging: HouseCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Check and prove what the fleet has made, and keep it in reserve.",
    discussion: """
      Examples:
        almanac work merge --dir fleet
        almanac work merge --dir fleet --in-turn --state /var/lib/almanac

      Trusts no file: its bytes have to be those that its name promises, and every puzzle is \
      graded and proved again. It can be run at any time and as often as you like; what is missing \
      is said, and comes with a later merge.

      --json prints one object: schema, command, units, added, known, twins, refused, missing, \
      waiting.

      \(HouseOptions.idle("--recipes", "--now")) \(HouseOptions.treeBesideCatalog)

      EXIT STATUS
          0  every unit is in the catalogue
          2  some units are missing; the others are there, or wait for them
         65  all files of a unit are bad, or one is no unit's; the others are there
      \(ExitStatus.workTable(of: [.usage, .noInput, .unavailable, .cannotCreate, .inputOutput]))
         75  the place fails for now, or another run is at work; try again later
      \(ExitStatus.table(of: [.interrupted]))
      """)

  @OptionGroup var fleet: FleetOptions

  @Flag(
    help: ArgumentHelp(
      "Take nothing behind the first missing unit: then a catalogue that is merged bit by bit has "
        + "the same puzzles in the same order. (Its file also counts how often it was written.)"))
  var inTurn = false

  @OptionGroup var place: HouseOptions

  var command: any Command { MergeWork(at: fleet.dir, isInTurn: inTurn) }
}
