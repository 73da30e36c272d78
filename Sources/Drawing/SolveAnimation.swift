package import Explaining
package import StarBattle

/// A solve as a moving picture: an SVG document in which step after step comes with its sentence.
///
/// It needs no script: the steps are times of one clock that begins anew when the last has been
/// seen (SMIL, which browsers play in images, too). Where nothing moves, the board is empty.
package struct SolveAnimation {
  /// The language of the sentences.
  package let language: HintLanguage

  /// Makes animations in a language.
  package init(language: HintLanguage = .english) { self.language = language }

  /// How long a step is shown, in seconds, by the length of its sentence.
  private static func seconds(for sentence: String) -> Double {
    // A quick reader's 20 characters a second, and a moment to look.
    1 + Double(sentence.count / 2) / 10
  }

  /// The document of a solve, with a line end.
  ///
  /// - Parameters:
  ///   - trace: The solve.
  ///   - title: What it is called, for screen readers and tooltips.
  /// - Returns: The document; O(steps × cells) bytes.
  package func document(_ trace: Trace, title: String) -> String {
    let side = trace.puzzle.grid.side
    let writer = HintWriter(language: language)
    var board = KnownBoard(trace.puzzle)
    var shapes: [String] = []
    var words: [String] = []
    var time = 1.0
    let wrap = max(24, side * 6)
    var mostLines = 1
    for step in ToldTrace(trace).steps {
      let sentence = writer.sentence(for: step, on: board)
      let end = time + SolveAnimation.seconds(for: sentence)
      let looked = step.cells.map { "M\($0 % side) \($0 / side)h1v1h-1z" }.joined()
      shapes.append(
        ##"<path class="look" d="\##(looked)">\##(shown(from: time, to: end))</path>"##)
      let marks = step.marks.map { "M\($0 % side).5 \($0 / side).5h0" }.joined()
      if !marks.isEmpty {
        shapes.append(##"<path class="mark" d="\##(marks)">\##(shown(from: time + 0.5))</path>"##)
      }
      for star in step.stars {
        shapes.append(
          #"<path class="star" transform="translate(\#(star % side) \#(star / side))" "#
            + #"d="\#(BoardSVG.star)">\#(shown(from: time + 0.5))</path>"#)
      }
      let lines = WrappedText.lines(of: sentence, columns: wrap)
      mostLines = max(mostLines, lines.count)
      words.append(text(lines, below: side, from: time, to: end))
      time = end
      board.apply(step)
    }
    let height = Double(side) + 0.5 + Double(mostLines) * 0.42
    let opening = BoardSVG.opening(side: side, title: title, height: height)
    return opening + BoardSVG.ground(trace.puzzle) + """
      <style>
      path.look{fill:#f5a623;opacity:0;fill-opacity:.35}
      path.mark{stroke:#1e1d24;stroke-width:.16;stroke-linecap:round;stroke-opacity:.45;opacity:0}
      path.star{fill:#1e1d24;opacity:0}
      text{font:.32px system-ui,sans-serif;fill:#1e1d24;opacity:0}
      @media (prefers-color-scheme:dark){text{fill:#eee}}
      </style>
      <rect width="0" height="0"><animate id="clock" attributeName="x" values="0;0" \
      begin="0s;clock.end" dur="\(BoardSVG.decimal(time + 4))s"/></rect>
      \(shapes.joined(separator: "\n"))
      \(words.joined(separator: "\n"))
      </svg>

      """
  }

  /// Makes what it is put into visible for some time of each round, or to its end.
  private func shown(from: Double, to: Double? = nil) -> String {
    let end = to.map { "clock.begin+\(BoardSVG.decimal($0))s" } ?? "clock.end"
    return #"<set attributeName="opacity" to="1" begin="clock.begin+"#
      + #"\#(BoardSVG.decimal(from))s" end="\#(end)"/>"#
  }

  private func text(_ lines: [String], below side: Int, from: Double, to: Double) -> String {
    let spans = lines.enumerated().map { index, line in
      #"<tspan x="0" y="\#(BoardSVG.decimal(Double(side) + 0.55 + Double(index) * 0.42))">"#
        + "\(BoardSVG.escaped(line))</tspan>"
    }
    return "<text>\(shown(from: from, to: to))\(spans.joined())</text>"
  }
}
