import Solving
package import StarBattle

extension KnownBoard {
  /// The first container with stars that touch another, or with too many: plainer to see than what
  /// a rule finds.
  package var flaw: Failure? {
    let lines = 0..<side
    let containers =
      lines.map { Container.row($0) } + lines.map { .column($0) } + lines.map { .region($0) }
    let wrong = containers.first { container in
      need(of: [container]) < 0
        || members(of: container).contains { cells[$0] == .star && touchesOtherStar($0) }
    }
    return wrong.map { Failure(rule: Rule.forced.id, containers: [$0]) }
  }
}
