import Printable
import Recipes
import Signing

/// What an error says, a line for each thing that is wrong.
package enum ErrorLines {
  /// The lines of an error, each fit for a terminal: a line break that a name brings along begins
  /// no line of its own.
  package static func of(_ error: any Error) -> [String] {
    guard case .mistakes(let problems)? = error as? RecipeError else {
      return [line("\(error)")]
    }
    return problems.map { line($0.description) }
  }

  /// A line for people as it can be shown, whatever it quotes: no secret key is in it.
  package static func line(_ words: String) -> String {
    Printable.line(SecretKey.hidden(in: words))
  }
}
