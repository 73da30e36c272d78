import Generating
import Grading
package import Pipeline
package import StarBattle

/// Why a fleet's work cannot be planned, done or merged.
package enum WorkError: Error, Hashable, Sendable {
  /// There is no plan.
  case noPlan(place: String)
  /// The plan cannot be read.
  case badPlan(place: String, detail: String)
  /// Another plan is there already.
  case planExists(place: String)
  /// The plan is for another generator or grader.
  case otherVersion(place: String, generator: Int, grader: Int)
  /// A unit of the plan asks for more puzzles than its grid has.
  case tooFew(place: String, unit: Int, TooFewPuzzles)
  /// The shard that was asked for is none.
  case badShard(String)
  /// The exchange failed in a way that may pass; trying the shard again is always safe.
  case passing(String)
}

extension WorkError: CustomStringConvertible {
  /// What is wrong, where, and what to do.
  package var description: String {
    switch self {
    case .noPlan(let place):
      "\(place): there is no plan — make one with “almanac work plan”, or name its place with --dir"
    case .badPlan(let place, let detail):
      "\(place)/plan.json cannot be used: \(detail) — remove it with its results, and make it anew "
        + "with “almanac work plan”"
    case .planExists(let place):
      "\(place) holds another plan — name another place, or remove it with its results"
    case .otherVersion(let place, let generator, let grader):
      "\(place)/plan.json is for generator version \(generator) and grader version \(grader), and "
        + "this is generator \(GeneratorVersion.current) and grader \(Grade.version) — use one "
        + "almanac on all machines"
    case .tooFew(let place, let unit, let error):
      "\(place)/plan.json, unit \(unit): \(error.asked) puzzles of \(error.grid) are asked for, "
        + "and \(error.most) can be made — remove it with its results, and make it anew with "
        + "“almanac work plan” for fewer, or for a larger grid"
    case .badShard(let detail): detail
    case .passing(let detail): "\(detail) — trying again is safe"
    }
  }
}

extension WorkError: RunError {
  /// How a run ends with it.
  package var exitStatus: ExitStatus {
    switch self {
    case .noPlan: .noInput
    case .badPlan, .planExists, .otherVersion: .badData
    case .tooFew: .partial
    case .badShard: .usage
    case .passing: .retryLater
    }
  }
}
