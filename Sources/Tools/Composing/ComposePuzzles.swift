import Composing
import Files
package import Pipeline
import Pressing
import Recipes
import StarBattle

/// Makes puzzles as an editor wishes: what a recipe leaves open is found.
package struct ComposePuzzles: Command {
  /// The file of the recipe.
  package var recipe: String
  /// The number that all chance comes from, in place of the recipe's.
  package var seed: Int?
  /// The fresh starts after which it is given up.
  package var attempts: Int?
  /// The file that gets the puzzles, if any.
  package var target: String?

  package init(
    _ recipe: String, seed: Int? = nil, attempts: Int? = nil, target: String? = nil
  ) {
    self.recipe = recipe
    self.seed = seed
    self.attempts = attempts
    self.target = target
  }

  /// The seeds that can be given.
  package static let seeds = PuzzleSeries.seeds

  /// The fresh starts that can be asked for.
  package static let attemptRange = 1...1_000_000

  package func run(
    in house: House, _ context: RunContext, emit: (Message) throws -> Void
  ) async throws -> ExitStatus {
    if let target {
      try house.refuseOwn(target)
      if Folders.areSame(target, recipe) {
        throw PipelineError.refused(what: target, reason: "it is the recipe; name another file")
      }
      // Before minutes of work, not after them.
      try Folders.checkRoom(for: target, makingFolder: false)
    }
    let plan = try plan()
    let most = plan.isDrawnWhole ? 1 : plan.composition.attempts
    var search = Search(grid: plan.composition.grid)
    try await inOrder(
      count: most, width: context.jobs,
      tool: { Composer(plan) },
      work: { attempt, composer -> Composer.Outcome? in
        context.interruption() == nil ? composer.attempt(attempt) : nil
      },
      take: { attempt, outcome in
        try context.checkInterruption()
        guard let outcome else { return false }
        search.take(outcome)
        context.progress(
          RunProgress(stage: "composing \(recipe)", done: attempt + 1, total: most))
        return search.pressed.isEmpty
      })
    guard !search.pressed.isEmpty else {
      let failure = FailedComposition(file: recipe, plan: plan, search: search)
      if context.form == .json { try emit(.answer(failure)) }
      for line in failure.text { try emit(.problem(line)) }
      return .partial
    }
    let made = ComposedPuzzles(
      file: recipe, seed: plan.composition.seed, attempts: search.attempts,
      pressed: search.pressed)
    if let target {
      try Folders.write(Array((made.text.joined(separator: "\n") + "\n").utf8), to: target)
    }
    try emit(.answer(made))
    for line in made.notes { try emit(.note(line)) }
    return .done
  }

  /// The wishes of the recipe, checked.
  private func plan() throws -> CompositionPlan {
    guard Folders.exists(recipe) else {
      throw PipelineError.input(
        path: recipe, reason: "it does not exist — write it, or name another")
    }
    var recipe = try CompositionRecipe(file: recipe)
    if let seed { recipe.composition.seed = UInt64(seed) }
    if let attempts { recipe.composition.attempts = attempts }
    do throws(Composition.Fault) {
      let plan = try CompositionPlan(recipe.composition)
      var composer = Composer(plan)
      try composer.checkStars()
      return plan
    } catch {
      throw recipe.error(for: error)
    }
  }
}

/// What the fresh starts have come to.
struct Search: ~Copyable {
  /// The fresh starts so far.
  private(set) var attempts = 0
  /// The puzzles, once there are all.
  private(set) var pressed: [Pressed] = []
  /// The nearest that led nowhere.
  private(set) var nearest: Composer.Miss?
  /// How many ended at each stage, by the stage's number.
  private(set) var ends = [Int](repeating: 0, count: Composer.Stage.allCases.count)
  private var press: Press

  init(grid: Grid) { press = Press(grid: grid) }

  /// Takes the next one; proves what was made.
  mutating func take(_ outcome: Composer.Outcome) {
    attempts += 1
    switch outcome {
    case .made(let puzzles):
      var found: [Pressed] = []
      for made in puzzles {
        if case .success(let pressed) = press.check(made.puzzle) { found.append(pressed) }
      }
      if found.count == puzzles.count { pressed = found }
    case .failed(let miss):
      ends[miss.stage.rawValue] += 1
      if nearest.map({ miss.isNearer(than: $0) }) ?? true { nearest = miss }
    }
  }
}
