import HouseSupport
import Pipeline
import Preview
import TestSupport
import Testing

@Suite("Contact sheets")
struct ContactSheetTests {
  private let folder = TemporaryFolder()

  /// The numbers of an attribute, in order.
  private func numbers(_ name: String, in text: String) -> [Int] {
    text.split(separator: " \(name)=\"").dropFirst().compactMap { part in
      Int(part.prefix { $0.isNumber })
    }
  }

  @Test("all boards are on the sheet, side by side, with their numbers", arguments: [1, 2, 7, 60])
  func sheet(count: Int) async throws {
    let lines = Array(repeating: "5x1.AABBBAABBBCCDDDCCDDDEEEEE", count: count)
    try folder.write(lines.joined(separator: "\n"), to: "a&b.txt")
    var preview = PreviewPuzzles(of: "\(folder.path)/a&b.txt")
    preview.contact = "\(folder.path)/sheet.svg"
    #expect(try await preview.said(.at("2026-11-21")).status == .done)
    let text = try #require(folder.text("sheet.svg"))
    #expect(text.contains("a&amp;b.txt</title>"))
    let boards = text.split(separator: "<svg ").dropFirst().map { "<svg " + $0 }
    #expect(boards.count == count)
    let (width, height) = (numbers("width", in: text)[0], numbers("height", in: text)[0])
    var places: [(x: Int, y: Int, side: Int)] = []
    for (number, board) in boards.enumerated() {
      let side = numbers("width", in: board)[0]
      let (x, y) = (numbers("x", in: board)[0], numbers("y", in: board)[0])
      #expect(x >= 0 && y >= 0 && x + side <= width && y + side <= height)
      #expect(
        places.allSatisfy { other in
          abs(other.x - x) >= side || abs(other.y - y) >= side
        })
      places.append((x, y, side))
      #expect(board.contains(">\(number)</tspan>"))
    }
  }
}
