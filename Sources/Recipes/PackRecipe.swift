package import Flagging
package import Generating
package import Identity
package import Notation
package import Solving
package import StarBattle

/// A pack as an editor describes it: `Pipelines/packs/*.yaml`.
package struct PackRecipe: Hashable, Sendable {
  /// The pack's id: lower-case letters, digits and `-`; the key of every player's progress.
  package let id: PackID
  /// The pack's name, as players read it.
  package let name: String
  /// Whether every player has it.
  package let isFree: Bool
  /// The products that a player has to have one of, where not every player has it.
  package let entitlements: [String]
  /// The pack's grids in order, with the number of slots of each; at least one.
  package let parts: [Part]
  /// How difficulty rises from the first slot to the last; `nil` where every part has a rule, and
  /// its puzzles may be as hard as they come.
  package let difficulty: DifficultyRamp?
  /// What the regions of its puzzles look like.
  package var style = RegionStyle.natural
  /// The number that all the pack's seeds derive from.
  package let seed: UInt64
  /// Slots that were chosen by hand, by slot.
  package private(set) var pins: [Pin]
  /// Whether a slot that misses what it asks for is refused, and not only told.
  package var isStrict = false
  /// Whether its puzzles have to be solved without assuming a star anywhere.
  package var isWithoutAssumptions = false
  /// The most parts that an argument of their solves may have; any number without it.
  package var arguments: Int?
  /// What its editors want to be warned of.
  package var flags = FlagWishes()
  /// Where the recipe was read.
  package private(set) var source: Source

  package init(
    id: PackID, name: String, isFree: Bool, entitlements: [String]? = nil, parts: [Part],
    difficulty: DifficultyRamp?, style: RegionStyle = RegionStyle.natural, seed: UInt64,
    pins: [Pin], isStrict: Bool = false, isWithoutAssumptions: Bool = false, source: Source
  ) {
    self.id = id
    self.name = name
    self.isFree = isFree
    self.entitlements = entitlements ?? (isFree ? [] : [id.text])
    self.parts = parts
    self.difficulty = difficulty
    self.style = style
    self.seed = seed
    self.pins = pins
    self.isStrict = isStrict
    self.isWithoutAssumptions = isWithoutAssumptions
    self.source = source
  }

  /// A run of slots with one grid.
  package struct Part: Hashable, Sendable {
    package let grid: Grid
    /// The number of slots, at least 1.
    package let count: Int
    /// The rule that the hardest step of each puzzle has to be: what the part teaches.
    package let rule: Rule?

    package init(grid: Grid, count: Int, rule: Rule? = nil) {
      self.grid = grid
      self.count = count
      self.rule = rule
    }

    /// What is wrong where its grid has fewer puzzles.
    var lack: TooFewPuzzles? { TooFewPuzzles(asked: count, of: grid) }
  }

  /// A slot that was chosen by hand.
  package struct Pin: Hashable, Sendable {
    /// The slot, from 0.
    package let slot: Int
    package let sbn: SBN
    /// Where it is written.
    package let place: RecipeLocation
  }

  /// Whether it says the same as another, wherever each is written.
  package func isLike(_ other: PackRecipe) -> Bool {
    guard pins.elementsEqual(other.pins, by: { $0.slot == $1.slot && $0.sbn == $1.sbn }) else {
      return false
    }
    var other = other
    (other.pins, other.source) = (pins, source)
    return self == other
  }

  /// The file of a recipe and the places that later messages point to.
  package struct Source: Hashable, Sendable {
    /// The file, as the person who started the run would write it.
    package let file: String
    /// Where the id is.
    package let id: RecipeLocation
    /// Where the number of slots is.
    package let count: RecipeLocation

    package init(file: String, id: RecipeLocation, count: RecipeLocation) {
      self.file = file
      self.id = id
      self.count = count
    }
  }

  /// What a slot is to hold.
  package struct Slot: Hashable, Sendable {
    /// The slot, from 0.
    package let index: Int
    /// The part it belongs to.
    package let part: Int
    /// What its puzzle is to be like.
    package let ask: Ask
    /// The difficulty it aims at, 1…10; `nil` where any will do.
    package let difficulty: Int?

    package var grid: Grid { ask.grid }

    /// The id of the rule that its hardest step has to be; `nil` where any will do.
    package var ruleID: String? { ask.grade.rule?.id }
  }

  /// The number of slots that a pack can have.
  package static let counts = 1...1000

  /// The number of slots.
  package var count: Int { parts.reduce(0) { $0 + $1.count } }

  /// Every slot, in order.
  package var slots: [Slot] {
    var slots: [Slot] = []
    let count = count
    for (number, part) in parts.enumerated() {
      for _ in 0..<part.count {
        let index = slots.count
        let target = difficulty?.target(at: index, of: count)
        let ask = Ask(part.grid, grade: grade(target, rule: part.rule), style: style)
        slots.append(Slot(index: index, part: number, ask: ask, difficulty: target))
      }
    }
    return slots
  }

  /// What a slot that an editor has added to those of the recipe is to hold: its own grid, and what
  /// holds for the whole pack.
  ///
  /// - Parameters:
  ///   - index: The slot.
  ///   - grid: The grid.
  ///   - difficulty: The difficulty that it aims at, 1…10; `nil` where any will do.
  /// - Returns: The slot.
  package func addedSlot(_ index: Int, of grid: Grid, difficulty: Int?) -> Slot {
    Slot(
      index: index, part: parts.count - 1,
      ask: Ask(grid, grade: grade(difficulty), style: style), difficulty: difficulty)
  }

  private func grade(_ difficulty: Int?, rule: Rule? = nil) -> GradeRange {
    GradeRange(
      difficulty: difficulty.map { $0...$0 },
      level: isWithoutAssumptions ? GradeRange.levelsWithoutAssumptions : nil, rule: rule,
      arguments: arguments)
  }

  /// The id of a slot, the key of a player's progress: `2star-10x10:12`.
  package func item(_ slot: Int) -> String { SlotID(pack: id, index: slot).description }
}
