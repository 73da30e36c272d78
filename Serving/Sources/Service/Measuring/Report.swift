package import Foundation
import GRDB

/// What editors may know of how puzzles are played: sums and times without users.
///
/// It is a JSON file that `almanac insight` reads, so that who edits needs no database of accounts.
package enum Report {
  /// Times of fewer people than this would be theirs.
  static let fewest = 5

  /// After how long without a move a board counts as given up, in milliseconds: a week.
  static let patience = 7 * 86_400_000

  private struct Play {
    var begun = 0
    var solved = 0
    var hinted = 0
    var hints = 0
    var givenUp = 0
    /// Ascending.
    var times: [Int] = []
  }

  /// Reads a database, also one that a service has open.
  ///
  /// - Parameters:
  ///   - path: The database.
  ///   - now: Milliseconds since 1970.
  /// - Returns: The file's bytes.
  /// - Throws: `ServiceDatabaseError`.
  package static func json(of path: String, at now: Int) throws -> Data {
    try ServiceDatabase.reading(path) { database in
      let members: [String: Any] = [
        "schema": 1, "madeAt": now / 1000, "puzzles": try puzzles(database, at: now),
        "downloads": try downloads(database),
      ]
      var data = try JSONSerialization.data(
        withJSONObject: members, options: [.sortedKeys, .withoutEscapingSlashes])
      data.append(UInt8(ascii: "\n"))
      return data
    }
  }

  /// Whether a file is an earlier report, which a new one may replace.
  package static func isReport(_ data: Data) -> Bool {
    let members = (try? JSONSerialization.jsonObject(with: data)) as? [String: Any]
    return ["schema", "madeAt", "puzzles", "downloads"].allSatisfy { members?[$0] != nil }
  }

  private static func puzzles(_ database: Database, at now: Int) throws -> [[String: Any]] {
    let rows = try Row.fetchCursor(
      database,
      sql: """
        SELECT puzzle_id, puzzle, completed, completed_at, time_ms,
          hints_used - earlier_hints AS hints, updated_at
        FROM puzzle_progress WHERE puzzle IS NOT NULL ORDER BY puzzle_id, puzzle, time_ms
        """)
    var puzzles: [[String: Any]] = []
    var place: (id: String, puzzle: String)?
    var play = Play()
    func end() {
      if let place { puzzles.append(members(of: play, place.id, place.puzzle)) }
      play = Play()
    }
    while let row = try rows.next() {
      let next: (id: String, puzzle: String) = (row["puzzle_id"], row["puzzle"])
      if place.map({ $0 != next }) ?? true {
        end()
        place = next
      }
      play.begun += 1
      let hints: Int = row["hints"]
      play.hints += hints
      if hints > 0 { play.hinted += 1 }
      if row["completed"] == 1 {
        play.solved += 1
        let time: Int = row["time_ms"]
        // A board that came without its time says nothing.
        if time > 0 { play.times.append(time) }
      } else if row["completed_at"] == nil as Int?, (row["updated_at"] as Int) < now - patience {
        play.givenUp += 1
      }
    }
    end()
    return puzzles
  }

  private static func members(of play: Play, _ id: String, _ puzzle: String) -> [String: Any] {
    var members: [String: Any] = [
      "id": id, "puzzle": puzzle, "begun": play.begun, "solved": play.solved,
      "hinted": play.hinted, "hints": play.hints, "givenUp": play.givenUp,
    ]
    if play.times.count >= fewest {
      members["timed"] = play.times.count
      members["medianMs"] = play.times[(play.times.count - 1) / 2]
      members["p80Ms"] = play.times[(play.times.count * 8 + 9) / 10 - 1]
    }
    return members
  }

  private static func downloads(_ database: Database) throws -> [[String: Any]] {
    try Row.fetchAll(
      database, sql: "SELECT day, object, status, count FROM downloads ORDER BY day, object, status"
    ).map { row in
      [
        "day": row["day"] as String, "object": row["object"] as String,
        "status": row["status"] as Int, "count": row["count"] as Int,
      ]
    }
  }
}
