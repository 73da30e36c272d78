import Answering
import JSONText
import Pipeline
import Wording

/// How the puzzles of a pack or a date are played.
struct InsightAnswer: Answer {
  struct Row {
    let id: String
    /// `nil` where nobody has begun it.
    let play: PlayReport.Play?
  }

  let title: String
  let rows: [Row]
  let downloads: [PlayReport.Download]

  var text: [String] {
    var lines = [title]
    let width = rows.map(\.id.count).max() ?? 0
    for row in rows {
      let name = row.id.padding(to: width)
      guard let play = row.play else {
        lines.append("\(name)  nobody has begun it")
        continue
      }
      lines.append(
        "\(name)  \(play.text), \(play.hinted) took "
          + "\(play.hints, of: "hint"), \(play.givenUp) gave up")
    }
    lines += rows.compactMap { row in row.play?.finding.map { "! \(row.id): \($0)" } }
    for (day, count) in days {
      lines.append("\(day)  \(count, of: "download")")
    }
    return lines
  }

  /// What was sent each day, or was known to whoever asked.
  private var days: [(day: String, count: Int)] {
    let sent = downloads.filter { [200, 304].contains($0.status) }
    return Dictionary(grouping: sent, by: \.day).map {
      ($0.key, $0.value.reduce(0) { $0 + $1.count })
    }
    .sorted { $0.0 < $1.0 }
  }

  var json: JSONValue {
    let puzzles = rows.map { row in
      var members = [JSONMember("id", row.id)]
      if let play = row.play {
        members += [
          JSONMember("begun", play.begun), JSONMember("solved", play.solved),
          JSONMember("hinted", play.hinted), JSONMember("hints", play.hints),
          JSONMember("givenUp", play.givenUp), JSONMember("timed", play.times?.count ?? 0),
          JSONMember("medianSeconds", play.times.map { Int($0.median.rounded()) }),
          JSONMember("p80Seconds", play.times.map { Int($0.mostNeed.rounded()) }),
          JSONMember("finding", play.finding),
        ]
      }
      return JSONValue.object(members)
    }
    return AnswerJSON.object(
      "insight",
      [
        JSONMember("title", title), JSONMember("puzzles", puzzles),
        JSONMember(
          "downloads",
          downloads.map { line in
            JSONValue.object([
              JSONMember("day", line.day), JSONMember("object", line.object),
              JSONMember("status", line.status), JSONMember("count", line.count),
            ])
          }),
      ])
  }
}

extension String {
  fileprivate func padding(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
