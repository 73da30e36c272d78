import Catalog
import Dates
import Explaining
import Files
import JSONText
package import Pipeline
import Preview
import Recipes

/// What an editor does to the calendar: dates to come are exchanged and pinned, published ones never change.
package struct CalendarJob: Sendable {
  let options: CalendarOptions

  /// A job with its options.
  package init(_ options: CalendarOptions) { self.options = options }

  /// Does it, or with `isDryRun` does it to a copy.
  ///
  /// - Parameters:
  ///   - context: The clock, threads, progress and interruption.
  ///   - emit: Given what to print.
  /// - Returns: `done`.
  /// - Throws: `PipelineError`, `RecipeError`, `CatalogError`, `StateLockError`; what `emit` throws.
  package func run(
    _ context: RunContext, emit: (OutputLine) throws -> Void
  ) async throws -> ExitStatus {
    let common = options.desk
    let recipes = try RecipeSet(folder: common.recipes)
    let state = StateFolder(path: common.state)
    func desk(_ catalog: Catalog) -> DateDesk {
      DateDesk(
        desk: PackDesk(
          catalog: catalog, recipes: recipes, context: context, reason: common.reason))
    }
    if case .show(let what, let isWhole) = options.task {
      try show(desk(try state.read()), what, isWhole: isWhole, context, emit)
      return .done
    }
    try state.requireCatalog()
    if !common.isDryRun { try Folders.checkWritable(common.state) }
    try await state.open(asCopy: common.isDryRun) { catalog in
      try await change(desk(catalog), emit)
    }
    return .done
  }

  // MARK: - Showing

  private func show(
    _ desk: DateDesk, _ what: String?, isWhole: Bool, _ context: RunContext,
    _ emit: (OutputLine) throws -> Void
  ) throws {
    var entries: [DateEntry] = []
    let yesterday = context.now.day.advanced(by: -1)
    switch what.map({ PreviewSubject($0) }) {
    case .cadence(let cadence): entries = try desk.entries(of: cadence)
    case .day(let day):
      for cadence in Cadence.allCases {
        let period = Period(cadence, containing: day)
        entries.append(try desk.entry(period))
      }
    case nil: for cadence in Cadence.allCases { entries += try desk.entries(of: cadence) }
    default: entries = [try desk.entry(try desk.period(what ?? ""))]
    }
    let isList = entries.count > Cadence.allCases.count
    if isList && !isWhole { entries.removeAll { $0.period.last < yesterday } }
    for entry in entries {
      if options.desk.isJSON {
        guard case .object(let members) = entry.value else { continue }
        try emit(.result(AnswerJSON.object("calendar show", members).line))
      } else {
        try emit(.result(entry.words))
      }
    }
    if entries.isEmpty {
      try emit(.note("no date has a puzzle — “almanac nightly” fills the calendar"))
    }
  }

  // MARK: - Changing

  private func change(_ desk: DateDesk, _ emit: (OutputLine) throws -> Void) async throws {
    try desk.desk.refusePending()
    let periods: [Period]
    switch options.task {
    case .show: return
    case .swap(let first, let second):
      periods = [try desk.period(first), try desk.period(second)]
    case .pin(let date, _, _), .unpin(let date): periods = [try desk.period(date)]
    }
    let before = try periods.map(desk.entry)
    var proposals: [Proposal] = []
    switch options.task {
    case .show: break
    case .swap: try desk.swap(periods[0], periods[1])
    case .pin(_, let name, let wish):
      proposals = try await desk.pin(periods[0], name, wish: wish)
    case .unpin: try desk.unpin(periods[0])
    }
    let after = try periods.map(desk.entry)
    let sheet = ProposalSheet(
      proposals: proposals, taken: 1, subject: periods[0].id,
      slug: PuzzleLister.slug(periods[0].key), options: options.desk)
    try sheet.write(emit)
    if options.desk.isJSON {
      return try emit(.result(json(before, after, proposals)))
    }
    try sheet.say(emit)
    for (old, new) in zip(before, after) { try emit(.result(words(old, new))) }
    if options.desk.isDryRun { try emit(.result("Nothing was kept (--dry-run).")) }
  }

  /// `daily:2026-12-24: d5 → d6, …; pinned`.
  private func words(_ before: DateEntry, _ after: DateEntry) -> String {
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

  private func json(
    _ before: [DateEntry], _ after: [DateEntry], _ proposals: [Proposal]
  ) -> String {
    let command =
      switch options.task {
      case .show: "show"
      case .swap: "swap"
      case .pin: "pin"
      case .unpin: "unpin"
      }
    let value = AnswerJSON.object(
      "calendar \(command)",
      [
        JSONMember("dryRun", options.desk.isDryRun),
        JSONMember(
          "changes",
          .array(
            zip(before, after).map { old, new in
              .object([
                JSONMember("id", new.period.id),
                JSONMember("before", old.value),
                JSONMember("after", new.value),
                JSONMember("words", words(old, new)),
              ])
            })),
        JSONMember("proposals", proposals.map(\.value)),
      ])
    return value.line
  }
}
