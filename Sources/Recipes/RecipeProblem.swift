/// A mistake in a recipe: where it is, what it is, and what is allowed instead.
package struct RecipeProblem: Hashable, Sendable, CustomStringConvertible {
  /// The file, as the person who started the run would write it.
  package let file: String
  /// Where in the file.
  package let place: RecipeLocation
  /// What is wrong, a dash, and what is allowed.
  package let message: String

  package init(file: String, place: RecipeLocation, message: String) {
    self.file = file
    self.place = place
    self.message = message
  }

  /// `file:line:column: what — what is allowed`.
  package var description: String { "\(file):\(place.line):\(place.column): \(message)" }
}

/// A place in a recipe file: line and column, counted from 1, columns in Unicode scalars.
package struct RecipeLocation: Hashable, Sendable, Comparable {
  /// The line, from 1.
  package let line: Int
  /// The column, from 1.
  package let column: Int

  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// The beginning of a file.
  package static let start = RecipeLocation(line: 1, column: 1)

  /// Earlier in the file first.
  package static func < (left: RecipeLocation, right: RecipeLocation) -> Bool {
    (left.line, left.column) < (right.line, right.column)
  }
}
