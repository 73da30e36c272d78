import Answering
import Catalog
import JSONText
import Pipeline
import Wording

/// A catalogue that was made anew from a tree, or that needed not be.
struct RebuiltCatalog: Answer {
  let house: House
  let release: Int
  /// What is in the new catalogue; `nil` where the old one was left alone.
  var counts: CatalogCounts?
  /// What the tree does not hold any more.
  var gaps: [String] = []
  /// Where the old catalogue is.
  var kept: String?
  /// How many slots are pinned as they were; `nil` where that could not be read.
  var pins: Int?
  /// About how many puzzles something is kept, as it was; `nil` where that could not be read.
  var notes: Int?

  var quotesCommands: Bool { true }

  /// What to say where the old catalogue could not tell all that editors had kept about puzzles.
  ///
  /// - Parameter count: Of how many puzzles it could not be read; `nil` where nothing could.
  /// - Returns: A warning, unless nothing is lost.
  static func warning(ofLost count: Int?) -> String? {
    if count == 0 { return nil }
    let what = count.map { " of \($0, of: "puzzle")" } ?? ", if there were any,"
    return "warning: refusals, notes and tags\(what) are lost, for a tree does not hold them: a "
      + "puzzle that was refused may come again — refuse it anew with “almanac packs refuse”"
  }

  var isRoutine: Bool { true }

  var text: [String] {
    guard let counts else {
      return [
        "The catalogue in \(house.state) is whole and knows release \(release) of "
          + "\(house.output): nothing to rebuild. (--force does it all the same.)"
      ]
    }
    var lines = [
      "Rebuilt the catalogue in \(house.state) from release \(release) of \(house.output): "
        + "\(counts.puzzles, of: "puzzle"), \(counts.slots, of: "slot"), "
        + "\(counts.dates, of: "date"), \(counts.releases, of: "release")."
    ]
    if let kept {
      lines.append(
        "What was there is kept as \(kept). What was never published and chosen by hand (imports "
          + "in reserve, slots, pinned dates) is only in it, and so are notes and tags of such "
          + "puzzles, and what “almanac edits” lists.")
    }
    lines.append(
      pins.map {
        "Pins of published slots are those that the old catalogue had: \($0)."
      }
        ?? "Pins of published slots are lost, for a tree does not hold them, except those of "
        + "recipes; “almanac packs pin” sets them again.")
    if let notes, notes > 0 {
      lines.append("Refusals, notes and tags came over for \(notes, of: "puzzle").")
    }
    lines.append("Next: \(house.command("nightly"))  — goes on from here")
    return lines
  }

  var json: JSONValue {
    AnswerJSON.object(
      "catalog rebuild",
      [
        JSONMember("output", house.output),
        JSONMember("state", house.state),
        JSONMember("rebuilt", counts != nil),
        JSONMember("release", release),
        JSONMember("puzzles", counts?.puzzles),
        JSONMember("slots", counts?.slots),
        JSONMember("dates", counts?.dates),
        JSONMember("releases", counts?.releases),
        JSONMember("gaps", gaps),
        JSONMember("kept", kept),
        JSONMember("pins", pins),
        JSONMember("keptAbout", notes),
      ])
  }
}
