import Catalog
import Dates
import Files
import Pipeline

extension RebuildCatalog {
  /// Keeps what editors have kept about puzzles, as far as the catalogue which is there can be
  /// read.
  ///
  /// A refused puzzle comes over in any case, for it must never be used; notes and tags where the
  /// tree has the puzzle.
  ///
  /// - Parameters:
  ///   - file: The catalogue that is about to be put aside.
  ///   - catalog: The new one.
  ///   - now: The run's clock.
  /// - Returns: How many puzzles have something kept about them in the new one, and of how many
  ///   more it could not be read; `nil` where nothing could.
  /// - Throws: `CatalogError` for the new catalogue.
  func keepNotes(
    of file: String, in catalog: Catalog, at now: Timestamp
  ) throws -> (kept: Int, lost: Int)? {
    guard let (known, lost) = knownNotes(of: file) else { return nil }
    var kept = 0
    for (record, puzzle) in known {
      var number = try catalog.twin(of: puzzle.form)?.puzzle?.id
      if number == nil, record.refusal != nil, case .added(let new) = try catalog.add(puzzle) {
        number = new
      }
      guard let number else { continue }
      kept += 1
      if let note = record.note { try catalog.note(number, note) }
      try catalog.tag(number, adding: record.tags, removing: [])
      if let reason = record.refusal, let kept = try catalog.puzzle(numbered: number),
        kept.places.isEmpty, kept.standsInFor.isEmpty
      {
        _ = try catalog.refuse(number, at: now.description, reason: reason)
      }
    }
    return (kept, lost)
  }

  /// The puzzles of a catalogue about which something is kept, and how many of them cannot be read;
  /// `nil` where none can.
  private func knownNotes(
    of file: String
  ) -> (known: [(record: PuzzleRecord, puzzle: NewPuzzle)], lost: Int)? {
    guard Folders.exists(file), let catalog = try? Catalog.read(at: file) else { return nil }
    defer { try? catalog.close() }
    var query = PuzzleQuery()
    query.isKeptAboutOnly = true
    guard let records = try? catalog.puzzles(matching: query) else { return nil }
    let known = records.compactMap { record in
      (try? NewPuzzle(record.puzzle, in: catalog)).map { (record, $0) }
    }
    return (known, records.count - known.count)
  }
}
