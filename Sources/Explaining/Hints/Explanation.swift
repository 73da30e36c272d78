import Solving
import StarBattle

/// Why a step holds, in words: what the step, the board before it and a language have to say
/// together.
///
/// Each family of rules has an extension of its own; a rule says by its `wording` which. All of
/// them look at the board as it is when the step is taken, not at the start of its cycle, because
/// that is what a player sees. A step that does not look as its rule's steps should still gets a
/// sentence that holds (`general`).
package struct Explanation {
  let step: Step
  let board: KnownBoard
  let phrases: Phrases

  /// What the step concludes that was not known; all of it where everything was.
  let stars: [Int]
  let marks: [Int]

  init(of step: Step, on board: KnownBoard, in phrases: Phrases) {
    self.step = step
    self.board = board
    self.phrases = phrases
    let newStars = step.stars.filter { board.cells[$0] != .star }
    let newMarks = step.marks.filter { board.cells[$0] == .open }
    let isNews = !(newStars.isEmpty && newMarks.isEmpty)
    stars = isNews ? newStars : step.stars
    marks = isNews ? newMarks : step.marks
  }

  var side: Int { board.side }
  var quota: Int { board.puzzle.grid.stars }

  /// The only container, for rules that look at one.
  var container: Container? { step.containers.count == 1 ? step.containers.first : nil }

  var sentence: String { Inflection.text(inflected) }

  /// The sentence with forms that nobody has asked for.
  private var inflected: String {
    if let assumption = step.assumption { return hypothetical(assumption) }
    if !step.ways.isEmpty { return hypothetical(step.ways) }
    return Rule(id: step.rule).flatMap { sentence(in: $0.wording) } ?? general
  }

  /// The words of a rule; `nil` where the step does not look as they expect.
  private func sentence(in wording: Rule.Wording) -> String? {
    switch wording {
    case .sentence: phrases.sentence(ofRule: step.rule, values)
    case .neighbours: neighbours
    case .forced: forced
    case .complete: complete
    case .tilingForced: tilingForced
    case .tilingAdjacency: adjacency
    case .tilingOverhang: overhang
    case .pairs: pairs
    case .counting: counting(byTiles: false)
    case .tilingCounting: counting(byTiles: true)
    case .parts: parts
    case .sum: sum
    // Told by what the step assumes, of which it has none.
    case .assumption, .ways: nil
    }
  }

  /// What the one sentence of a rule can speak of: the keys of `values`.
  package static let placeholders = ["demand", "need", "then", "there", "where"]

  private var values: [String: String] {
    [
      "demand": demand(of: step.containers), "need": need(of: step.containers), "then": then,
      "there": there, "where": phrases.name(of: step.containers),
    ]
  }

  /// What can be said of any step.
  private var general: String {
    if step.containers.isEmpty { return phrases.text(.generalPlain, ["then": then]) }
    return phrases.text(
      .generalContainers, ["containers": phrases.name(of: step.containers), "then": then])
  }

  // MARK: - Clauses

  /// The conclusion: `row 3, column 5 is a star, and these cells stay empty: …`.
  var then: String {
    if stars.isEmpty { return thenMarks }
    if marks.isEmpty { return thenStars }
    return phrases.text(.thenBoth, ["stars": thenStars, "marks": thenMarks])
  }

  private var thenStars: String {
    if stars.count == 1 { return phrases.text(.thenStar, ["place": place(stars[0])]) }
    return phrases.text(.thenStars, ["cells": places(stars)])
  }

  private var thenMarks: String {
    if marks.count == 1 { return phrases.text(.thenMark, ["place": place(marks[0])]) }
    guard let cells = phrases.places(marks, side: side) else {
      return phrases.text(.thenMarksMany, ["count": phrases.number(marks.count)])
    }
    return phrases.text(.thenMarks, ["cells": cells])
  }

  /// `there` after one mark, `in any of them` after several.
  var there: String { phrases.text(marks.count == 1 ? .thereOne : .thereMany) }

  /// `Row 3 needs one more star`, `rows 3 and 4 together need two stars`.
  func demand(of containers: [Container]) -> String {
    phrases.text(
      containers.count == 1 ? .demandOne : .demandMany,
      ["where": phrases.name(of: containers), "need": need(of: containers)])
  }

  /// `a star`, `two more stars`.
  func need(of containers: [Container]) -> String {
    phrases.need(board.need(of: containers), hasSome: board.stars(in: containers) > 0)
  }

  func place(_ cell: Int) -> String { phrases.place(cell, side: side) }

  /// Cells by name, however many.
  func places(_ cells: [Int]) -> String { phrases.places(cells, side: side, atMost: side) ?? "" }
}
