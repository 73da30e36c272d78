package import Explaining
package import JSONText

extension StepGraph {
  /// The steps as an app reads them: `[[rule,[star…],[mark…],[step…]],…]`, cells row-major from 0,
  /// rules by their place among the ids that the file lists, easiest first.
  package func json(rules: [String]) -> JSONValue {
    func list(_ numbers: [Int]) -> JSONValue { .array(numbers.map { .integer($0) }) }
    return .array(
      nodes.map { node in
        .array([
          .integer(rules.firstIndex(of: node.rule) ?? rules.count), list(node.stars),
          list(node.marks), list(node.rests),
        ])
      })
  }
}
