package import Catalog
package import Dates
package import Generating
import Grading
package import Pressing
package import Recipes
import Solving
import StarBattle
import Wording

/// A slot or a date whose puzzle is not what its recipe asks for.
///
/// A puzzle that misses its difficulty by one is as near as puzzles of some grids come; one that
/// misses by more is told, or refused where the recipe is strict.
package struct Miss: Hashable, Sendable {
  /// The slot or the date, by its id.
  package let place: String
  /// What is asked for: `difficulty 7`, `tiling.pairs`.
  package let wanted: String
  /// What is there: `difficulty 10`, `counting.tiles`.
  package let got: String

  /// In words: `spring:3 has difficulty 10, not 7`.
  package var words: String { "\(place) has \(got), not \(wanted)" }

  /// All of them in a line: `2 puzzles miss what the recipe asks for: …`.
  ///
  /// - Parameters:
  ///   - misses: At least one.
  ///   - puzzle: What one of them is called.
  ///   - place: What they are in, where that is not said already.
  /// - Returns: The line.
  package static func sentence(
    _ misses: [Miss], as puzzle: String = "puzzle", of place: String? = nil
  ) -> String {
    "\(misses.count, of: puzzle)\(place.map { " of \($0)" } ?? "") "
      + "\(misses.count == 1 ? "misses" : "miss") what the recipe asks for: \(words(for: misses))"
  }

  /// Some of them in a line, the first ones by name.
  package static func words(for misses: [Miss]) -> String {
    let named = misses.prefix(3).map(\.words).joined(separator: "; ")
    return named + (misses.count > 3 ? "; and \(misses.count - 3) more" : "")
  }

  /// A puzzle that misses what is asked for; `nil` where it is near enough.
  ///
  /// - Parameters:
  ///   - grade: What is asked for.
  ///   - place: The slot or the date.
  ///   - difficulty: The puzzle's difficulty.
  ///   - hardest: The id of its hardest rule.
  ///   - longest: The parts of its longest argument, as far as that is known and matters.
  package init?(
    of grade: GradeRange, at place: String, difficulty: Int?, hardest: String?, longest: Int?
  ) {
    if let rule = grade.rule, rule.id != hardest {
      (wanted, got) = (rule.id, hardest ?? "no rule")
    } else if let level = grade.level, let rule = hardest.flatMap(Rule.init(id:)),
      !level.contains(rule.level)
    {
      let ends =
        level.count == 1
        ? "level \(level.lowerBound)" : "levels \(level.lowerBound)…\(level.upperBound)"
      wanted = level == GradeRange.levelsWithoutAssumptions ? "solved without assumptions" : ends
      got = rule.id
    } else if let most = grade.arguments, let longest, longest > most {
      wanted = "at most \(most)"
      got = "an argument of \(longest) parts"
    } else if let range = grade.difficulty, let difficulty,
      !(range.lowerBound - 1...range.upperBound + 1).contains(difficulty)
    {
      let ends = [range.lowerBound, range.upperBound].map(String.init)
      wanted = range.count == 1 ? ends[0] : ends.joined(separator: "…")
      got = "difficulty \(difficulty)"
    } else {
      return nil
    }
    self.place = place
  }

  /// The same of a puzzle that was made just now.
  init?(of grade: GradeRange, at place: String, _ pressed: Pressed) {
    self.init(
      of: grade, at: place, difficulty: pressed.grade.difficulty,
      hardest: pressed.grade.hardest?.id,
      longest: pressed.trace.map { SolveSignals($0).longest })
  }
}

/// A slot with its puzzle, where `Slot` is what a recipe asks for.
package typealias HeldSlot = Slot

extension Catalog {
  /// The parts of the longest argument of a puzzle; `nil` where nobody asks, or where its trace is
  /// not kept.
  fileprivate func longestArgument(
    of puzzle: KeptPuzzle, where grade: GradeRange
  ) throws(CatalogError) -> Int? {
    grade.arguments == nil ? nil : try longestArgument(of: puzzle.id)
  }
}

extension PackRecipe {
  /// The slots whose puzzles miss what the recipe asks for; what somebody has chosen misses
  /// nothing.
  ///
  /// - Parameters:
  ///   - held: The puzzles of the pack.
  ///   - chosen: The slots whose puzzles an editor has decided on.
  ///   - catalog: Where they are kept.
  /// - Returns: The misses, by slot.
  /// - Throws: `CatalogError`.
  package func misses(
    _ held: [HeldSlot], chosen: [Int], in catalog: Catalog
  ) throws(CatalogError) -> [Miss] {
    let given = Set(chosen + pins.map(\.slot))
    var misses: [Miss] = []
    for (held, slot) in zip(held, slots) where !held.isByHand && !given.contains(slot.index) {
      let miss = Miss(
        of: slot.ask.grade, at: item(slot.index), difficulty: held.puzzle.difficulty,
        hardest: Rule.hardest(of: held.puzzle.rules)?.id,
        longest: try catalog.longestArgument(of: held.puzzle, where: slot.ask.grade))
      if let miss { misses.append(miss) }
    }
    return misses
  }

  /// The same of puzzles that are about to enter the pack, from a slot on.
  package func misses(of puzzles: [Pressed], from first: Int, chosen: Set<Int> = []) -> [Miss] {
    let given = chosen.union(pins.map(\.slot))
    return zip(puzzles, slots.dropFirst(first)).compactMap { pressed, slot in
      if given.contains(slot.index) { return nil }
      return Miss(of: slot.ask.grade, at: item(slot.index), pressed)
    }
  }

  /// Refuses puzzles that miss what a strict recipe asks for, but for those that an editor has
  /// chosen.
  ///
  /// - Throws: `PipelineError.missed`.
  package func refuseMisses(
    of puzzles: [Pressed], from first: Int, chosen: Set<Int> = []
  ) throws(PipelineError) {
    try refuse(misses(of: puzzles, from: first, chosen: chosen))
  }

  /// Refuses misses, if there are any and the recipe is strict.
  ///
  /// - Throws: `PipelineError.missed`.
  package func refuse(_ misses: [Miss]) throws(PipelineError) {
    if isStrict && !misses.isEmpty { throw .missed(file: source.file, misses) }
  }
}

extension CalendarRecipe {
  /// The dates from a day on whose puzzles miss what the recipe asks for; what somebody has decided
  /// on misses nothing.
  ///
  /// - Throws: `CatalogError`.
  package func misses(_ catalog: Catalog, from today: Day) throws(CatalogError) -> [Miss] {
    let chosen = try catalog.chosenDates(cadence)
    var misses: [Miss] = []
    for entry in try catalog.calendarEntries(cadence)
    where entry.period.last >= today && !chosen.contains(entry.period) {
      let grade = ask(for: entry.period).grade
      let miss = Miss(
        of: grade, at: entry.period.id, difficulty: entry.puzzle.difficulty,
        hardest: Rule.hardest(of: entry.puzzle.rules)?.id,
        longest: try catalog.longestArgument(of: entry.puzzle, where: grade))
      if let miss { misses.append(miss) }
    }
    return misses
  }

  /// How a puzzle that was made for a period misses what the recipe asks for, if it does.
  func miss(of pressed: Pressed, for period: Period) -> Miss? {
    Miss(of: ask(for: period).grade, at: period.id, pressed)
  }
}
