package import Pipeline

/// Tells an editor how puzzles are played: from a report without users.
package struct InsightPuzzles: Command {
  /// A pack, a cadence, a date or an id.
  package var subject: String
  /// The report; beside the catalogue where it is not named.
  package var plays: String?

  package init(of subject: String, plays: String?) {
    self.subject = subject
    self.plays = plays
  }

  /// Looks up every puzzle of the subject in the report.
  ///
  /// - Returns: `done`, or `badData` where something that was named is no puzzle.
  /// - Throws: `PipelineError`, `CatalogError`; what `emit` throws.
  package func run(
    in house: House, _ context: RunContext, emit: (Message) throws -> Void
  ) async throws -> ExitStatus {
    let report = try PlayReport(path: plays ?? PlayReport.usual(in: house))
    let set = try PreviewLoader(context: context, house: house, stars: nil, takesFiles: false)
      .load(subject)
    for problem in set.problems { try emit(.problem(problem)) }
    let rows = set.items.map { item in
      InsightAnswer.Row(id: item.id, play: report.play(of: item.sbn, at: item.id))
    }
    // A pack is fetched whole, a date by itself.
    let objects = Set(
      rows.flatMap { row in
        let parts = row.id.split(separator: ":")
        return [row.id, "pack:\(parts.first ?? "")"]
      })
    try emit(
      .answer(
        InsightAnswer(
          title: set.title, rows: rows,
          downloads: report.downloads.filter { objects.contains($0.object) })))
    return set.problems.isEmpty ? .done : .badData
  }
}
