import Generating
import Grading
import Identity
import JSONText
import Wording

/// All the units that a fleet is to make, in the file `plan.json` that every machine reads.
package struct WorkPlan: Hashable, Sendable {
  package let units: [WorkUnit]
  /// The generator and grader that the units are made with; others would make other puzzles.
  let generatorVersion: Int
  let graderVersion: Int
  /// What tells this plan from all others: results name it.
  let fingerprint: String

  /// The most puzzles of a series.
  static let mostPuzzles = 1_000_000_000

  /// The most units of a plan: every one is an object to list and a task to schedule.
  static let mostUnits = 100_000

  /// The most puzzles of a unit.
  ///
  /// Of the largest grid they come to 70 MB, and all lie in memory before the first is written. A
  /// file that is longer than `WorkResult` reads would be made again for ever.
  static let mostPuzzlesOfUnit = 100_000

  /// Cuts the puzzles of an order into units that differ by one puzzle at most.
  package init(_ order: WorkOrder) {
    let units = (0..<order.units).map { number in
      WorkUnit(
        number: number, grid: order.grid, difficulty: order.difficulty, seed: order.seed,
        indices: number * order.count / order.units..<(number + 1) * order.count / order.units)
    }
    self.init(units, generator: GeneratorVersion.current, grader: Grade.version)
  }

  private init(_ units: [WorkUnit], generator: Int, grader: Int) {
    (self.units, generatorVersion, graderVersion) = (units, generator, grader)
    fingerprint = Digest.sha256(
      of: WorkPlan.bytes(of: units, generator: generator, grader: grader))
  }

  /// The plan as it is written.
  package var bytes: [UInt8] {
    WorkPlan.bytes(of: units, generator: generatorVersion, grader: graderVersion)
  }

  private static func bytes(of units: [WorkUnit], generator: Int, grader: Int) -> [UInt8] {
    JSONValue.object([
      JSONMember("schema", 1),
      JSONMember("generatorVersion", generator),
      JSONMember("graderVersion", grader),
      JSONMember("units", units.map(\.value)),
    ]).text
  }

  /// Reads a plan.
  ///
  /// - Throws: `WorkError.badPlan` when it is none.
  package init(reading bytes: [UInt8], in place: String) throws(WorkError) {
    guard let value = try? JSONValue(reading: bytes) else {
      throw .badPlan(place: place, detail: "it is not JSON")
    }
    guard value["schema"] == .integer(1) else {
      throw .badPlan(place: place, detail: "its schema is not 1")
    }
    guard case .integer(let generator)? = value["generatorVersion"],
      case .integer(let grader)? = value["graderVersion"], case .array(let list)? = value["units"]
    else { throw .badPlan(place: place, detail: "a member is missing") }
    var units: [WorkUnit] = []
    for value in list {
      guard let unit = WorkUnit(value), unit.number == units.count else {
        throw .badPlan(place: place, detail: "unit \(units.count) cannot be read")
      }
      units.append(unit)
    }
    guard !units.isEmpty, units.count <= WorkPlan.mostUnits else {
      throw .badPlan(place: place, detail: "it has \(units.count, of: "unit")")
    }
    self.init(units, generator: generator, grader: grader)
  }

  /// Refuses to work on the plan of another version.
  func checkVersion(in place: String) throws(WorkError) {
    guard generatorVersion == GeneratorVersion.current, graderVersion == Grade.version else {
      throw .otherVersion(place: place, generator: generatorVersion, grader: graderVersion)
    }
  }
}
