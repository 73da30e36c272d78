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
  /// - Throws: `CatalogError` for the new catalogue.
  func keepNotes(of file: String, in catalog: Catalog, at now: Timestamp) throws {
    for (record, puzzle) in knownNotes(of: file) {
      var number = try catalog.twin(of: puzzle.form)?.puzzle?.id
      if number == nil, record.refusal != nil, case .added(let new) = try catalog.add(puzzle) {
        number = new
      }
      guard let number else { continue }
      if let note = record.note { try catalog.note(number, note) }
      try catalog.tag(number, adding: record.tags, removing: [])
      if let reason = record.refusal, try catalog.puzzle(numbered: number)?.places.isEmpty == true {
        _ = try catalog.refuse(number, at: now.description, reason: reason)
      }
    }
  }

  /// The puzzles of a catalogue about which something is kept; none where it cannot be read.
  private func knownNotes(of file: String) -> [(record: PuzzleRecord, puzzle: NewPuzzle)] {
    guard Folders.exists(file), let catalog = try? Catalog.read(at: file) else { return [] }
    defer { try? catalog.close() }
    var query = PuzzleQuery()
    query.isKeptAboutOnly = true
    guard let records = try? catalog.puzzles(matching: query) else { return [] }
    return records.compactMap { record in
      (try? NewPuzzle(record.puzzle, in: catalog)).map { (record, $0) }
    }
  }
}
