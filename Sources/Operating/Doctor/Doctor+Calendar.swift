import Catalog
import Dates
import Manifest
import Pipeline
import Publishing
import Recipes
import Wording

extension Doctor {
  /// The calendars and the reserve behind them.
  func calendar(_ catalog: Catalog, _ recipes: RecipeSet) async -> [Symptom] {
    let standing: Standing
    do {
      standing = try Standing(catalog, recipes, at: context.now, tree: await releaseInTree())
    } catch {
      return [await catalogFails(error)]
    }
    return standing.lines.map(horizon) + vanished(catalog, recipes)
      + standing.lines.compactMap(reserve) + [spare(standing.reserve)]
  }

  /// The calendars that have puzzles, and no recipe any more.
  private func vanished(_ catalog: Catalog, _ recipes: RecipeSet) -> [Symptom] {
    let cadences = (try? recipes.vanishedCadences(in: catalog)) ?? []
    return cadences.map { cadence in
      .wrong(
        cadence.rawValue, "\(PipelineError.calendarVanished(cadence))",
        mend: editing("\(house.recipes)/\(RecipeSet.releaseFile)"))
    }
  }

  /// The number of the release that the tree gives players, as far as that can be told.
  private func releaseInTree() async -> Int? {
    (try? await published())?.committed?.manifest.release
  }

  /// Whether a calendar reaches far enough.
  ///
  /// Tomorrow's puzzle is needed ten hours before tomorrow begins in UTC, so less than two days are
  /// too few. Otherwise nights may come late: a period is missed only once the current one is a day
  /// old, or when two are missing.
  private func horizon(_ line: Standing.Line) -> Symptom {
    let name = line.cadence.rawValue
    let until = line.last.map { " (until \($0.key))" } ?? ""
    let open = line.waiting.map {
      "; \($0.key) was taken away, and another puzzle for it waits to be published"
    }
    let words = "published for \(Doctor.days(line.days))\(until)\(open ?? "")"
    let start = line.start
    if start > context.now.day { return .well(name, "begins on \(start)") }
    if line.days < 2 {
      let what = line.days == 0 ? "today's puzzle is missing" : "tomorrow's puzzle is missing"
      return .wrong(name, "\(what): \(words)", mend: house.command("nightly"))
    }
    let isLate =
      line.missingPeriods > 1 || line.waiting != nil
      || (line.missingPeriods == 1 && line.current.first < context.now.day)
    guard isLate else { return .well(name, "\(words) of \(line.wantedDays)") }
    let wish = open == nil ? ", not \(line.wantedDays)" : ""
    return .care(name, "\(words)\(wish)", mend: house.command("nightly"))
  }

  /// Whether the reserve behind a calendar is as deep as its recipe wants.
  private func reserve(_ line: Standing.Line) -> Symptom? {
    guard line.wantedReserveDays > 0 else { return nil }
    let name = "\(line.cadence.rawValue) reserve"
    let words = "lasts \(Doctor.days(line.reserveDays)) behind that"
    // By a horizon that was longer, some of what ought to wait is published already.
    let published = max(0, line.days - line.wantedDays)
    guard 2 * (published + line.reserveDays) < line.wantedReserveDays else {
      return .well(name, words)
    }
    return .care(name, "\(words), not \(line.wantedReserveDays)", mend: house.command("nightly"))
  }

  /// What else is in reserve, by grid.
  private func spare(_ counts: [ReserveCount]) -> Symptom {
    var grids: [(name: String, count: Int)] = []
    for count in counts where count.count > count.dated {
      let name = "\(count.side)×\(count.side) with \(count.stars)"
      if grids.last?.name == name {
        grids[grids.count - 1].count += count.count - count.dated
      } else {
        grids.append((name, count.count - count.dated))
      }
    }
    let words = grids.prefix(8).map { "\($0.count) of \($0.name)" }.joined(separator: ", ")
    return .well("spare", words.isEmpty ? "no puzzles without a date" : words)
  }

  static func days(_ count: Int) -> String { "\(count, of: "day")" }

  /// How long ago a day was: by a clock that is behind, it is still to come.
  static func ago(_ age: Int) -> String {
    age < 0 ? "\(days(-age)) ahead of this clock" : "\(days(age)) ago"
  }
}
