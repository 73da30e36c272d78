import Foundation
import GRDB
import Notation
package import StarBattle
import Synchronization
import Zstandard

/// The dictionaries that were used so far, ready for use.
final class TraceShelf: Sendable {
  /// How hard traces are worked on: they are written once and kept for ever.
  static let level = 15

  /// The size to train a dictionary for, in bytes; some sixty traces as they are kept.
  static let dictionarySizeInBytes = 32 << 10

  /// The most bytes that a trace may unfold to: a damaged one must not exhaust memory.
  static let largestTrace = 64 << 20

  private let known = Mutex<[Int64: ZstandardDictionary]>([:])

  /// A dictionary of the catalogue.
  func dictionary(_ database: Database, _ id: Int64?) throws -> ZstandardDictionary? {
    guard let id else { return nil }
    if let found = known.withLock({ $0[id] }) { return found }
    let bytes = try Data.fetchOne(
      database, sql: "SELECT bytes FROM dictionaries WHERE id = ?", arguments: [id])
    guard let bytes, let made = ZstandardDictionary(Array(bytes), level: TraceShelf.level)
    else { return nil }
    known.withLock { $0[id] = made }
    return made
  }
}

extension Catalog {
  /// The traces that a dictionary is trained on at least: with fewer there is too little in common
  /// to see.
  package static let fewestTracesToTrainOn = 200

  /// The most traces that a dictionary is trained on.
  static let mostTracesToTrainOn = 1000

  /// How the rules solve a puzzle, as it was noted when the puzzle came in.
  ///
  /// - Parameter puzzle: Its number in the catalogue.
  /// - Returns: The trace, or `nil` where none was kept.
  /// - Throws: `CatalogError`; `.corrupted` when the trace cannot be read.
  package func trace(of puzzle: Int64) throws(CatalogError) -> Trace? {
    try reading { database in
      let row = try Row.fetchOne(
        database,
        sql: """
          SELECT traces.dictionary, traces.bytes, puzzles.sbn
          FROM traces JOIN puzzles ON puzzles.id = traces.puzzle WHERE puzzle = ?
          """, arguments: [puzzle])
      guard let row else { return nil }
      guard let sbn = try? SBN(row["sbn"] as String),
        let trace = try self.trace(database, row, of: sbn.puzzle)
      else {
        throw CatalogError.corrupted(
          path: self.path, detail: "the trace of puzzle \(puzzle) cannot be read")
      }
      return trace
    }
  }

  /// The parts of the longest argument of a puzzle's solve (`SolveSignals.longest`); `nil` where
  /// that is not kept.
  ///
  /// - Throws: `CatalogError`.
  package func longestArgument(of puzzle: Int64) throws(CatalogError) -> Int? {
    try reading { database in
      try Int.fetchOne(
        database,
        sql: """
          SELECT max(json_extract(cycles.value, '$[4]'))
          FROM traces, json_each(traces.signals, '$.cycles') AS cycles WHERE traces.puzzle = ?
          """, arguments: [puzzle])
    }
  }

  /// The trace of a row with the columns `dictionary` and `bytes`, or `nil` when it cannot be read.
  func trace(_ database: Database, _ row: Row, of puzzle: Puzzle) throws -> Trace? {
    let id: Int64? = row["dictionary"]
    let dictionary = try traceShelf.dictionary(database, id)
    if id != nil && dictionary == nil { return nil }
    let frame = Array(row["bytes"] as Data)
    return Zstandard.decompressed(frame, with: dictionary, limit: TraceShelf.largestTrace)
      .flatMap { TraceCode.trace($0, of: puzzle) }
  }

  /// Keeps how the rules solve a puzzle.
  func keep(_ database: Database, _ trace: Trace, of puzzle: Int64) throws {
    let id = try Int64.fetchOne(database, sql: "SELECT max(id) FROM dictionaries")
    try keep(
      database, TraceCode.bytes(of: trace), of: puzzle, dictionary: id,
      signals: SolveSignals(trace).text)
  }

  private func keep(
    _ database: Database, _ text: [UInt8], of puzzle: Int64, dictionary id: Int64?,
    signals: String? = nil
  ) throws {
    let dictionary = try traceShelf.dictionary(database, id)
    let frame: [UInt8]
    do {
      frame =
        if let dictionary {
          try Zstandard.compressed(text, with: dictionary)
        } else {
          try Zstandard.compressed(text, level: TraceShelf.level)
        }
    } catch {
      throw CatalogError.database(
        path: path, detail: "the trace of puzzle \(puzzle) cannot be compressed")
    }
    try database.execute(
      sql: """
        INSERT INTO traces (puzzle, dictionary, bytes, signals) VALUES (?, ?, ?, ?)
        ON CONFLICT (puzzle) DO UPDATE
        SET dictionary = excluded.dictionary, bytes = excluded.bytes,
          signals = coalesce(excluded.signals, signals)
        """, arguments: [puzzle, dictionary == nil ? nil : id, Data(frame), signals])
  }

  /// Counts what traces have that an earlier program has kept, which did not count it.
  ///
  /// A trace that cannot be read is left as it is: `check` tells of it.
  ///
  /// - Throws: `CatalogError`.
  /// - Complexity: O(traces without signals).
  package func noteSignals() throws(CatalogError) {
    var last: Int64 = 0
    while true {
      let end = try writing { database in
        let rows = try Row.fetchAll(
          database,
          sql: """
            SELECT traces.puzzle, traces.dictionary, traces.bytes, puzzles.sbn
            FROM traces JOIN puzzles ON puzzles.id = traces.puzzle
            WHERE signals IS NULL AND traces.puzzle > ? ORDER BY traces.puzzle LIMIT 1000
            """, arguments: [last])
        for row in rows {
          guard let sbn = try? SBN(row["sbn"] as String),
            let trace = try self.trace(database, row, of: sbn.puzzle)
          else { continue }
          try database.execute(
            sql: "UPDATE traces SET signals = ? WHERE puzzle = ?",
            arguments: [SolveSignals(trace).text, row["puzzle"] as Int64])
        }
        return rows.last.map { $0["puzzle"] as Int64 }
      }
      guard let end else { return }
      last = end
    }
  }

  /// Trains the dictionary on the traces that are there, and compresses them again with it.
  ///
  /// Once, as soon as there are enough of them; the traces of one catalogue have more in common
  /// with each other than with any that could come with the program.
  ///
  /// - Throws: `CatalogError`.
  package func trainDictionary() throws(CatalogError) {
    try writing { database in
      let isTrained = try Bool.fetchOne(
        database, sql: "SELECT EXISTS (SELECT 1 FROM dictionaries)")
      guard isTrained != true else { return }
      // Numbers alone: there may be a million, and a trace takes kilobytes.
      let puzzles = try Int64.fetchAll(
        database, sql: "SELECT puzzle FROM traces WHERE dictionary IS NULL ORDER BY puzzle")
      guard puzzles.count >= Catalog.fewestTracesToTrainOn else { return }
      // Evenly from all of them: they come pack by pack, and each grid has words of its own.
      let stride = max(1, puzzles.count / Catalog.mostTracesToTrainOn)
      let samples = try puzzles.indices.filter { $0 % stride == 0 }
        .compactMap { try Catalog.plainText(database, of: puzzles[$0]) }
      guard
        let bytes = ZstandardDictionary.trained(
          on: samples, sizeInBytes: TraceShelf.dictionarySizeInBytes)
      else { return }
      try database.execute(
        sql: "INSERT INTO dictionaries (bytes) VALUES (?)", arguments: [Data(bytes)])
      let id = database.lastInsertedRowID
      for puzzle in puzzles {
        guard let text = try Catalog.plainText(database, of: puzzle) else { continue }
        try self.keep(database, text, of: puzzle, dictionary: id)
      }
    }
  }

  /// The text of a trace that was compressed without a dictionary, or `nil` when it cannot be read.
  private static func plainText(_ database: Database, of puzzle: Int64) throws -> [UInt8]? {
    let statement = try database.cachedStatement(
      sql: "SELECT bytes FROM traces WHERE puzzle = ? AND dictionary IS NULL")
    let frame = try Data.fetchOne(statement, arguments: [puzzle])
    return frame.flatMap { Zstandard.decompressed(Array($0), limit: TraceShelf.largestTrace) }
  }
}
