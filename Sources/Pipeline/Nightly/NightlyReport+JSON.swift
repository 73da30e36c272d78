import Dates
import JSONText
import Pressing

extension NightlyReport {
  /// The version of the shape of `json`.
  static let schema = 1

  /// The report for programs, as one line of JSON.
  package var json: String { String(decoding: value.text, as: UTF8.self) }

  private var value: JSONValue {
    .object([
      JSONMember("schema", .integer(NightlyReport.schema)),
      JSONMember("command", .string("nightly")),
      JSONMember("run", .string(run)),
      JSONMember("now", .string(now.description)),
      JSONMember("dryRun", .bool(options.isDryRun)),
      JSONMember("jobs", .integer(jobs)),
      JSONMember("exit", .integer(Int(status.rawValue))),
      JSONMember("failure", failure.map { .string($0) } ?? .null),
      JSONMember("release", release.map { .integer($0) } ?? .null),
      JSONMember("newRelease", .bool(isNewRelease)),
      JSONMember("made", .integer(made)),
      JSONMember("intoReserve", .integer(intoReserve)),
      JSONMember("standIns", .integer(standIns)),
      JSONMember("evaluations", .integer(tally.evaluations)),
      JSONMember("budget", options.budget.map { .integer($0) } ?? .null),
      JSONMember("tried", .integer(tally.tried)),
      JSONMember("refused", tally.json),
      JSONMember("packs", .array(packs.map(\.value))),
      JSONMember("calendar", .array(calendars.map(\.value))),
      JSONMember("changes", .array(changes.map { .string($0) })),
      JSONMember("steps", .array(steps.map { .string($0) })),
      JSONMember("notes", .array(notes.map { .string($0) })),
      JSONMember("recipes", .string(options.recipes)),
      JSONMember("output", .string(options.output)),
      JSONMember("state", .string(options.state)),
      JSONMember("tenthsOfSeconds", .integer(duration.tenthsOfSeconds)),
    ])
  }
}

extension Tally {
  /// The refusals by reason.
  var json: JSONValue {
    .object(Refusal.allCases.map { JSONMember($0.rawValue, .integer(self[$0])) })
  }
}

extension NightlyReport.Line {
  fileprivate var value: JSONValue {
    var members = [
      JSONMember("id", .string(name)),
      JSONMember("count", .integer(count)),
      JSONMember("made", .integer(made)),
      JSONMember("fromReserve", .integer(fromReserve)),
      JSONMember("standIns", .integer(standIns)),
      JSONMember("intoReserve", .integer(intoReserve)),
    ]
    if let difficulty {
      members.append(
        JSONMember(
          "difficulty",
          .array([.integer(difficulty.lowerBound), .integer(difficulty.upperBound)])))
    }
    if let span {
      members.append(JSONMember("first", .string(span.lowerBound)))
      members.append(JSONMember("last", .string(span.upperBound)))
    }
    members.append(JSONMember("tried", .integer(tally.tried)))
    members.append(JSONMember("refused", tally.json))
    return .object(members)
  }
}
