import Dates
import Identity
import JSONText
import Manifest
import Notation
import StarBattle
import Stores
import Wording
import Zstandard

extension TreeInspection {
  /// Checks what is in the objects of profiles against the packs and dates that they belong to.
  ///
  /// - Parameters:
  ///   - manifest: The current release.
  ///   - contents: Its objects that are there and whole.
  mutating func checkProfileContents(_ manifest: Manifest, _ contents: [ObjectKey: [UInt8]]) {
    var packs: [(line: Manifest.Pack, file: TreePack)] = []
    for pack in manifest.packs {
      guard let file = contents[pack.object].flatMap(TreePack.init), file.problems.isEmpty else {
        continue
      }
      packs.append((pack, file))
    }
    for (line, file) in packs {
      if let key = line.app, let bytes = contents[key] { checkApp(key, bytes, file) }
      if let key = line.appHints, let bytes = contents[key] { checkAppHints(key, bytes, file) }
      checkHints(of: line.object, file.slots, contents)
    }
    for cadence in Cadence.allCases {
      for entry in manifest.calendar[cadence]?.entries ?? [] {
        let key = ObjectKey.entry(entry.period)
        guard let bytes = contents[key], case .success(let sbn) = TreePack.puzzle(bytes) else {
          continue
        }
        checkHints(of: key, [(.date(entry.period), sbn)], contents)
      }
    }
    checkStreaks(manifest, contents)
    if let bundle = manifest.bundle { checkBundle(bundle, manifest, contents) }
  }

  private mutating func checkApp(_ key: ObjectKey, _ bytes: [UInt8], _ file: TreePack) {
    guard let app = appPack(key, bytes) else { return }
    if (app.id, app.free) != (file.id.text, file.free) || !PackName.areSame(app.name, file.name) {
      note(key, .contradiction, "id, name or free differ from the pack's")
    }
    // The app takes its version for the number of its shape, too, which begins with 2.
    if app.version != file.version + 1 {
      note(key, .contradiction, "its version is \(app.version), not \(file.version + 1)")
    }
    if let grid = file.grids.last, [app.size, app.stars] != Array(grid.prefix(2)) {
      note(key, .contradiction, "gridSize or stars are not those of its largest puzzles")
    }
    guard app.puzzles.map(\.sbn) == file.texts else {
      note(key, .contradiction, "its puzzles are not those of the pack, slot by slot")
      return
    }
    for (puzzle, slot) in zip(app.puzzles, file.puzzles) {
      claim(
        puzzle, as: .slot(pack: file.id, index: slot.index), side: slot.sbn.puzzle.grid.side,
        in: key)
    }
  }

  /// Reads a pack or a list as the app does.
  mutating func appPack(_ key: ObjectKey, _ bytes: [UInt8]) -> TreeAppPack? {
    guard let app = (try? JSONValue(reading: bytes)).flatMap(TreeAppPack.init) else {
      note(
        key, .unreadable,
        "it is no pack of id, name, version, free, gridSize, stars, puzzles as the app reads them")
      return nil
    }
    return app
  }

  /// Keeps what the app is told of a puzzle, for whoever solves it.
  mutating func claim(
    _ puzzle: TreeAppPack.Puzzle, as id: PuzzleID, side: Int, in key: ObjectKey
  ) {
    if !(1...100).contains(puzzle.difficulty) || !TreeAppPack.bands.contains(puzzle.band) {
      note(key, .puzzle, "\(id): difficulty \(puzzle.difficulty), band “\(puzzle.band)”")
    }
    guard let cells = TreeAppPack.cells(puzzle.solution, side: side) else {
      return note(key, .puzzle, "\(id): its solution has a star beyond the board")
    }
    reading.claims.append(
      PuzzleClaim(
        id: id, object: key,
        statement: .solved(stars: cells, difficulty: puzzle.difficulty, band: puzzle.band)))
  }

  private mutating func checkAppHints(_ key: ObjectKey, _ bytes: [UInt8], _ file: TreePack) {
    guard let value = try? JSONValue(reading: bytes), case .integer(let version) = value["version"],
      let steps = TreeHints.steps(value["hints"])
    else {
      note(key, .unreadable, "it is no list of hints of rule, level, placements, marks")
      return
    }
    if version != file.version + 1 {
      note(key, .contradiction, "its version is \(version), not \(file.version + 1)")
    }
    claim(steps, for: file.slots, in: key, by: nil)
  }

  /// Checks `hints/…` of a pack or date, where there are any.
  private mutating func checkHints(
    of subject: ObjectKey, _ puzzles: [(id: PuzzleID, sbn: SBN)], _ contents: [ObjectKey: [UInt8]]
  ) {
    guard let bytes = contents[subject] else { return }
    let digest = Digest.sha256(of: bytes)
    let part = subject.part ?? .open
    checkSteps(.steps(of: digest, in: part), puzzles, contents)
    let key = ObjectKey.hints(of: digest, in: part)
    let other = ObjectKey.compressedHints(of: digest, in: part)
    let plain = contents[key]
    var schema: Int?
    if let plain { schema = checkHints(key, plain, puzzles) }
    guard let frame = contents[other] else { return }
    guard let text = Zstandard.decompressed(frame) else {
      return note(other, .unreadable, "it is not compressed as it should be")
    }
    // Compressed hints of earlier programs stay as they are, when plain ones come beside them.
    if let plain, text == plain { return }
    let unpacked = checkHints(other, text, puzzles)
    if plain != nil, unpacked == schema, schema != nil {
      note(other, .contradiction, "it does not unpack to \(key)")
    }
  }

  /// Checks hints as JSON.
  ///
  /// - Returns: Their shape, where they can be read.
  private mutating func checkHints(
    _ key: ObjectKey, _ text: [UInt8], _ puzzles: [(id: PuzzleID, sbn: SBN)]
  ) -> Int? {
    guard let value = try? JSONValue(reading: text), case .integer(let schema)? = value["schema"],
      (1...3).contains(schema), case .string = value["language"],
      case .integer(let grader) = value["graderVersion"],
      let steps = schema == 1
        ? TreeHints.steps(value["hints"]) : TreeHints.structured(value["hints"])
    else {
      note(key, .unreadable, "it is no hints of schema, language, graderVersion, hints")
      return nil
    }
    checkGraders([grader], of: "its steps are said to be", in: key)
    compareMaker(of: key, with: grader)
    claim(steps, for: puzzles, in: key, by: grader, areTold: schema == 3)
    return schema
  }

  /// Checks the step graphs of a pack or date, where there are any.
  private mutating func checkSteps(
    _ key: ObjectKey, _ puzzles: [(id: PuzzleID, sbn: SBN)], _ contents: [ObjectKey: [UInt8]]
  ) {
    guard let bytes = contents[key] else { return }
    guard let value = try? JSONValue(reading: bytes),
      case .integer(let schema)? = value["schema"], (1...2).contains(schema),
      case .integer(let grader)? = value["graderVersion"], let graphs = TreeSteps.graphs(value)
    else {
      note(key, .unreadable, "it is no step graphs of schema, graderVersion, rules, steps")
      return
    }
    checkGraders([grader], of: "its steps are said to be", in: key)
    compareMaker(of: key, with: grader)
    guard graphs.count == puzzles.count else {
      note(
        key, .contradiction, "it has steps for \(graphs.count, of: "puzzle"), not \(puzzles.count)")
      return
    }
    for (links, puzzle) in zip(graphs, puzzles) {
      if let fault = TreeSteps.fault(in: links, cells: puzzle.sbn.puzzle.grid.cellCount) {
        note(key, .puzzle, "\(puzzle.id): \(fault)")
      } else {
        reading.claims.append(
          PuzzleClaim(
            id: puzzle.id, object: key,
            statement: .linked(links, grader: grader, isTold: schema == 2)))
      }
    }
  }

  private mutating func claim(
    _ steps: [[TreeHints.Step]], for puzzles: [(id: PuzzleID, sbn: SBN)], in key: ObjectKey,
    by grader: Int?, areTold: Bool? = nil
  ) {
    guard steps.count == puzzles.count else {
      note(
        key, .contradiction, "it has hints for \(steps.count, of: "puzzle"), not \(puzzles.count)")
      return
    }
    for (steps, puzzle) in zip(steps, puzzles) {
      guard let claims = TreeHints.claims(steps, side: puzzle.sbn.puzzle.grid.side) else {
        note(key, .puzzle, "\(puzzle.id): a hint has a cell beyond the board")
        continue
      }
      reading.claims.append(
        PuzzleClaim(
          id: puzzle.id, object: key,
          statement: .explained(claims, grader: grader, isTold: areTold)))
    }
  }

  private mutating func checkBundle(
    _ bundle: Manifest.Bundle, _ manifest: Manifest, _ contents: [ObjectKey: [UInt8]]
  ) {
    let free = manifest.packs.filter(\.free).compactMap { contents[$0.object] }
    // A pack that is missing is found as such.
    guard free.count == manifest.packs.count(where: \.free), let plain = contents[bundle.plain]
    else { return }
    let packs = free.map { String(decoding: $0, as: UTF8.self) }.joined(separator: ",")
    if Array("{\"packs\":[\(packs)]}".utf8) != plain {
      note(bundle.plain, .contradiction, "it is not all free packs, in order and byte for byte")
    }
    if let frame = contents[bundle.compressed], Zstandard.decompressed(frame) != plain {
      note(bundle.compressed, .contradiction, "it does not unpack to \(bundle.plain)")
    }
  }
}
