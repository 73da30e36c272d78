import Catalog
import Identity
import Pipeline
import Recipes

/// A change of one pack: done for real, or for `--dry-run` on a copy, and told slot by slot.
struct PackChange {
  /// The command behind `packs`.
  let command: String
  let flags: EditFlags
  /// Whether there has to be a catalogue; all but a first pack need one.
  var needsCatalog = true
  /// Whether it is told which puzzles of the pack are not as hard as the recipe asks.
  var tellsMisses = false

  /// Changes a pack and tells what has changed.
  ///
  /// - Parameters:
  ///   - house: The places to work with.
  ///   - context: The clock, threads, progress and interruption.
  ///   - emit: Given what to say.
  ///   - pack: The pack that it is about.
  ///   - change: Changes it; what was proposed goes into the answer.
  /// - Returns: `done`.
  /// - Throws: `PipelineError`, `RecipeError`, `CatalogError`, `StateLockError`; what `emit`
  ///   throws.
  func run(
    in house: House, _ context: RunContext, _ emit: (Message) throws -> Void,
    pack: (PackDesk) throws -> PackID,
    change: (PackDesk, PackID, inout PackAnswer) async throws -> Void
  ) async throws -> ExitStatus {
    if let folder = flags.html { try house.refuseOwn(folder) }
    let recipes = try RecipeSet(folder: house.recipes)
    try await PackDesk.open(
      in: house, recipes: recipes, needsCatalog: needsCatalog, context, flags
    ) { desk in
      let catalog = desk.catalog
      let pack = try pack(desk)
      let moment = flags.isDryRun ? nil : try catalog.moment()
      let before = try desk.puzzles(of: pack)
      let pins = try catalog.pinnedSlots(of: pack)
      var answer = PackAnswer(command: command, pack: pack.text, house: house, flags: flags)
      try await change(desk, pack, &answer)
      answer.changes = SlotChange.between(before, try desk.puzzles(of: pack))
      answer.pins = try catalog.pinnedSlots(of: pack)
      answer.newPins = Set(answer.pins).symmetricDifference(pins).sorted()
      answer.version = try catalog.packVersion(pack)
      answer.rollback = try catalog.standingRollback()
      answer.away = try catalog.rollback(answer.rollback, puttingAway: pack)
      answer.published = try catalog.publishedVersion(pack)?.version
      answer.migration = try catalog.migrations().filter { $0.release == nil }.map(\.migration)
        .last { $0.pack == pack && $0.fromVersion == answer.published }
      if tellsMisses {
        for line in try desk.missWarnings(of: pack) { try emit(.problem(line)) }
      }
      for line in answer.warnings { try emit(.problem(line)) }
      for line in answer.sheet?.missWarnings ?? [] { try emit(.problem(line)) }
      if let moment {
        let words = answer.changes.map(\.words) + answer.pinWords
        let slots = Set(answer.changes.map(\.slot)).union(answer.newPins)
        let place = slots.count == 1 ? slots.map { "\(pack):\($0)" }.joined() : pack.text
        answer.edit = try catalog.remember(
          NewEdit(
            at: desk.now, command: "packs \(command)", place: place,
            words: EditWords.text(words), reason: flags.reason), since: moment)
      }
      answer.isListed = recipes.packs.contains { $0.id == pack }
      answer.isWithdrawn = try catalog.isWithdrawn(pack)
      try answer.sheet?.write(emit)
      try emit(.answer(answer))
    }
    return .done
  }
}
