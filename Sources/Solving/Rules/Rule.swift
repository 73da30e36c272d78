public import StarBattle

/// A rule of the ladder: a fact about stars that a person can use and name.
///
/// All that is known of a rule stands in one value, in the file that says how it works; its place
/// among the others stands in `ladder`. See `AddingARule.md`.
public struct Rule: Sendable, Identifiable {
  /// The number that stands for the rule in seeds, 1…31; kept for ever, and never given to another
  /// rule.
  public let code: Int
  /// The stable name, such as `tiling.overhang`; in catalogues and hints for ever, never reused.
  public let id: String
  /// What people call it.
  public let name: String
  /// The difficulty level, 1…13: 1–11 are the field's own, 12 and 13 this project's.
  public let level: Int
  /// What finding one cell by this rule adds to a puzzle's effort, on an empty board; see `Score`.
  package private(set) var cost: Int
  /// Where the rule is described: a book or an article, or `this project`.
  public let source: String
  /// How much of the board one of its steps rests on.
  public let scope: StepScope
  /// How its steps are put into words.
  package let wording: Wording
  /// Where puzzles often have it for their hardest step.
  package let prevalence: Prevalence

  /// Adds all that the rule finds on a board to the engine's deductions.
  package let find: Find
  /// Splits what it has found into steps that name their containers.
  let split: Split
  /// Finds containers that, by this rule, can no longer have their stars.
  let locateFailure: LocateFailure?

  /// How a rule looks at a board; see `find`.
  ///
  /// - Parameters:
  ///   - solve: The board, and what else a rule may want to know. A rule changes nothing of it; it
  ///     is `inout` because a value of its size that is only borrowed is copied at every call.
  ///   - changed: The containers that have changed since the rule last found nothing. It may pass
  ///     over all others.
  ///   - engine: The memory that rules work in, with the deductions.
  ///   - layout: The layout of the board.
  package typealias Find =
    @Sendable (
      _ solve: inout LadderSolve, _ changed: ContainerSet, _ engine: inout RuleEngine,
      _ layout: borrowing Layout
    ) -> Void

  /// How what it has found becomes steps; see `split`.
  ///
  /// - Parameters:
  ///   - solve: The board on which the rule has found something; nothing is changed of it.
  ///   - recorder: Has what it found, and takes the steps.
  ///   - engine: The memory that rules work in; its deductions are empty.
  ///   - layout: The layout of the board.
  package typealias Split =
    @Sendable (
      _ solve: inout LadderSolve, _ recorder: inout StepRecorder, _ engine: inout RuleEngine,
      _ layout: borrowing Layout
    ) -> Void

  /// How containers are found that fail; see `locateFailure`.
  ///
  /// - Returns: The containers; `nil` where each can have its stars, as far as this rule can see.
  package typealias LocateFailure =
    @Sendable (
      _ board: inout Board, _ engine: inout RuleEngine, _ layout: borrowing Layout
    ) -> [ContainerNumber]?

  /// Where rules come from.
  ///
  /// The articles build on each other: the list of rules names the guide and the tutorial as its
  /// sources.
  package struct Source: ExpressibleByStringLiteral {
    let text: String
    package init(stringLiteral text: String) { self.text = text }

    static let guide: Source = "K. De Asis, A Star Battle Guide"
    static let tutorial: Source =
      "K. De Asis, A Star Battle Guide; KrazyDad, Two Not Touch advanced tutorial"
    static let list: Source = "Star Battle Production Rules (github.com/masonomara/star-battle)"
    static let ours: Source = "this project"
  }

  /// Where a rule is often the hardest step of a puzzle, so that it is worthwhile to steer there.
  package enum Prevalence: Sendable {
    /// At any grid.
    case anyGrid
    /// Where containers have several stars: with one, it says no more than an easier rule.
    case severalStars
    /// Hardly anywhere: puzzles that need it need something harder as well.
    case rare
  }

  package init(
    code: Int, id: String, name: String, level: Int, cost: Int, source: Source, scope: StepScope,
    wording: Wording, prevalence: Prevalence = .anyGrid, find: @escaping Find,
    split: @escaping Split, locateFailure: LocateFailure? = nil
  ) {
    self.code = code
    self.id = id
    self.name = name
    self.level = level
    self.cost = cost
    self.source = source.text
    self.scope = scope
    self.wording = wording
    self.prevalence = prevalence
    self.find = find
    self.split = split
    self.locateFailure = locateFailure
  }
}

extension Rule {
  /// The same rule at another cost.
  package func costing(_ cost: Int) -> Rule {
    var rule = self
    rule.cost = cost
    return rule
  }

  /// What a rule that looks at one container at a time finds in some of them.
  package typealias LookInEach =
    @Sendable (
      _ containers: ContainerSet, _ board: inout Board, _ engine: inout RuleEngine,
      _ layout: borrowing Layout
    ) -> Void

  /// A rule that looks at one container at a time: each is a step.
  package init(
    code: Int, id: String, name: String, level: Int, cost: Int, source: Source, wording: Wording,
    prevalence: Prevalence = .anyGrid, lookInEach: @escaping LookInEach,
    locateFailure: LocateFailure? = nil
  ) {
    self.init(
      code: code, id: id, name: name, level: level, cost: cost, source: source, scope: .container,
      wording: wording, prevalence: prevalence,
      find: { solve, changed, engine, layout in lookInEach(changed, &solve.board, &engine, layout)
      },
      split: { solve, recorder, engine, layout in
        var board = solve.board
        var containers = solve.asked
        while let container = containers.popFirst() {
          lookInEach(ContainerSet(only: container), &board, &engine, layout)
          recorder.add(&engine.deductions, [container], layout)
        }
      }, locateFailure: locateFailure)
  }
}

extension Rule: Hashable {
  /// Whether two values are the same rule: by its code.
  public static func == (left: Rule, right: Rule) -> Bool { left.code == right.code }

  /// Hashes the code.
  public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}
