import Composing
import Foundation
import Recipes
import StarBattle
import TestSupport
import Testing

@Suite("Drawings with other letters")
struct RelabelledDrawingsTests {
  private let folder = TemporaryFolder()

  /// Regions that are drawn in part, each cell with the number of its region or none.
  private struct Drawing {
    let side: Int
    let symmetry: String?
    var regions: [Int?]

    /// Regions of up to three cells, grown from random cells: many of them contradict a symmetry.
    init(_ random: inout SeededGenerator) {
      side = 4 + random.below(5)
      symmetry =
        [nil, "half-turn", "quarter-turn", "diagonal", "antidiagonal"][random.below(5)]
      regions = Array(repeating: nil, count: side * side)
      for region in 0..<(2 + random.below(side)) {
        var cell = random.below(regions.count)
        for _ in 0...random.below(3) where regions[cell] == nil {
          regions[cell] = region
          let (row, column) = (cell / side, cell % side)
          let steps = [
            row > 0 ? cell - side : cell, row < side - 1 ? cell + side : cell,
            column > 0 ? cell - 1 : cell, column < side - 1 ? cell + 1 : cell,
          ]
          cell = steps[random.below(4)]
        }
      }
    }

    /// The recipe with these letters, the first for region 0.
    func recipe(_ letters: [Character]) -> String {
      let rows = (0..<side).map { row in
        "  " + String((0..<side).map { regions[row * side + $0].map { letters[$0] } ?? "." })
      }
      return "grid: { size: \(side), stars: 1 }\nregions: |\n"
        + rows.joined(separator: "\n") + "\n" + (symmetry.map { "symmetry: \($0)\n" } ?? "")
    }
  }

  private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ")

  private func composition(_ text: String) throws -> CompositionRecipe {
    let path = folder.path + "/wish.yaml"
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    return try CompositionRecipe(file: path)
  }

  /// What contradicts what; `nil` where nothing does.
  private func fault(_ text: String) throws -> String? {
    let recipe = try composition(text)
    do throws(Composition.Fault) {
      var composer = Composer(try CompositionPlan(recipe.composition))
      try composer.checkStars()
      return nil
    } catch {
      return "\(recipe.error(for: error))"
    }
  }

  @Test("other letters never change whether a drawing contradicts itself")
  func relabelled() throws {
    var random = ReplaySeed(8).generator
    var verdicts = [true: 0, false: 0]
    for _ in 0..<200 {
      let drawing = Drawing(&random)
      let first = try fault(drawing.recipe(Self.letters))
      verdicts[first == nil, default: 0] += 1
      for _ in 0..<4 {
        var letters = Self.letters
        random.shuffle(&letters)
        let text = drawing.recipe(letters)
        let other = try fault(text)
        #expect((first == nil) == (other == nil), "\(first ?? "accepted"), and not\n\(text)")
      }
    }
    #expect(verdicts.values.allSatisfy { $0 > 20 }, "\(verdicts)")
  }

  @Test("each letter that is drawn has a region of its own in what is made")
  func ownRegions() throws {
    var random = ReplaySeed(9).generator
    var count = 0
    for _ in 0..<200 {
      let drawing = Drawing(&random)
      let text = drawing.recipe(Self.letters)
      guard try fault(text) == nil else { continue }
      var composer = Composer(try CompositionPlan(composition(text).composition))
      for attempt in 0..<3 {
        guard case .made(let made) = composer.attempt(attempt) else { continue }
        for puzzle in made.map(\.puzzle) {
          count += 1
          var letters: [Int: Set<Int>] = [:]
          for (cell, letter) in drawing.regions.enumerated() {
            if let letter { letters[letter, default: []].insert(puzzle.region(of: cell)) }
          }
          #expect(letters.values.allSatisfy { $0.count == 1 }, "\(text)")
          #expect(Set(letters.values).count == letters.count, "\(text)")
        }
      }
    }
    #expect(count > 20)
  }

  @Test("a region that lies in the image of another is refused, whatever their letters are")
  func imageOfAnother() throws {
    let grid = "grid: { size: 6, stars: 1 }\nsymmetry: diagonal\nregions: |\n"
    let rest = String(repeating: "  ......\n", count: 4)
    for (rows, place) in [
      ("  AB....\n  AA....\n", ":4:4: r1c2 belongs"),
      ("  BA....\n  BB....\n", ":4:3: r1c2 belongs"),
    ] {
      let fault = try #require(try fault(grid + rows + rest))
      #expect(fault.contains(place), "\(fault)")
      #expect(fault.contains("images by `symmetry` counted"), "\(fault)")
      #expect(fault.contains("line 2, column 11"), "\(fault)")
    }
  }
}
