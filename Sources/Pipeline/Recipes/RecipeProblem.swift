/// A mistake in a recipe: where it is, what it is, and what is allowed instead.
public struct RecipeProblem: Hashable, Sendable, CustomStringConvertible {
  /// The file, as the person who started the run would write it.
  public let file: String
  /// Where in the file.
  public let place: RecipePlace
  /// What is wrong, a dash, and what is allowed.
  public let message: String

  /// `file:line:column: what — what is allowed`.
  public var description: String { "\(file):\(place.line):\(place.column): \(message)" }
}

/// A place in a recipe file: line and column, counted from 1, columns in Unicode scalars.
public struct RecipePlace: Hashable, Sendable, Comparable {
  /// The line, from 1.
  public let line: Int
  /// The column, from 1.
  public let column: Int

  /// The beginning of a file.
  static let start = RecipePlace(line: 1, column: 1)

  /// Earlier in the file first.
  public static func < (left: RecipePlace, right: RecipePlace) -> Bool {
    (left.line, left.column) < (right.line, right.column)
  }
}
