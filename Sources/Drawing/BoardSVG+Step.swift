package import Explaining
package import StarBattle

extension BoardSVG {
  /// A whole SVG document of a position and the step that comes next.
  ///
  /// What is known is grey: stars, and dots for empty cells. What the step looks at is shaded; its
  /// stars are ringed and its empty cells crossed. Blocks that it adds up are dashed, and a cell on
  /// which it assumes a star has an empty ring. Nothing is told by colour alone.
  ///
  /// - Parameters:
  ///   - step: The step.
  ///   - board: What is known before it.
  ///   - title: What it is called, for screen readers and tooltips.
  /// - Returns: The document, with a line end.
  package static func document(of step: Step, on board: KnownBoard, title: String) -> String {
    let side = board.side
    var text = opening(side: side, title: title)
    func group(_ attributes: String, _ cells: [Int], _ shape: (Int, Int) -> String) {
      if cells.isEmpty { return }
      let shapes = cells.map { shape($0 % side, $0 / side) }
      text += "<g \(attributes)>\n" + shapes.joined(separator: "\n") + "\n</g>\n"
    }
    func starred(_ x: Int, _ y: Int) -> String {
      #"<path transform="translate(\#(x) \#(y))" d="\#(star)"/>"#
    }
    text += ground(board.puzzle)
    group(
      ##"fill="#2b4a9b" fill-opacity=".22""##, step.cells.filter { board.cells[$0] == .open }
    ) { x, y in #"<path d="M\#(x) \#(y)h1v1h-1z"/>"# }
    group(##"fill="#77757f""##, board.cells.indices.filter { board.cells[$0] == .star }, starred)
    group(
      ##"fill="#77757f""##, board.cells.indices.filter { board.cells[$0] == .mark }
    ) { x, y in #"<circle cx="\#(x).5" cy="\#(y).5" r=".09"/>"# }
    let tiles = step.sum.compactMap { addend -> Int? in
      guard case .tile(let corner) = addend.source else { return nil }
      return corner
    }
    group(
      ##"fill="none" stroke="#2b4a9b" stroke-width=".07" stroke-dasharray=".2 .12""##, tiles
    ) { x, y in #"<path d="M\#(x).06 \#(y).06h1.88v1.88h-1.88z"/>"# }
    let assumed = step.assumption.map { [$0.cell] } ?? []
    group(##"fill="none" stroke="#1e1d24" stroke-width=".05" stroke-dasharray=".1 .07""##, assumed)
    {
      x, y in #"<circle cx="\#(x).5" cy="\#(y).5" r=".42"/>"#
    }
    group(##"fill="#14602f""##, step.stars, starred)
    group(##"fill="none" stroke="#14602f" stroke-width=".06""##, step.stars) { x, y in
      #"<circle cx="\#(x).5" cy="\#(y).5" r=".44"/>"#
    }
    group(##"fill="none" stroke="#a3171f" stroke-width=".09" stroke-linecap="round""##, step.marks)
    {
      x, y in #"<path d="M\#(x).3 \#(y).3l.4 .4m0 -.4l-.4 .4"/>"#
    }
    return text + "</svg>\n"
  }
}
