package import Explaining
package import JSONText

extension HintWriter {
  /// A trace as the mobile app's list of `HintStep`.
  package func json(_ told: ToldTrace) -> JSONValue { .array(hintSteps(told).map(\.json)) }

  /// A trace as a list of steps with rule, containers and cells apart from the sentence.
  package func structured(_ told: ToldTrace) -> JSONValue {
    .array(hintSteps(told).map(\.structured))
  }
}
