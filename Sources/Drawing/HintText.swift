package import Explaining
import StarBattle

/// A hint for people at a terminal: the sentence, and the board with what it is about.
package struct HintText {
  private let style: TraceText
  private let language: HintLanguage

  package init(language: HintLanguage = .english, isColoured: Bool = false, width: Int = 80) {
    self.language = language
    style = TraceText(language: language, isColoured: isColoured, width: width)
  }

  /// The lines of a hint, without line ends.
  ///
  /// - Parameters:
  ///   - hint: The hint.
  ///   - depth: How much to tell; the drawing shows no more than the sentence.
  /// - Returns: The sentence, the board, and what its signs mean.
  package func lines(_ hint: Hint, _ depth: Hint.Depth) -> [String] {
    let board = KnownBoard(hint.puzzle, hint.board)
    return style.paragraph(hint.text(depth, in: language), .heading) + [""]
      + style.drawing(of: board, marks(of: hint, depth, on: board)) + [""]
      + style.paragraph(HintText.legend(of: hint), .faint)
  }

  /// What is said of a solved board.
  package var solved: [String] {
    style.paragraph(Phrases(language: language).text(.solved), .heading)
  }

  private static func legend(of hint: Hint) -> String {
    switch hint.content {
    case .mistake: "* star, · empty, ? the mistake"
    case .step: BoardDrawing.legend
    }
  }

  private func marks(
    of hint: Hint, _ depth: Hint.Depth, on board: KnownBoard
  ) -> [BoardDrawing.Mark] {
    var marks = style.known(board)
    switch hint.content {
    case .mistake(let mistake): marks[mistake.cell] = .assumed
    case .step(let step):
      // Which star is assumed is told with what follows, and not before.
      let isWhole = depth == .explanation
      for cell in isWhole ? step.cells : step.containers.flatMap(board.open(in:))
      where board.cells[cell] == .open {
        marks[cell] = .lookedAt
      }
      guard isWhole else { break }
      for cell in step.stars where board.cells[cell] == .open { marks[cell] = .newStar }
      for cell in step.marks where board.cells[cell] == .open { marks[cell] = .newMark }
    }
    return marks
  }
}
