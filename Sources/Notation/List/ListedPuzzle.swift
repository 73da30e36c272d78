/// One puzzle of a list, read or refused.
public struct ListedPuzzle: Sendable {
  /// The line where it begins, from 1.
  public let line: Int

  /// What it is written in; `nil` where that was not recognised.
  public let notation: Notation?

  /// The puzzle, with its metadata where the notation has any, or what is wrong with it.
  public let result: Result<SBN, NotationError>
}
