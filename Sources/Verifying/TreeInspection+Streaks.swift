import Dates
import Identity
import JSONText
import Manifest
import Notation
import StarBattle
import Stores

/// The mobile app's lists: an entry for every date since the app began to count, where it stays.
extension TreeInspection {
  /// The app's first entries, written down here a second time: Thursday, 2026-04-16.
  static func firstInApp(_ cadence: Cadence) -> Period {
    Period(cadence, containing: Day(daysSinceEpoch: 20_559))
  }

  /// Checks the lists of the current release.
  mutating func checkStreaks(_ manifest: Manifest, _ contents: [ObjectKey: [UInt8]]) {
    var seen: Set<Cadence> = []
    for streak in manifest.streaks {
      guard seen.insert(streak.cadence).inserted else {
        note(.manifest, .contradiction, "`streaks` has \(streak.cadence.rawValue) twice")
        continue
      }
      let first = TreeInspection.firstInApp(streak.cadence)
      if streak.first != first {
        note(
          streak.app, .contradiction,
          "its first entry is said to be \(streak.first), and the app's is \(first)")
      }
      // It reaches further where the last dates were taken back.
      let takenBack = manifest.takenBack
      if let last = manifest.calendar[streak.cadence]?.last,
        case let needed = first.distance(to: last) + 1,
        streak.count < needed
          || (needed..<streak.count).contains(where: {
            !takenBack.contains(first.advanced(by: $0))
          })
      {
        note(
          streak.app, .missing,
          "it has \(streak.count) entries, and \(first) to \(last) are "
            + "\(first.distance(to: last) + 1)")
      }
      guard let bytes = contents[streak.app] else { continue }
      let puzzles = check(streak, bytes, manifest)
      if let hints = contents[streak.appHints] { check(streak, hints, puzzles, manifest) }
    }
  }

  /// Checks a list against the calendar.
  ///
  /// - Returns: The puzzles that can be read, by entry.
  private mutating func check(
    _ streak: Manifest.Streak, _ bytes: [UInt8], _ manifest: Manifest
  ) -> [Int: SBN] {
    let key = streak.app
    guard let app = appPack(key, bytes) else { return [:] }
    if app.id != streak.cadence.rawValue || !app.free || app.version != streak.version {
      note(key, .contradiction, "its id, version or free is not what the manifest says")
    }
    let texts = app.puzzles.map(\.sbn)
    if texts.count != streak.count {
      note(key, .missing, "it has \(texts.count) entries, and the manifest says \(streak.count)")
    }
    if Digest.sha256(of: Array(texts.joined(separator: "\n").utf8)) != streak.entries {
      note(key, .contradiction, "its entries are not those that the manifest says")
    }
    var dates: [Period: String] = [:]
    for entry in manifest.calendar[streak.cadence]?.entries ?? [] {
      dates[entry.period] = entry.sha256
    }
    var puzzles: [Int: SBN] = [:]
    for (index, puzzle) in app.puzzles.enumerated() {
      let period = streak.first.advanced(by: index)
      let id = PuzzleID.date(period)
      guard case .success(let sbn) = TreePack.puzzle(Array(puzzle.sbn.utf8)) else {
        note(key, .unreadable, "entry \(index), \(period): it is not SBN")
        continue
      }
      puzzles[index] = sbn
      if let sha256 = dates[period] {
        if Digest.sha256(of: Array(puzzle.sbn.utf8)) != sha256 {
          note(key, .contradiction, "entry \(index) is not the puzzle of \(period)")
        }
      } else {
        // Nothing else has it, or it is found to be a twin.
        reading.puzzles.append(
          PublishedPuzzle(
            id: id, grader: manifest.grader(of: streak, at: index), object: key, sbn: puzzle.sbn))
        claim(sbn.puzzle, as: id, isCurrent: true, in: key)
      }
      claim(puzzle, as: id, side: sbn.puzzle.grid.side, in: key)
    }
    checkGraders(
      app.puzzles.indices.map { manifest.grader(of: streak, at: $0) },
      of: "its puzzles are said to be graded", in: key)
    let grid = puzzles.values.map(\.puzzle.grid).max()
    if let grid, (app.size, app.stars) != (grid.side, grid.stars) {
      note(key, .contradiction, "gridSize or stars are not those of its largest puzzles")
    }
    return puzzles
  }

  /// Checks the hints beside a list: every entry from `hintsFrom` on has some, and that is no
  /// period that somebody may still play.
  private mutating func check(
    _ streak: Manifest.Streak, _ bytes: [UInt8], _ puzzles: [Int: SBN], _ manifest: Manifest
  ) {
    let key = streak.appHints
    guard let value = try? JSONValue(reading: bytes),
      case .integer(let version)? = value["version"], let hints = TreeHints.steps(value["hints"])
    else {
      return note(key, .unreadable, "it is no list of hints of rule, level, placements, marks")
    }
    if version != streak.version {
      note(key, .contradiction, "its version is \(version), not \(streak.version)")
    }
    if hints.count != streak.count {
      note(key, .contradiction, "it has hints for \(hints.count) entries, not \(streak.count)")
    }
    let oldest = streak.first.advanced(by: streak.hintsFrom)
    if streak.hintsFrom > 0, streak.hintsFrom < streak.count - 1,
      streak.first.advanced(by: streak.hintsFrom - 1).last > manifest.createdAt.day.advanced(by: -2)
    {
      note(key, .missing, "it has no hints before \(oldest), which somebody may still play")
    }
    for (index, steps) in hints.enumerated() {
      let id = PuzzleID.date(streak.first.advanced(by: index))
      if index < streak.hintsFrom {
        if !steps.isEmpty { note(key, .contradiction, "\(id) is said to have no hints") }
        continue
      }
      guard let sbn = puzzles[index] else { continue }
      guard let claims = TreeHints.claims(steps, side: sbn.puzzle.grid.side) else {
        note(key, .puzzle, "\(id): a hint has a cell beyond the board")
        continue
      }
      reading.claims.append(
        PuzzleClaim(id: id, object: key, statement: .explained(claims, grader: nil, isTold: nil)))
    }
  }

  /// Checks that no entry of an earlier release's list has moved, or become another puzzle without
  /// its date having been taken back.
  mutating func compareStreaks(
    _ earlier: [(streak: Manifest.Streak, bytes: [UInt8])], with manifest: Manifest,
    _ contents: [ObjectKey: [UInt8]]
  ) {
    let takenBack = manifest.takenBack
    for (streak, bytes) in earlier {
      guard let current = manifest.streaks.first(where: { $0.cadence == streak.cadence }),
        current.app != streak.app, let now = contents[current.app].flatMap(TreeInspection.texts),
        let old = TreeInspection.texts(bytes)
      else { continue }
      if now.count < old.count {
        note(current.app, .contradiction, "it has fewer entries than in an earlier release")
      }
      for (index, (before, after)) in zip(old, now).enumerated() where before != after {
        let period = streak.first.advanced(by: index)
        if takenBack.contains(period) { continue }
        note(current.app, .contradiction, "entry \(index), \(period), was another puzzle before")
        break
      }
    }
  }

  private static func texts(_ bytes: [UInt8]) -> [String]? {
    (try? JSONValue(reading: bytes)).flatMap(TreeAppPack.init)?.puzzles.map(\.sbn)
  }
}
