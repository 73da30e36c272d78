import Answering
import Catalog
import Files
import Foundation
import Grading
import Identity
import JSONText
import Pipeline
import Printable
import StarBattle
import Zstandard

/// Writes every puzzle of a catalogue into a file: JSON Lines or CSV, as it is or compressed.
///
/// Beside it goes a file with its SHA-256, in the form that `sha256sum -c` reads. The same
/// catalogue gives the same bytes. Columns: id, SBN, size, stars, solution, score, difficulty,
/// level, cycles, rules, seed, generator and grader version, places, first release and its time;
/// and in JSON what can be counted of the solve (`SolveSignals`).
struct CatalogExport {
  /// How the puzzles are written.
  struct Format: Hashable {
    /// Whether it is a table with commas rather than a JSON object a line.
    var isCSV: Bool
    /// Whether it is compressed with Zstandard.
    var isCompressed: Bool

    /// The format that a file's name asks for: `.jsonl`, `.csv`, and `.zst` behind it.
    init(file: String) {
      let name = file.lowercased()
      isCompressed = name.hasSuffix(".zst")
      isCSV = (isCompressed ? String(name.dropLast(4)) : name).hasSuffix(".csv")
    }
  }

  struct Written: Hashable {
    var puzzles = 0
    /// The puzzles that were left out because they have to be bought.
    var left = 0
    var bytes = 0
    var sha256 = ""
  }

  let catalog: Catalog
  let format: Format
  let context: RunContext
  /// Whether puzzles are written that have to be bought.
  let isPrivate: Bool

  /// The bytes that are gathered before they are compressed and written.
  private static let piece = 1 << 18

  /// Writes the file, whole or not at all.
  ///
  /// - Throws: `CatalogError.exists`, `.cannotOpen`, `.full`, `.inputOutput`;
  ///   `PipelineError.interrupted`.
  func write(to path: String, overwriting: Bool) throws -> Written {
    let digestFile = path + ".sha256"
    if !overwriting {
      for name in [path, digestFile] where Folders.exists(name) {
        throw CatalogError.exists(path: name)
      }
    }
    var draft = try CatalogError.ofFile(path) { () throws(FileError) in
      try DraftFile(for: path)
    }
    guard var packer = ZstandardStream() else {
      throw PipelineError.bug("Zstandard has no memory")
    }
    var written = Written()
    var digest = RunningDigest()
    var text: [UInt8] = format.isCSV ? Array((CatalogExport.head + "\n").utf8) : []
    func pass(isLast: Bool) throws {
      guard let bytes = format.isCompressed ? packer.add(text, isLast: isLast) : text else {
        throw PipelineError.bug("Zstandard refuses a piece")
      }
      text.removeAll(keepingCapacity: true)
      digest.add(bytes)
      written.bytes += bytes.count
      try CatalogError.ofFile(path) { () throws(FileError) in try draft.write(bytes) }
    }
    let total = try catalog.counts().puzzles
    let sold = try SoldRows(of: catalog)
    try catalog.forEachPuzzle { row in
      if !isPrivate, sold.contains(row) {
        written.left += 1
        return
      }
      text += Array(((format.isCSV ? csv(row) : json(row)) + "\n").utf8)
      written.puzzles += 1
      guard text.count >= CatalogExport.piece else { return }
      try context.checkInterruption()
      try pass(isLast: false)
      context.progress(RunProgress(stage: "writing", done: written.puzzles, total: total))
    }
    try pass(isLast: true)
    written.sha256 = digest.hexadecimal
    let line = CatalogExport.digestLine(written.sha256, path)
    // The digest first: a file without one is not taken for whole.
    try CatalogError.ofFile(digestFile) { () throws(FileError) in
      var draft = try DraftFile(for: digestFile)
      try draft.write(Array(line.utf8))
      try draft.commit()
    }
    try CatalogError.ofFile(path) { () throws(FileError) in try draft.commit() }
    return written
  }

  /// A line that `sha256sum -c` reads: it takes a name with a backslash or a line break in it only
  /// when these are spelt out, and the line says so by a backslash in front.
  static func digestLine(_ digest: String, _ path: String) -> String {
    let name = String(path.split(separator: "/").last ?? "")
    let spelt = name.replacingScalars { scalar in
      switch scalar {
      case "\\": "\\\\"
      case "\n": "\\n"
      case "\r": "\\r"
      default: nil
      }
    }
    return "\(spelt == name ? "" : "\\")\(digest)  \(spelt)\n"
  }

  /// Which puzzles of a catalogue have to be bought.
  ///
  /// A pack has to be bought as long as its recipe or its last release says so. A puzzle without a
  /// place may be meant for such a pack, or have been in one: it counts as such where the pack has
  /// or had it, or it has the grid of one.
  private struct SoldRows {
    private var packs: Set<PackID> = []
    private var grids: Set<Grid> = []
    private var published: Set<Int64> = []

    init(of catalog: Catalog) throws {
      for pack in try catalog.packs() {
        let last = try catalog.publishedVersion(pack.id)
        guard !pack.isFree || last?.isFree == false else { continue }
        packs.insert(pack.id)
        grids.formUnion(try catalog.slots(of: pack.id).map(\.puzzle.grid))
        if let last, !last.isFree { published.formUnion(last.puzzles) }
      }
    }

    func contains(_ row: PuzzleRecord) -> Bool {
      if published.contains(row.puzzle.id) { return true }
      if row.places.isEmpty { return grids.contains(row.puzzle.grid) }
      return row.places.contains { $0.slot.map { packs.contains($0.pack) } ?? false }
    }
  }

  // MARK: - Rows

  private static let head =
    "id,sbn,size,stars,solution,score,difficulty,level,cycles,rules,seed,generatorVersion,"
    + "graderVersion,places,firstRelease,firstPublished"

  private func json(_ row: PuzzleRecord) -> String {
    let puzzle = row.puzzle
    let rules = puzzle.rules.sorted { $0.key < $1.key }
      .map { JSONMember($0.key, $0.value) }
    let value = JSONValue.object([
      JSONMember("id", Int(puzzle.id)),
      JSONMember("sbn", puzzle.sbn),
      JSONMember("size", puzzle.grid.side),
      JSONMember("stars", puzzle.grid.stars),
      JSONMember("solution", PuzzleJSON.cells(puzzle.solution, puzzle.grid)),
      JSONMember("score", .number(ScoreText.decimal(hundredths: puzzle.scoreInHundredths))),
      JSONMember("difficulty", puzzle.difficulty),
      JSONMember("level", puzzle.level),
      JSONMember("cycles", puzzle.cycles),
      JSONMember("rules", .object(rules)),
      JSONMember("seed", puzzle.seed.map { Int($0) }),
      JSONMember("generatorVersion", puzzle.generatorVersion),
      JSONMember("graderVersion", puzzle.graderVersion),
      JSONMember("places", row.places.map(\.description)),
      JSONMember("firstRelease", puzzle.firstRelease),
      JSONMember("firstPublished", row.firstPublished),
      JSONMember(
        "signals", row.signals.flatMap { try? JSONValue(reading: Array($0.utf8)) } ?? .null),
    ])
    return value.line
  }

  /// No value has a comma or a quotation mark in it: ids of packs and rules are plain words.
  private func csv(_ row: PuzzleRecord) -> String {
    let puzzle = row.puzzle
    func text(_ value: (some BinaryInteger)?) -> String { value.map { "\($0)" } ?? "" }
    let side = puzzle.grid.side
    let stars = puzzle.solution.stars.map { "\($0 / side):\($0 % side)" }
    let rules = puzzle.rules.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    return [
      "\(puzzle.id)", puzzle.sbn, "\(side)", "\(puzzle.grid.stars)",
      stars.joined(separator: " "), ScoreText.decimal(hundredths: puzzle.scoreInHundredths),
      text(puzzle.difficulty), text(puzzle.level), text(puzzle.cycles),
      rules.joined(separator: " "), text(puzzle.seed), "\(puzzle.generatorVersion)",
      "\(puzzle.graderVersion)", row.places.map(\.description).joined(separator: " "),
      text(puzzle.firstRelease), row.firstPublished ?? "",
    ].joined(separator: ",")
  }
}
