import Wording

/// Which part of a plan one task does: the units whose number leaves `index` when divided by
/// `count`.
package struct WorkShard: Hashable, Sendable {
  let index: Int
  /// The number of parts; `nil` where it is as many as there are units.
  let count: Int?

  package static let all = WorkShard(index: 0, count: 1)

  package init(index: Int, count: Int?) {
    self.index = index
    self.count = count
  }

  /// A part as the command line writes it: `3/8` is the fourth of eight.
  ///
  /// - Returns: The part, or `nil` when it is written otherwise or there is no such part.
  package init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let index = Int(digits: parts[0]),
      let count = Int(digits: parts[1]), count > 0, index < count
    else { return nil }
    self.init(index: index, count: count)
  }

  /// The part that a scheduler's array task is told by its environment; without one, the whole
  /// plan.
  ///
  /// - Kubernetes Indexed Jobs: `JOB_COMPLETION_INDEX`, from 0.
  /// - Slurm: `SLURM_ARRAY_TASK_ID`, with `SLURM_ARRAY_TASK_MIN`, `_STEP` and `_COUNT`: any range
  ///   and step gives the parts 0, 1, 2 …
  /// - AWS Batch: `AWS_BATCH_JOB_ARRAY_INDEX`, from 0, with `AWS_BATCH_JOB_ARRAY_SIZE`.
  ///
  /// Where the number of tasks is not told it is `ALMANAC_SHARDS`, or as many as there are units.
  ///
  /// - Parameter variable: The value of an environment variable that is set and not empty.
  /// - Throws: `WorkError.badShard` for a value that is no number or out of range.
  package init(environment variable: (String) -> String?) throws(WorkError) {
    func number(_ name: String, from least: Int = 0) throws(WorkError) -> Int? {
      guard let text = variable(name) else { return nil }
      guard let number = Int(digits: text), number >= least else {
        throw .badShard("\(name) is “\(text)” — it must be a whole number from \(least) on")
      }
      return number
    }
    let told = try number("ALMANAC_SHARDS", from: 1)
    let index: Int
    let count: Int?
    let name: String
    if let value = try number("JOB_COMPLETION_INDEX") {
      (index, count, name) = (value, told, "JOB_COMPLETION_INDEX")
    } else if let value = try number("SLURM_ARRAY_TASK_ID") {
      let least = try number("SLURM_ARRAY_TASK_MIN") ?? 0
      let step = max(1, try number("SLURM_ARRAY_TASK_STEP") ?? 1)
      guard value >= least, (value - least) % step == 0 else {
        throw .badShard(
          "SLURM_ARRAY_TASK_ID is \(value), which no range from \(least) in steps of \(step) has "
            + "— name the part with --shard i/N")
      }
      let tasks = try number("SLURM_ARRAY_TASK_COUNT", from: 1)
      (index, count, name) = ((value - least) / step, tasks ?? told, "SLURM_ARRAY_TASK_ID")
    } else if let value = try number("AWS_BATCH_JOB_ARRAY_INDEX") {
      let tasks = try number("AWS_BATCH_JOB_ARRAY_SIZE", from: 1)
      (index, count, name) = (value, tasks ?? told, "AWS_BATCH_JOB_ARRAY_INDEX")
    } else {
      self = .all
      return
    }
    if let count, index >= count {
      throw .badShard(
        "\(name) gives part \(index), and there are \(count), from 0 on — name the part with "
          + "--shard i/N")
    }
    self.init(index: index, count: count)
  }

  /// The units of this part.
  ///
  /// - Throws: `WorkError.badShard` when there are fewer parts.
  package func units(of plan: WorkPlan) throws(WorkError) -> [WorkUnit] {
    let count = count ?? plan.units.count
    guard index < count else {
      throw .badShard(
        "part \(index) of \(count) does not exist — start one task for each of the "
          + "\(plan.units.count, of: "unit"), or say how many tasks there are in ALMANAC_SHARDS")
    }
    return plan.units.filter { $0.number % count == index }
  }
}
