import Composing
import Generating
import Solving
import Yams

/// Reads what a composition is to come to: how its puzzles are solved, and from where chance comes.
struct GoalReader {
  let side: Int
  let fields: RecipeFields

  private var reader: RecipeReader { fields.reader }

  private func rule(_ fields: RecipeFields, _ key: String) -> Rule? {
    fields.values[key].flatMap { reader.rule($0, key) }
  }

  /// Reads all of it into a composition; what is wrong is noted.
  func read(into composition: inout Composition) {
    composition.seed = UInt64(
      fields.values["seed"].map { reader.integer($0, "seed", in: RecipeName.seeds) ?? 0 } ?? 0)
    composition.grids =
      fields.values["grids"].map { reader.integer($0, "grids", in: 1...4) ?? 1 } ?? 1
    composition.grade.rule = rule(fields, "rule")
    composition.grade.need = rule(fields, "needs")
    if let node = fields.values["difficulty"],
      let ramp = DifficultyRamp(node, reader: reader)
    {
      composition.grade.difficulty = ramp.first...ramp.last
    }
    composition.opening = opening(below: composition.grade.rule)
    let rules = [composition.grade.rule, composition.grade.need, composition.opening?.rule]
    if Assumptions(fields, rules: rules.compactMap(\.self)) == Assumptions.none {
      composition.grade.level = GradeRange.levelsWithoutAssumptions
    }
    if let arguments = fields.arguments() { composition.grade.arguments = arguments }
    if let need = composition.grade.need {
      checkHardest(
        need, "`needs`", at: fields.place(of: "needs"), hardest: composition.grade.rule)
    }
  }

  /// The first step that is wished for.
  private func opening(below hardest: Rule?) -> Composition.Opening? {
    guard let node = fields.values["first"],
      let first = reader.fields(of: node, "`first`", allowed: ["rule", "cells"]),
      first.required("rule") != nil, let rule = rule(first, "rule")
    else { return nil }
    let cells = CellReader(side: side, reader: reader)
    let named = first.values["cells"].flatMap { cells.cells($0, "`cells`", least: 1) } ?? []
    let place = first.place(of: "rule")
    if ["direct.neighbours", "direct.complete"].contains(rule.id) {
      reader.note(
        place,
        "`\(rule.id)` goes on from stars, and there are none at the first step — name another rule")
    } else {
      checkHardest(rule, "the rule of `first`", at: place, hardest: hardest)
    }
    return Composition.Opening(rule: rule, cells: named.map(\.0))
  }

  /// Notes a rule above the one that the hardest step has to be.
  private func checkHardest(
    _ rule: Rule, _ name: String, at place: RecipeLocation, hardest: Rule?
  ) {
    guard let hardest, rule.row > hardest.row else { return }
    let other = fields.place(of: "rule")
    reader.note(
      place,
      "\(name) is `\(rule.id)`, which comes after `\(hardest.id)` on the ladder, and that is to be "
        + "the hardest step (`rule`, line \(other.line), column \(other.column)) — change one of "
        + "the two, or leave it out")
  }
}
