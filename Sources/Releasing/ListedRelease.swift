import Answering
import Dates
import JSONText
import Manifest
import Pipeline
import Wording

/// A release in a list, with what changed in it.
struct ListedRelease: Answer {
  let release: Manifest
  let changes: [String]

  var text: [String] {
    let dates = release.calendar.values.reduce(0) { $0 + $1.entries.count }
    let puzzles = release.packs.reduce(0) { $0 + $1.count }
    var head =
      "Release \(release.release), \(release.createdAt): "
      + "\(release.packs.count, of: "pack") with \(puzzles, of: "puzzle"), "
      + "\(dates, of: "date")"
    if let rollback = release.rollback { head += ", packs of release \(rollback)" }
    let withdrawn = release.withdrawals.filter { $0.release == release.release }
      .map { "\($0.id) taken back: \($0.reason)" }
    return [head] + (changes + withdrawn).map { "  · \($0)" }
  }

  var json: JSONValue {
    AnswerJSON.object(
      "release history",
      [
        JSONMember("release", release.release),
        JSONMember("createdAt", release.createdAt.description),
        JSONMember("previous", release.previous?.release),
        JSONMember("rollback", release.rollback),
        JSONMember("objects", release.objects.count),
        JSONMember("changes", changes),
      ])
  }
}
