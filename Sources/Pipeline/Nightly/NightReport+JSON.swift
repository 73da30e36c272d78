import Answering
import Dates
package import JSONText
import Pressing

extension NightReport {
  /// The report for programs.
  package var json: JSONValue {
    AnswerJSON.object(
      "nightly",
      [
        JSONMember("run", run),
        JSONMember("now", now.description),
        JSONMember("dryRun", night.isDryRun),
        JSONMember("jobs", jobs),
        JSONMember("exit", Int(status.rawValue)),
        JSONMember("failure", failure),
        JSONMember("release", release),
        JSONMember("newRelease", isNewRelease),
        JSONMember("made", made),
        JSONMember("intoReserve", intoReserve),
        JSONMember("standIns", standIns),
        JSONMember("evaluations", tally.evaluations),
        JSONMember("budget", night.budget),
        JSONMember("tried", tally.tried),
        JSONMember("refused", tally.json),
        JSONMember("packs", packs.map(\.value)),
        JSONMember("calendar", calendars.map(\.value)),
        JSONMember("changes", changes),
        JSONMember("steps", steps),
        JSONMember("notes", notes + troubles),
        JSONMember("acceptedClock", acceptedClock?.description),
        JSONMember("passedOver", passedOver?.json ?? .null),
        JSONMember("recipes", house.recipes),
        JSONMember("output", house.output),
        JSONMember("state", house.state),
        JSONMember("tenthsOfSeconds", duration.tenthsOfSeconds),
      ])
  }
}

extension Tally {
  /// The refusals by reason.
  var json: JSONValue {
    .object(Refusal.allCases.map { JSONMember($0.rawValue, self[$0]) })
  }
}

extension NightReport.Line {
  fileprivate var value: JSONValue {
    var members = [
      JSONMember("id", name),
      JSONMember("count", count),
      JSONMember("made", made),
      JSONMember("fromReserve", fromReserve),
      JSONMember("standIns", standIns),
      JSONMember("intoReserve", intoReserve),
    ]
    if let difficulty {
      members.append(
        JSONMember("difficulty", [difficulty.lowerBound, difficulty.upperBound]))
    }
    if let span {
      members.append(JSONMember("first", span.lowerBound))
      members.append(JSONMember("last", span.upperBound))
    }
    members.append(
      JSONMember(
        "missed",
        .array(
          missed.map {
            .object([
              JSONMember("id", $0.place), JSONMember("wanted", $0.wanted),
              JSONMember("got", $0.got),
            ])
          })))
    members.append(JSONMember("tried", tally.tried))
    members.append(JSONMember("refused", tally.json))
    return .object(members)
  }
}
