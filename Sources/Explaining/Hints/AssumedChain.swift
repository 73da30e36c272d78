package import StarBattle

/// An assumption as it looks on a board that may know more than when it was refuted.
///
/// All assumptions of a cycle are refuted on the board at its start, but a player takes the marks
/// one by one. Where a chain places a star on a cell that has got its mark since, it ends there:
/// the containers that need the star lack a cell for it.
package struct AssumedChain {
  /// The steps that still follow and say something new.
  package let steps: [Step]

  /// What fails after them.
  package let failure: Failure

  /// The board with the assumed star and all that follows.
  package let board: KnownBoard

  /// Follows an assumption on a board.
  package init(_ assumption: Assumption, on known: KnownBoard) {
    var board = known
    board.place(assumption.cell)
    var steps: [Step] = []
    var failure = assumption.failure
    for step in assumption.chain {
      if !step.containers.isEmpty, step.stars.contains(where: { known.cells[$0] == .mark }) {
        failure = Failure(rule: step.rule, containers: step.containers)
        break
      }
      let before = board.cells
      board.apply(step)
      // Marks that are known by now are no news.
      if board.cells != before { steps.append(step) }
    }
    self.steps = steps
    self.failure = failure
    self.board = board
  }
}
