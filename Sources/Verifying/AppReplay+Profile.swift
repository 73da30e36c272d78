import JSONText
import Manifest
import Printable
import StarBattle
import Stores
import Wording

extension AppReplay {
  /// Opens every pack as the app in the stores does, if its profile is published at all.
  mutating func openProfile(_ ids: [String]) async throws(StoreError) {
    let listing = try await store.list(ObjectKey.tree + "app/")
    guard !listing.objects.isEmpty else {
      notes.append("the app's profile is not published, so its shape was not looked at")
      return
    }
    for id in ids { _ = try await openAppPack(id) }
  }

  /// Opens a pack or a list.
  ///
  /// - Returns: It, where the app can read it.
  mutating func openAppPack(_ id: String) async throws(StoreError) -> TreeAppPack? {
    let name = "\(folder(of: id))app/\(id).json"
    guard let value = try await json(name) else { return nil }
    guard let pack = TreeAppPack(value) else {
      note(
        name,
        "id, name, version, free, gridSize, stars or puzzles of sbn, solution, difficulty, band is "
          + "missing, or of another kind")
      return nil
    }
    if AppReplay.isDangerous(pack.id) { note(name, "its id has “/”, “\\” or “..” in it") }
    if pack.id != id { note(name, "its id is “\(Printable.ascii(pack.id.utf8))”") }
    if pack.version < 2 {
      note(name, "it is version \(pack.version), and the app reads 2 and later")
    }
    if pack.puzzles.isEmpty { note(name, "it has no puzzles") }
    for (index, puzzle) in pack.puzzles.enumerated() {
      for problem in AppReplay.problems(in: puzzle) { note(name, "\(id):\(index): \(problem)") }
    }
    try await openHints(id, pack)
    return pack
  }

  private static func problems(in puzzle: TreeAppPack.Puzzle) -> [String] {
    guard accepts(puzzle.sbn) else { return ["the app refuses its SBN"] }
    var problems: [String] = []
    // The side stands before the first letter, or it would have been refused.
    let side = Int(puzzle.sbn.prefix { $0 != "x" }) ?? 0
    if puzzle.solution.isEmpty || TreeAppPack.cells(puzzle.solution, side: side) == nil {
      problems.append("its solution is empty or has a star beyond the board")
    }
    if !(1...100).contains(puzzle.difficulty) {
      problems.append("its difficulty is \(puzzle.difficulty), not 1…100")
    }
    if !TreeAppPack.bands.contains(puzzle.band) {
      problems.append("its band is none of \(TreeAppPack.bands.joined(separator: ", "))")
    }
    return problems
  }

  private mutating func openHints(_ id: String, _ pack: TreeAppPack) async throws(StoreError) {
    let name = "\(folder(of: id))app/\(id)-hints.json"
    guard let value = try await json(name) else { return }
    guard case .integer(let version) = value["version"],
      let hints = TreeHints.steps(value["hints"])
    else { return note(name, "version or hints of rule, level, placements, marks is missing") }
    if version != pack.version {
      note(name, "it is version \(version), and the pack beside it is \(pack.version)")
    }
    if hints.count != pack.puzzles.count {
      note(
        name,
        "it has hints for \(hints.count, of: "puzzle"), and the pack has \(pack.puzzles.count)")
    }
    for (index, (steps, puzzle)) in zip(hints, pack.puzzles).enumerated() {
      // Where there is no such board, that has been noted.
      guard let side = Int(puzzle.sbn.prefix { $0 != "x" }),
        (1...Grid.sides.upperBound).contains(side)
      else { continue }
      if TreeHints.claims(steps, side: side) == nil {
        note(name, "\(id):\(index): a hint has a cell beyond the board")
      }
    }
  }
}
