import Fleet
import Pipeline
import Testing

@Suite("Which part of a plan a task does")
struct WorkShardTests {
  private func plan(_ units: Int) throws -> WorkPlan {
    WorkPlan(try WorkOrder(size: 5, stars: 1, count: 3 * units, units: units))
  }

  private func numbers(_ environment: [String: String], units: Int = 8) throws -> [Int] {
    try WorkShard(environment: { environment[$0] }).units(of: plan(units)).map(\.number)
  }

  @Test("a part as the command line writes it", arguments: ["0/1", "3/8", "7/8", "00/1"])
  func text(text: String) { #expect(WorkShard(text) != nil) }

  @Test(
    "what is no part is refused",
    arguments: [
      "", "3", "8/8", "-1/8", "0/0", "1/8/2", "a/8", "3/", "/8", " 3/8", "３/8",
      "99999999999999999999/8",
    ])
  func noPart(text: String) { #expect(WorkShard(text) == nil) }

  @Test("every unit belongs to exactly one part, whatever the number of parts")
  func partition() throws {
    for count in [1, 2, 3, 8, 11] {
      var seen: [Int] = []
      for index in 0..<count {
        seen += try WorkShard(index: index, count: count).units(of: plan(8)).map(\.number)
      }
      #expect(seen.sorted() == Array(0..<8))
    }
  }

  @Test("without a scheduler it is the whole plan")
  func alone() throws { #expect(try numbers([:]) == Array(0..<8)) }

  @Test("Kubernetes gives an index; the number of tasks is that of units, or ALMANAC_SHARDS")
  func kubernetes() throws {
    #expect(try numbers(["JOB_COMPLETION_INDEX": "3"]) == [3])
    #expect(try numbers(["JOB_COMPLETION_INDEX": "1", "ALMANAC_SHARDS": "3"]) == [1, 4, 7])
    #expect(throws: WorkError.self) { try numbers(["JOB_COMPLETION_INDEX": "8"]) }
    #expect(throws: WorkError.self) {
      try numbers(["JOB_COMPLETION_INDEX": "3", "ALMANAC_SHARDS": "3"])
    }
  }

  @Test("Slurm's array may begin anywhere and go in steps")
  func slurm() throws {
    func task(_ id: Int, _ least: Int, _ step: Int, _ count: Int) throws -> [Int] {
      try numbers([
        "SLURM_ARRAY_TASK_ID": "\(id)", "SLURM_ARRAY_TASK_MIN": "\(least)",
        "SLURM_ARRAY_TASK_STEP": "\(step)", "SLURM_ARRAY_TASK_COUNT": "\(count)",
      ])
    }
    #expect(try task(0, 0, 1, 8) == [0])
    #expect(try task(7, 0, 1, 8) == [7])
    #expect(try task(1, 1, 1, 4) == [0, 4])
    #expect(try task(16, 10, 3, 4) == [2, 6])
    #expect(throws: WorkError.self) { try task(11, 10, 3, 4) }
    #expect(throws: WorkError.self) { try task(7, 3, 1, 2) }
    #expect(throws: WorkError.self) { try task(2, 3, 1, 8) }
  }

  @Test("AWS Batch gives an index and a size")
  func batch() throws {
    #expect(
      try numbers(["AWS_BATCH_JOB_ARRAY_INDEX": "2", "AWS_BATCH_JOB_ARRAY_SIZE": "4"]) == [2, 6])
    #expect(try numbers(["AWS_BATCH_JOB_ARRAY_INDEX": "5"]) == [5])
  }

  @Test("a value that is no number is refused by its name")
  func nonsense() {
    let error = #expect(throws: WorkError.self) { try numbers(["JOB_COMPLETION_INDEX": "three"]) }
    #expect(error?.description.contains("JOB_COMPLETION_INDEX is “three”") == true)
    #expect(error.map { Pipeline.ExitStatus(for: $0) } == .usage)
    let none = #expect(throws: WorkError.self) {
      try numbers(["JOB_COMPLETION_INDEX": "0", "ALMANAC_SHARDS": "0"])
    }
    #expect(none?.description == "ALMANAC_SHARDS is “0” — it must be a whole number from 1 on")
  }
}
