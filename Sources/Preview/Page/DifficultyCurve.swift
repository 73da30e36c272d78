import Drawing
import Grading

/// The difficulty of the puzzles of a pack in their order, as a plot: the score of each, and the
/// difficulty that the recipe aims at.
struct DifficultyCurve {
  private let puzzles: [ShownPuzzle]

  private static let width = 720.0
  private static let height = 240.0
  private static let left = 34.0
  private static let right = 8.0
  private static let top = 10.0
  private static let bottom = 26.0

  init(_ puzzles: [ShownPuzzle]) { self.puzzles = puzzles }

  /// An SVG element; each dot leads to its puzzle.
  var svg: String {
    var text =
      "<svg class=\"curve\" viewBox=\"0 0 \(Int(Self.width)) \(Int(Self.height))\" "
      + "role=\"group\" aria-label=\"Difficulty of each puzzle, in order\">"
    text += levels + targets
    let dots = puzzles.indices.filter { puzzles[$0].grade.isSolved }
    let line = dots.map { "\(number(x($0))) \(number(y(puzzles[$0].grade.scoreInHundredths)))" }
    if line.count > 1 { text += "<path class=\"line\" d=\"M\(line.joined(separator: "L"))\"/>" }
    for index in dots { text += dot(index) }
    return text + ticks + "</svg>"
  }

  /// A line where each difficulty begins, with its number.
  private var levels: String {
    var text = ""
    for difficulty in 1...10 {
      let (low, high) = DifficultyCurve.scores(of: difficulty)
      if difficulty > 1 {
        let (start, end) = (number(Self.left), number(Self.width - Self.right))
        text += "<path class=\"level\" d=\"M\(start) \(number(y(low)))H\(end)\"/>"
      }
      let middle = number((y(low) + y(high)) / 2 + 4)
      text +=
        "<text class=\"axis\" x=\"\(number(Self.left - 8))\" y=\"\(middle)\">\(difficulty)</text>"
    }
    return text
  }

  /// The difficulties that were aimed at, as a band behind the dots.
  private var targets: String {
    let half = step / 2
    var text = ""
    for (index, puzzle) in puzzles.enumerated() {
      guard let target = puzzle.item.target else { continue }
      let (low, high) = DifficultyCurve.scores(of: target)
      text +=
        "<rect class=\"aim\" x=\"\(number(x(index) - half))\" y=\"\(number(y(high)))\" "
        + "width=\"\(number(step))\" height=\"\(number(y(low) - y(high)))\"/>"
    }
    return text
  }

  private func dot(_ index: Int) -> String {
    let (puzzle, grade) = (puzzles[index], puzzles[index].grade)
    let score = ScoreText.decimal(hundredths: grade.scoreInHundredths)
    let title = "\(puzzle.item.label): difficulty \(grade.difficulty), score \(score)"
    return "<a href=\"#p\(index)\" tabindex=\"-1\"><title>\(BoardSVG.escaped(title))</title>"
      + "<circle class=\"dot \(grade.band.rawValue)\" cx=\"\(number(x(index)))\" "
      + "cy=\"\(number(y(grade.scoreInHundredths)))\" r=\"\(puzzles.count > 40 ? 4 : 5)\"/></a>"
  }

  /// The names of some puzzles below the plot: at most a dozen.
  private var ticks: String {
    let every = max(1, (puzzles.count + 11) / 12)
    return stride(from: 0, to: puzzles.count, by: every).map { index in
      let label = puzzles[index].item.label.split(separator: " ").last ?? ""
      let short = label.count > 7 ? label.suffix(5) : label
      return "<text class=\"tick\" x=\"\(number(x(index)))\" y=\"\(number(Self.height - 8))\">"
        + "\(BoardSVG.escaped(String(short)))</text>"
    }.joined()
  }

  private var step: Double {
    (Self.width - Self.left - Self.right) / Double(max(1, puzzles.count))
  }

  private func x(_ index: Int) -> Double { Self.left + (Double(index) + 0.5) * step }

  private func y(_ hundredths: Int) -> Double {
    let room = Self.height - Self.top - Self.bottom
    return Self.height - Self.bottom - Double(hundredths) / 10_000 * room
  }

  /// Where a difficulty begins and ends on the scale, in hundredths.
  private static func scores(of difficulty: Int) -> (low: Int, high: Int) {
    let scores = Score.hundredths(ofDifficulties: difficulty...difficulty)
    return (scores.lowerBound, min(10_000, scores.upperBound + 1))
  }

  /// A number with one decimal at most.
  private func number(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(abs(tenths % 10))"
  }
}
