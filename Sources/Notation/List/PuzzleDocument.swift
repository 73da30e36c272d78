/// A part of a text that is more than a line or a few: it is walked puzzle by puzzle.
///
/// A pack file, a table and a saved board are such parts. A document knows where it ends, and a
/// broken one leaves the text at a line where something else can begin.
protocol PuzzleDocument: Sendable {
  /// Reads on to the next puzzle of the document.
  ///
  /// - Parameter source: The text, behind the line in which the document began or was left.
  /// - Returns: The puzzle or what is wrong with it, and the line where it begins; `nil` behind the
  ///   last.
  mutating func next(
    in source: inout TextSource
  ) -> (line: Int, result: Result<SBN, NotationError>)?
}
