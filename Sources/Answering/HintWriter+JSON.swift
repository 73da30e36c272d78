package import Explaining
package import JSONText
package import StarBattle

extension HintWriter {
  /// A trace as the mobile app's list of `HintStep`.
  package func json(_ trace: Trace) -> JSONValue { .array(hintSteps(trace).map(\.json)) }

  /// A trace as a list of steps with rule, containers and cells apart from the sentence.
  package func structured(_ trace: Trace) -> JSONValue {
    .array(hintSteps(trace).map(\.structured))
  }
}
