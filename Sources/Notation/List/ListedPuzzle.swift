import StarBattle

/// One puzzle of a list, read or refused.
public struct ListedPuzzle: Sendable {
  /// The line where it begins, from 1.
  public let line: Int

  /// What it is written in; `nil` where that was not recognised.
  public let notation: Notation?

  private let content: Content

  private enum Content {
    case read(Result<SBN, NotationError>)
    case line(
      TextLine, stars: Int?, reader: @Sendable (TextLine, Int?) throws(NotationError) -> SBN)
  }

  /// The puzzle, with its metadata where the notation has any, or what is wrong with it.
  ///
  /// What stands on a line of its own is read here and now, so that whoever has several threads can
  /// read on all of them; ask once.
  ///
  /// - Complexity: O(characters).
  public var result: Result<SBN, NotationError> {
    switch content {
    case .read(let result): return result
    case .line(let line, let stars, let reader):
      do throws(NotationError) {
        try TextLimits.checkLength(line.content.count, line: line.number)
        return .success(try reader(line.withoutQuotes, stars))
      } catch {
        return .failure(error)
      }
    }
  }

  /// About as many as it has cells, without reading it: the characters of its line.
  ///
  /// - Complexity: O(1).
  package var length: Int {
    switch content {
    case .read(let result): (try? result.get())?.puzzle.grid.cellCount ?? 0
    case .line(let line, _, _): line.content.count
    }
  }

  init(line: Int, notation: Notation?, result: Result<SBN, NotationError>) {
    self.line = line
    self.notation = notation
    content = .read(result)
  }

  /// A puzzle on a line of its own, not read yet.
  init(
    _ line: TextLine, stars: Int?, notation: Notation?,
    reader: @escaping @Sendable (TextLine, Int?) throws(NotationError) -> SBN
  ) {
    self.line = line.number
    self.notation = notation
    content = .line(line, stars: stars, reader: reader)
  }
}
