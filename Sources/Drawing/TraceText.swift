package import Explaining
package import Grading
import Solving
package import StarBattle
import Wording

/// A trace for people at a terminal: what each step says, and the board before and after.
///
/// Boards stand side by side where the width allows: with four columns a cell, else with two;
/// else only the board after the step is drawn, and in the end without borders.
package struct TraceText {
  /// The language of the sentences; the rest is English, as all the command line is.
  var language = HintLanguage.english
  /// Whether to use ANSI colours; nothing is told by colour alone.
  var isColoured = false
  /// The columns to fit into, as far as the board lets it.
  var width = 80
  /// Whether every step gets boards of its own, or only every cycle.
  var showsEveryStep = false

  package init(
    language: HintLanguage = HintLanguage.english, isColoured: Bool = false, width: Int = 80,
    showsEveryStep: Bool = false
  ) {
    self.language = language
    self.isColoured = isColoured
    self.width = width
    self.showsEveryStep = showsEveryStep
  }

  /// Columns between two boards.
  private static let gap = 3

  /// The trace, line by line.
  ///
  /// - Parameters:
  ///   - trace: The trace.
  ///   - grade: The grade that it leads to.
  /// - Returns: Lines without line ends: a block for each cycle, or for each step, then the
  ///   verdict.
  /// - Complexity: O(steps × cells).
  package func lines(_ trace: Trace, grade: Grade) -> [String] {
    let writer = HintWriter(language: language)
    var board = KnownBoard(trace.puzzle)
    let frame = frame(for: trace.puzzle)
    var lines = ["\(trace.puzzle.grid)"] + paragraph(BoardDrawing.legend, .faint) + [""]
    let told = ToldTrace(trace).steps
    var index = 0
    while index < trace.steps.count {
      let first = trace.steps[index]
      let start = index
      let before = board
      index += 1
      while !showsEveryStep, index < trace.steps.count, trace.steps[index].cycle == first.cycle {
        index += 1
      }
      let steps = told[start..<index]
      lines += heading(of: showsEveryStep ? told[start] : first)
      for (number, step) in zip(start..<index, steps) {
        lines += text(of: step, number: number + 1, on: board, writer)
        board.apply(step)
      }
      lines.append("")
      lines += boards(before, board, Array(steps), in: frame)
      lines.append("")
    }
    return lines + verdict(trace, grade, board, writer)
  }

  // MARK: - Steps

  private func heading(of step: Step) -> [String] {
    let name = Rule(id: step.rule)?.name ?? step.rule
    return paragraph("Cycle \(step.cycle + 1) · level \(step.level) · \(name)", .heading)
  }

  private func text(
    of step: Step, number: Int, on board: KnownBoard, _ writer: HintWriter
  ) -> [String] {
    let containers =
      step.containers.isEmpty ? "" : "[\(writer.name(of: step.containers))] "
    var lines = wrap(
      containers + writer.sentence(for: step, on: board), behind: "\(number).", indent: 5)
    for way in step.ways {
      var trial = board
      for star in way.stars { trial.place(star) }
      for link in way.chain { trial.apply(link) }
      let stars = way.stars.map { writer.name(of: $0, side: board.side) }.joined(separator: "; ")
      lines += wrap(stars, behind: way.failure == nil ? "  ✓" : "  ?", indent: 9)
      guard let failure = way.failure else { continue }
      lines += wrap(writer.clause(for: failure, on: trial), behind: "  ✗", indent: 9)
    }
    guard let assumption = step.assumption else { return lines }
    var trial = board
    trial.place(assumption.cell)
    lines += wrap(writer.name(of: assumption.cell, side: board.side), behind: "  ?", indent: 9)
    let chain = AssumedChain(assumption, on: board)
    for link in chain.steps {
      lines += wrap(writer.sentence(for: link, on: trial), behind: "  →", indent: 9)
      trial.apply(link)
    }
    lines += wrap(
      writer.clause(for: chain.failure, on: chain.board), behind: "  ✗", indent: 9)
    return lines
  }

  /// Breaks a text into lines, all of them indented, the first behind a sign.
  private func wrap(_ text: String, behind sign: String, indent: Int) -> [String] {
    let lines = WrappedText.lines(of: text, columns: max(20, width - indent))
    let blank = String(repeating: " ", count: indent)
    let head =
      sign.isEmpty
      ? blank : String(repeating: " ", count: max(0, indent - 1 - sign.count)) + sign + " "
    return lines.enumerated().map { ($0 == 0 ? head : blank) + $1 }
  }

  // MARK: - Boards

  /// The board before and after one step.
  package func boards(around step: Step, on board: KnownBoard) -> [String] {
    var after = board
    after.apply(step)
    return boards(board, after, [step], in: frame(for: board.puzzle))
  }

  /// What the signs on boards mean, in lines.
  package var legend: [String] { paragraph(BoardDrawing.legend, .faint) }

  /// A text in lines that fit.
  package func folded(_ text: String) -> [String] { wrap(text, behind: "", indent: 0) }

  /// How boards are drawn in this width, and whether there is room for two side by side.
  private typealias Frame = (drawing: BoardDrawing, isPair: Bool)

  private func frame(for puzzle: Puzzle) -> Frame {
    let side = puzzle.grid.side
    func fits(_ size: BoardDrawing.Size, _ count: Int) -> Bool {
      count * BoardDrawing.width(of: size, side: side) + (count - 1) * TraceText.gap <= width
    }
    let pair = [BoardDrawing.Size.wide, .compact].first { fits($0, 2) }
    let size = pair ?? [.compact].first { fits($0, 1) } ?? .letters
    return (
      BoardDrawing(puzzle: puzzle, size: size, isColoured: isColoured),
      isPair: pair != nil || (size == .letters && fits(size, 2))
    )
  }

  private func boards(
    _ before: KnownBoard, _ after: KnownBoard, _ steps: [Step], in frame: Frame
  ) -> [String] {
    let right = frame.drawing.lines(marks(after, since: before, steps, isAlone: !frame.isPair))
    guard frame.isPair else { return right }
    let left = frame.drawing.lines(marks(before, lookingAt: steps))
    let blank = String(repeating: " ", count: TraceText.gap)
    return zip(left, right).map { $0 + blank + $1 }
  }

  /// The board before some steps, with the cells that they look at.
  private func marks(_ board: KnownBoard, lookingAt steps: [Step]) -> [BoardDrawing.Mark] {
    var marks = known(board)
    for step in steps {
      for cell in step.cells where board.cells[cell] == .open { marks[cell] = .lookedAt }
    }
    for step in steps {
      if let cell = step.assumption?.cell { marks[cell] = .assumed }
    }
    return marks
  }

  /// The board after some steps, with what is new; alone, it shows what they look at as well.
  private func marks(
    _ board: KnownBoard, since before: KnownBoard, _ steps: [Step], isAlone: Bool
  ) -> [BoardDrawing.Mark] {
    var marks = known(board)
    if isAlone {
      for step in steps {
        for cell in step.cells where board.cells[cell] == .open { marks[cell] = .lookedAt }
      }
    }
    for cell in marks.indices where before.cells[cell] == .open {
      switch board.cells[cell] {
      case .star: marks[cell] = .newStar
      case .mark: marks[cell] = .newMark
      case .open: break
      }
    }
    return marks
  }

  func known(_ board: KnownBoard) -> [BoardDrawing.Mark] {
    board.cells.map { cell in
      switch cell {
      case .open: .open
      case .star: .star
      case .mark: .mark
      }
    }
  }

  // MARK: - The end

  private func verdict(
    _ trace: Trace, _ grade: Grade, _ board: KnownBoard, _ writer: HintWriter
  ) -> [String] {
    let cycles = "\(grade.cycles, of: "cycle")"
    let text: String
    switch grade.outcome {
    case .solved:
      if let longest = trace.steps.map(\.largestSum).max(), longest > 0 {
        let isAssuming = trace.steps.contains { $0.assumption != nil || !$0.ways.isEmpty }
        return paragraph(
          "Solved in \(cycles)\(isAssuming ? "" : " without assuming a star"); "
            + "the longest sum has \(longest, of: "part").", .heading)
      }
      let score = ScoreText.decimal(hundredths: grade.scoreInHundredths)
      return paragraph(
        "Solved in \(cycles): level \(grade.level), score \(score), "
          + "difficulty \(grade.difficulty) (\(grade.band.rawValue)).", .heading)
    case .stuck(let unknowns):
      text =
        "Stuck after \(cycles): \(unknowns, of: "cell stays", "cells stay") open."
    case .contradiction:
      let failure = board.flaw ?? trace.failure
      let reason = failure.map { ": \(writer.clause(for: $0, on: board))" } ?? ""
      text =
        grade.cycles == 0
        ? "No solution\(reason)."
        : "No solution, as \(cycles) show\(grade.cycles == 1 ? "s" : "")\(reason)."
    }
    let style: TerminalStyle = grade.outcome == .contradiction ? .failure : .heading
    return paragraph(text, style) + [""] + boards(board)
  }

  /// The board as it stands.
  private func boards(_ board: KnownBoard) -> [String] { drawing(of: board, known(board)) }

  /// A board by itself, as large as the width allows.
  func drawing(of board: KnownBoard, _ marks: [BoardDrawing.Mark]) -> [String] {
    let size = BoardDrawing.Size.allCases.first {
      BoardDrawing.width(of: $0, side: board.side) <= width
    }
    return BoardDrawing(puzzle: board.puzzle, size: size ?? .letters, isColoured: isColoured)
      .lines(marks)
  }

  func paragraph(_ text: String, _ style: TerminalStyle) -> [String] {
    wrap(text, behind: "", indent: 0).map { style.paint($0, isColoured: isColoured) }
  }
}
