import Printable
package import StarBattle

/// Boards as SVG: as a file of its own, and as the shapes that a page draws again and again.
package enum BoardSVG {
  /// How a file of its own looks.
  package struct Style {
    /// Whether regions are told by their borders alone, for print.
    package var isMono = false
    /// Whether the stars of the solution are drawn.
    package var solution: Solution?

    package init(isMono: Bool = false, solution: Solution? = nil) {
      self.isMono = isMono
      self.solution = solution
    }
  }

  /// A five-pointed star in the middle of a cell at 0, 0.
  package static let star =
    "M.5.135 .6.387 .871.404 .662.578 .729.841 .5.695 .271.841 .338.578 .129.404 .4.387z"

  /// The visible area of a drawing: the board and the outer half of its frame.
  package static func viewBox(side: Int) -> String {
    "-0.1 -0.1 \(side).2 \(side).2"
  }

  /// The widths of thin and thick lines: finer boards need relatively stronger ones.
  static func lineWidths(side: Int) -> (thin: String, thick: String) {
    side <= 10 ? (".025", ".09") : side <= 17 ? (".035", ".11") : (".045", ".14")
  }

  static func frame(_ side: Int) -> String { "M0 0h\(side)v\(side)H0z" }

  // MARK: - Files

  /// Region colours on white paper.
  private static let palette = ["#f9d9d2", "#fbe8b6", "#d5ebcb", "#cbe5ef", "#ddd6f3", "#e9e2d6"]

  /// A whole SVG document that needs nothing else.
  ///
  /// - Parameters:
  ///   - puzzle: The puzzle.
  ///   - title: What it is called, for screen readers and tooltips.
  ///   - style: How it looks.
  /// - Returns: The document, with a line end.
  package static func document(_ puzzle: Puzzle, title: String, style: Style = Style()) -> String {
    let side = puzzle.grid.side
    var text = opening(side: side, title: title) + ground(puzzle, isMono: style.isMono)
    if let solution = style.solution {
      let places = solution.stars.map { cell in
        #"<path transform="translate(\#(cell % side) \#(cell / side))" d="\#(star)"/>"#
      }
      text += ##"<g fill="#1e1d24">"## + "\n" + places.joined(separator: "\n") + "\n</g>\n"
    }
    return text + "</svg>\n"
  }

  /// The first lines of a document.
  ///
  /// - Parameters:
  ///   - side: The side of the board.
  ///   - title: What the document is called.
  ///   - height: The height in cells, where there is something below the board.
  /// - Returns: The lines.
  static func opening(side: Int, title: String, height: Double? = nil) -> String {
    let box = height.map { "-0.1 -0.1 \(side).2 \(decimal($0))" } ?? viewBox(side: side)
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="\(box)" \
      width="\(side * 40 + 8)" height="\(Int((height ?? Double(side)) * 40) + 8)" role="img">
      <title>\(escaped(title))</title>

      """
  }

  /// A positive number with two decimals at most, the same everywhere.
  ///
  /// Rounded by hand: `rounded()` needs C's mathematics, which only Foundation links.
  static func decimal(_ value: Double) -> String {
    let hundredths = Int(value * 100 + 0.5)
    let (whole, rest) = (hundredths / 100, hundredths % 100)
    return rest == 0 ? "\(whole)" : "\(whole).\(rest < 10 ? "0" : "")\(rest)"
  }

  /// The regions and all lines.
  package static func ground(_ puzzle: Puzzle, isMono: Bool = false) -> String {
    let side = puzzle.grid.side
    let widths = lineWidths(side: side)
    let paths = BoardPaths(puzzle: puzzle)
    let colours = RegionColouring.colours(of: puzzle)
    var text = ""
    if isMono {
      text += ##"<path fill="#fff" d="\##(frame(side))"/>"## + "\n"
    } else {
      for (colour, tint) in palette.enumerated() {
        let area = paths.area(of: colour, in: colours)
        if !area.isEmpty {
          text += #"<path fill="\#(tint)" shape-rendering="crispEdges" d="\#(area)"/>"# + "\n"
        }
      }
    }
    text += ##"<g fill="none" stroke="#1e1d24" stroke-linecap="square">"## + "\n"
    let grid = BoardPaths.grid(side: side)
    text += #"<path stroke-width="\#(widths.thin)" stroke-opacity=".45" d="\#(grid)"/>"# + "\n"
    text += #"<path stroke-width="\#(widths.thick)" d="\#(paths.walls)\#(frame(side))"/>"# + "\n"
    return text + "</g>\n"
  }

  // MARK: - Shapes of a page

  /// The shapes that all boards of a page share: the star, and the thin lines of each side.
  package static func sharedShapes(sides: [Int]) -> String {
    var text = #"<path id="st" d="\#(star)"/>"#
    for side in sides {
      let widths = lineWidths(side: side)
      text +=
        #"<g id="g\#(side)"><path class="thin" stroke-width="\#(widths.thin)" "#
        + #"d="\#(BoardPaths.grid(side: side))"/></g>"#
    }
    return text
  }

  /// A board as a shape named `b` and a number; colours come from the page's style sheet.
  package static func board(_ puzzle: Puzzle, number: Int) -> String {
    let side = puzzle.grid.side
    let paths = BoardPaths(puzzle: puzzle)
    let colours = RegionColouring.colours(of: puzzle)
    var text = #"<g id="b\#(number)">"#
    for colour in 0..<RegionColouring.count {
      let area = paths.area(of: colour, in: colours)
      if !area.isEmpty { text += #"<path class="c\#(colour)" d="\#(area)"/>"# }
    }
    text += ##"<use href="#g\##(side)"/>"##
    let thick = lineWidths(side: side).thick
    text += #"<path class="wall" stroke-width="\#(thick)" d="\#(paths.walls)\#(frame(side))"/>"#
    return text + "</g>"
  }

  /// The stars of a solution as a shape with a name.
  package static func stars(_ solution: Solution, side: Int, name: String) -> String {
    let stars = solution.stars.map { cell in
      ##"<use href="#st" x="\##(cell % side)" y="\##(cell / side)"/>"##
    }
    return #"<g id="\#(name)" class="stars">"# + stars.joined() + "</g>"
  }

  /// A text for use in SVG or HTML.
  package static func escaped(_ text: String) -> String {
    text.replacingScalars { scalar in
      switch scalar {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      case "\"": "&quot;"
      case "'": "&#39;"
      default: nil
      }
    }
  }
}
