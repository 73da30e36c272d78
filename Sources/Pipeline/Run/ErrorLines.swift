import Printable
import Recipes

/// What an error says, a line for each thing that is wrong.
package enum ErrorLines {
  /// The lines of an error, each fit for a terminal: a line break that a name brings along begins no
  /// line of its own.
  package static func of(_ error: any Error) -> [String] {
    guard case .mistakes(let problems)? = error as? RecipeError else {
      return [Printable.line("\(error)")]
    }
    return problems.map { Printable.line($0.description) }
  }
}
