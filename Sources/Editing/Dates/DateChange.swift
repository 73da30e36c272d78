import Answering
import Catalog
import Dates
import JSONText
import Pipeline
import Preview
import Recipes

/// A change of dates to come: done for real, or for `--dry-run` on a copy, and told date by date.
struct DateChange {
  /// The command behind `calendar`.
  let command: String
  let flags: EditFlags

  /// Changes dates and tells what has changed.
  ///
  /// - Parameters:
  ///   - words: The dates as somebody has written them.
  ///   - house: The places to work with.
  ///   - context: The clock, threads, progress and interruption.
  ///   - emit: Given what to say.
  ///   - change: Changes the dates, and says what was proposed.
  /// - Returns: `done`.
  /// - Throws: `PipelineError`, `RecipeError`, `CatalogError`, `StateLockError`; what `emit`
  ///   throws.
  func run(
    _ words: [String], in house: House, _ context: RunContext, _ emit: (Message) throws -> Void,
    change: (DateDesk, [Period]) async throws -> [Proposal]
  ) async throws -> ExitStatus {
    if let folder = flags.html { try house.refuseOwn(folder) }
    let recipes = try RecipeSet(folder: house.recipes)
    try await PackDesk.open(in: house, recipes: recipes, context, flags) { packs in
      let catalog = packs.catalog
      let desk = DateDesk(desk: packs)
      let periods = try words.map(desk.period)
      let moment = flags.isDryRun ? nil : try catalog.moment()
      let before = try periods.map(desk.entry)
      let proposals = try await change(desk, periods)
      let date = periods[0]
      let sheet = ProposalSheet(
        proposals, taken: 1, for: date.id,
        command: house.command("calendar \(command) \(words[0])")
          + (command == "replace" ? " --reason “…”" : ""),
        option: nil, flags, context)
      for line in sheet.missWarnings { try emit(.problem(line)) }
      var answer = DateAnswer(
        command: command, changes: Array(zip(before, try periods.map(desk.entry))),
        sheet: sheet, house: house, now: context.now, isDryRun: flags.isDryRun)
      if let moment {
        answer.edit = try catalog.remember(
          NewEdit(
            at: packs.now, command: "calendar \(command)", place: date.id,
            words: EditWords.text(answer.changeWords), reason: flags.reason), since: moment)
      }
      // What was changed is on record by now, whatever comes of the page.
      try sheet.write(emit)
      try emit(.answer(answer))
    }
    return .done
  }
}

/// What was done to dates.
private struct DateAnswer: Answer {
  /// The command behind `calendar`.
  let command: String
  let changes: [(before: ShownDate, after: ShownDate)]
  let sheet: ProposalSheet
  /// Whose dates they are, for advice.
  let house: House
  let now: Timestamp
  let isDryRun: Bool
  /// The number by which it is taken back.
  var edit: Int64?

  /// What has changed, a line a date.
  var changeWords: [String] { changes.map(words) }

  var isPainted: Bool { sheet.isPainted }

  var isRoutine: Bool { true }

  var text: [String] {
    sheet.lines + changeWords
      + (isDryRun
        ? [EditFlags.nothingKept] : changes.flatMap { consequences(of: $0.after) })
  }

  /// What somebody has to do so that players get another puzzle of a published date in time.
  private func consequences(of date: ShownDate) -> [String] {
    guard case .replacing = date.state else { return [] }
    let beginning = date.period.beginning
    var lines = [
      "Next: \(house.command("release publish")), before it begins in the first time zone at "
        + "\(beginning); later it keeps the puzzle that players have."
    ]
    // What was fetched up to now may be kept for a day, whatever is published.
    if Timestamp(epochSeconds: now.epochSeconds + 24 * 3600) > beginning {
      lines.append(
        "Caches may show the old puzzle for 24 hours, which is longer than until then: purge "
          + "\(date.period.cadence.rawValue)/\(date.period.key).sbn from those in your reach.")
    }
    return lines
  }

  var json: JSONValue {
    AnswerJSON.object(
      "calendar \(command)",
      [
        JSONMember("dryRun", isDryRun),
        JSONMember(
          "changes",
          .array(
            changes.map { old, new in
              .object([
                JSONMember("id", new.period.id),
                JSONMember("before", old.value),
                JSONMember("after", new.value),
                JSONMember("words", words(old, new)),
              ])
            })),
        JSONMember("edit", edit.map { Int($0) }),
        JSONMember("proposals", sheet.proposals.map(\.value)),
      ])
  }

  /// `daily:2026-12-24: d5 → d6, …; pinned`.
  private func words(_ before: ShownDate, _ after: ShownDate) -> String {
    guard let new = after.puzzle else {
      return "\(after.period.id): open again, the next night fills it"
    }
    let pinned = after.state == .reserved(isPinned: true) ? "; pinned" : ""
    guard let old = before.puzzle else {
      return "\(after.period.id): \(SlotChange.outline(new))\(pinned)"
    }
    let what = old.id == new.id ? "the same puzzle" : SlotChange.difference(old, new)
    return "\(after.period.id): \(what)\(pinned)"
  }
}
