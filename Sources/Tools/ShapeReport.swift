import Answering
import JSONText
import Pipeline
@_spi(Measuring) import StarBattle
import Wording

/// What `grade --shapes` says of the puzzles of an input: their regions, a block of lines or an
/// object a grid.
struct ShapeReport: ListAnswer {
  private var statistics: [Grid: ShapeStatistics] = [:]

  mutating func add(_ puzzle: Puzzle) {
    statistics[puzzle.grid, default: ShapeStatistics(grid: puzzle.grid)].add(puzzle)
  }

  /// The statistics of each grid, the smallest first.
  private var sorted: [ShapeStatistics] {
    statistics.sorted { $0.key < $1.key }.map(\.value)
  }

  /// A block of lines for each grid.
  var text: [String] { sorted.flatMap { GridShapes(shapes: $0).text } }

  /// An object for each grid.
  var objects: [JSONValue] { sorted.map { GridShapes(shapes: $0).json } }
}

/// What the regions of one grid's puzzles look like.
private struct GridShapes {
  let shapes: ShapeStatistics

  var text: [String] {
    [
      "\(shapes.grid): \(shapes.puzzles, of: "puzzle")",
      "  perimeter² / 16 · area   \(GridShapes.text(shapes.meanCompactness))",
      "  share of bounding box    \(GridShapes.text(shapes.meanFill))",
      "  length by width          \(GridShapes.text(shapes.meanAspect))",
      "  corners a region         \(GridShapes.text(shapes.meanCorners))",
      "  touching pairs a region  \(GridShapes.text(shapes.meanPairs))",
      "  long strips              \(shapes.strips) of \(shapes.puzzles * shapes.grid.side)",
      "  largest region           \(GridShapes.text(100 * shapes.largestShare)) % of the board",
      "  sizes met                \(shapes.smallest)…\(shapes.largest)",
      "  sizes, sorted, mean      "
        + shapes.sizeProfile.map { GridShapes.text($0, digits: 1) }.joined(separator: " "),
    ]
  }

  var json: JSONValue {
    .object([
      AnswerJSON.schema,
      JSONMember("size", shapes.grid.side),
      JSONMember("stars", shapes.grid.stars),
      JSONMember("puzzles", shapes.puzzles),
      JSONMember("compactness", GridShapes.number(shapes.meanCompactness)),
      JSONMember("fill", GridShapes.number(shapes.meanFill)),
      JSONMember("aspect", GridShapes.number(shapes.meanAspect)),
      JSONMember("corners", GridShapes.number(shapes.meanCorners)),
      JSONMember("touchingPairs", GridShapes.number(shapes.meanPairs)),
      JSONMember("strips", shapes.strips),
      JSONMember("largestShare", GridShapes.number(shapes.largestShare, digits: 3)),
      JSONMember("smallest", shapes.smallest),
      JSONMember("largest", shapes.largest),
      JSONMember("sizes", .array(shapes.sizeProfile.map { GridShapes.number($0) })),
    ])
  }

  private static func number(_ value: Double, digits: Int = 2) -> JSONValue {
    .number(text(value, digits: digits))
  }

  /// A number with a fixed count of decimal places, in every locale.
  static func text(_ value: Double, digits: Int = 2) -> String {
    var scale = 1
    for _ in 0..<digits { scale *= 10 }
    let scaled = Int(value * Double(scale) + 0.5)
    let rest = "\(scaled % scale)"
    return "\(scaled / scale)." + String(repeating: "0", count: digits - rest.count) + rest
  }
}
