import Answering
import Catalog
import JSONText
import Pipeline
import Wording

/// What a check of the catalogue has found.
struct CatalogHealth: Answer {
  let house: House
  let path: String
  let findings: [String]
  /// What is in it; `nil` where it is too damaged to be counted.
  let counts: CatalogCounts?
  /// Whether every puzzle was to be proved again.
  let isProved: Bool

  var isRoutine: Bool { true }

  /// The command that makes it anew; a catalogue of which only puzzles are wrong passes for whole.
  private var renewal: String { house.command("catalog rebuild") + (isProved ? " --force" : "") }

  var text: [String] {
    guard findings.isEmpty, let counts else {
      return [
        "\(path) is damaged: \(findings.count, of: "finding")"
          + ". Make it anew from the published tree with “\(renewal)”."
      ]
    }
    return [
      "\(path) is whole: \(counts.puzzles, of: "puzzle") (\(counts.reserve) in reserve), "
        + "\(counts.slots, of: "slot"), \(counts.dates, of: "date"), "
        + "\(counts.releases, of: "release")"
        + (isProved ? "; every puzzle was solved and proved again." : ".")
    ]
  }

  var json: JSONValue {
    AnswerJSON.object(
      "catalog check",
      [
        JSONMember("catalog", path),
        JSONMember("whole", findings.isEmpty),
        JSONMember("proved", isProved && findings.isEmpty),
        JSONMember("puzzles", counts?.puzzles),
        JSONMember("reserve", counts?.reserve),
        JSONMember("slots", counts?.slots),
        JSONMember("dates", counts?.dates),
        JSONMember("releases", counts?.releases),
        JSONMember("findings", findings),
      ])
  }
}
