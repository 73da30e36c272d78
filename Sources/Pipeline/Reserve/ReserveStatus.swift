import Answering
import Catalog
import Dates
import JSONText
import Recipes

/// What waits in reserve, and how long each calendar lasts.
struct ReserveStatus: Answer {
  private let counts: [ReserveCount]
  private let forecasts: [ReserveForecast]

  init(_ catalog: Catalog, _ recipes: RecipeSet, at now: Timestamp) throws {
    counts = try catalog.reserveCounts()
    forecasts = try recipes.calendars.map { try ReserveForecast($0, in: catalog, at: now) }
  }

  var text: [String] {
    var lines = forecastLines
    if forecasts.isEmpty { lines.append("no calendar is published") }
    var grids: [(side: Int, stars: Int)] = []
    for count in counts where !grids.contains(where: { $0 == (count.side, count.stars) }) {
      grids.append((count.side, count.stars))
    }
    for grid in grids {
      let own = counts.filter { ($0.side, $0.stars) == grid }
      let (all, dated) = (own.reduce(0) { $0 + $1.count }, own.reduce(0) { $0 + $1.dated })
      let levels = own.map { "\($0.difficulty.map { "d\($0)" } ?? "no grade") \($0.count)" }
      lines.append(
        "\(grid.side)x\(grid.stars): \(all) unused, \(dated) of them with a date, "
          + "\(all - dated) spare: \(levels.joined(separator: ", "))")
    }
    if counts.isEmpty { lines.append("no puzzle is in reserve") }
    return lines
  }

  /// A line for each calendar.
  var forecastLines: [String] { forecasts.map(\.words) }

  var advice: [String] {
    forecasts.filter(\.isLow).map {
      "\($0.cadence.rawValue): “almanac reserve fill” fills it to its mark"
    }
  }

  var json: JSONValue { json(of: "reserve status", isDryRun: false) }

  /// The same as the answer of a command that fills the reserve.
  func json(of command: String, isDryRun: Bool) -> JSONValue {
    AnswerJSON.object(
      command,
      [
        JSONMember("dryRun", isDryRun),
        JSONMember("calendars", forecasts.map(\.value)),
        JSONMember(
          "reserve",
          .array(
            counts.map { count in
              .object([
                JSONMember("size", count.side),
                JSONMember("stars", count.stars),
                JSONMember("difficulty", count.difficulty),
                JSONMember("count", count.count),
                JSONMember("dated", count.dated),
              ])
            })),
      ])
  }
}
