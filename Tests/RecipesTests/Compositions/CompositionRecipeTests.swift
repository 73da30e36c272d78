import Composing
import Foundation
import Recipes
import TestSupport
import Testing

@Suite("Composition recipes")
struct CompositionRecipeTests {
  private let folder = TemporaryFolder()

  private func problems(_ text: String) throws -> [String] {
    let path = folder.path + "/wish.yaml"
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    do throws(RecipeError) {
      let recipe = try CompositionRecipe(file: path)
      do throws(Composition.Fault) {
        _ = try CompositionPlan(recipe.composition)
        return []
      } catch {
        throw recipe.error(for: error)
      }
    } catch {
      return error.description.split(separator: "\n").map {
        $0.replacingOccurrences(of: path + ":", with: "")
      }
    }
  }

  private let grid = "grid: { size: 4, stars: 1 }\n"

  @Test("every kind of wish is read")
  func wishes() throws {
    let text =
      grid + """
        seed: 7
        regions: |
          AA..
          A . . .
          ....
          ...b
        complete: [a]
        together: [[r2c2, r2c3]]
        apart: [[r1c4, r4c1, r4c2]]
        masks:
          - shape: ["X.", "XX"]
            region: contains
            turned: true
        stars: |
          ....
          ...*
          x...
          ....
        rule: tiling.forced
        needs: direct.forced
        difficulty: { from: 1, to: 3 }
        first: { rule: tiling.forced, cells: [r1c1] }
        grids: 2
        """
    #expect(try problems(text) == [])
    let recipe = try CompositionRecipe(file: folder.path + "/wish.yaml").composition
    #expect(recipe.parts.map(\.cells) == [[0, 1, 4], [15], [5, 6]])
    #expect(recipe.parts.map(\.isWhole) == [true, false, false])
    #expect(recipe.apart.map(\.cells) == [[3, 12, 13]])
    #expect(recipe.masks.count == 1 && recipe.masks[0].isTurned && !recipe.masks[0].isWhole)
    #expect(recipe.stars.map(\.cell) == [7] && recipe.empty.map(\.cell) == [8])
    #expect(recipe.grids == 2 && recipe.seed == 7)
  }

  @Test("mistakes are named where they stand")
  func mistakes() throws {
    #expect(
      try problems(grid + "regions: |\n  AA..\n  A.?.\n  ....\n  ....\n").first?
        .hasPrefix("4:5: “?” is no region") == true)
    #expect(
      try problems(grid + "regions: |\n  AA..\n  A...\n  ....\n").first?
        .hasPrefix("2:10: `regions` has 3 rows") == true)
    #expect(
      try problems(grid + "regions: |\n  AA..\n  A....\n  ....\n  ....\n").first?
        .hasPrefix("4:7: this row of `regions` has 5 cells") == true)
    #expect(
      try problems(grid + "together: [[r1c1, r5c1]]\n").first?
        .hasPrefix("2:19: `r5c1` is no cell") == true)
    #expect(
      try problems(grid + "symetry: half-turn\n").first?.contains("did you mean `symmetry`") == true
    )
    #expect(
      try problems(grid + "symmetry: half\n").first?.hasPrefix("2:11: `symmetry` is `half`") == true
    )
    #expect(
      try problems(grid + "regions: AA..\n").first?.contains("draw it in lines below") == true)
  }

  @Test("as many stars can be drawn as a board has")
  func manyStars() throws {
    let rows = (0..<17).map { row in
      (0..<17).map { row % 2 == 0 && $0 == 2 * row % 16 ? "*" : "." }.joined()
    }
    let drawn = "stars: |\n" + rows.map { "  \($0)\n" }.joined()
    // Where there is an anchor, an asterisk may be what the YAML library unfolds.
    #expect(try problems("grid: { size: 17, stars: 4 }\n" + drawn) == [])
    let anchored = try problems("grid: &g { size: 17, stars: 4 }\n" + drawn + "more: *g\n")
    #expect(anchored.first?.contains("anchors and aliases are not read") == true)
  }

  @Test("wishes that contradict each other are named with both places")
  func contradictions() throws {
    let text = grid + "regions: |\n  AB..\n  ....\n  ....\n  ....\ntogether: [[r1c1, r1c2]]\n"
    let problem = try #require(try problems(text).first)
    #expect(problem.hasPrefix("7:19: r1c2 belongs to two regions here"))
    #expect(problem.contains("(see also line 3, column 3; line 3, column 4)"))
    let stars = grid + "stars: |\n  *...\n  .*..\n  ....\n  ....\n"
    #expect(try problems(stars).first?.hasPrefix("4:4: the stars r1c1 and r2c2 touch") == true)
  }

  @Test("rules that cannot be are named where they stand")
  func rules() throws {
    let rule = grid + "rule: direct.forced\n"
    #expect(
      try problems(rule + "needs: tiling.pairs\n").first?.hasPrefix(
        "3:8: `needs` is `tiling.pairs`, which comes after `direct.forced` on the ladder") == true)
    #expect(try problems(rule + "needs: direct.neighbours\n") == [])
    let first = try #require(problems(rule + "first: { rule: tiling.pairs }\n").first)
    #expect(first.hasPrefix("3:16: the rule of `first` is `tiling.pairs`"))
    #expect(first.contains("(`rule`, line 2, column 7)"))
    #expect(
      try problems(grid + "first: { rule: direct.complete }\n").first?
        .hasPrefix("2:16: `direct.complete` goes on from stars") == true)
    #expect(
      try problems(grid + "assumptions: none\nfirst: { rule: hypothetical.direct }\n").first?
        .hasPrefix("2:14: `assumptions` is none, but `hypothetical.direct`") == true)
  }

  @Test("shapes and whole regions leave cells enough for the others")
  func room() throws {
    func masks(_ rows: String..., count: Int = 1) -> String {
      let shape = rows.map { "\"\($0)\"" }.joined(separator: ", ")
      return "masks:\n" + String(repeating: "  - shape: [\(shape)]\n", count: count)
    }
    #expect(
      try problems(grid + masks("XXXX", "XXXX", "XXXX", "XX..")).first
        == "3:14: the shapes leave 2 cells for 3 other regions, which take 1 or more each — wish "
        + "for less")
    #expect(try problems(grid + masks("XXXX", "XXXX", "XXXX")) == [])
    #expect(
      try problems(grid + masks("XX", count: 5)).first?.hasPrefix(
        "7:14: so many shapes are more regions than are left") == true)
    #expect(
      try problems(grid + masks("XXX", count: 4)).first?.contains(
        "leave 4 cells for 0 other regions") == true)
    #expect(try problems(grid + masks("XXXX", count: 4)) == [])
    #expect(
      try problems(grid + masks("XXXXX", count: 1)).first?.contains("larger than the board") == true
    )
    let drawn = "regions: |\n  AAAA\n  BBBB\n  AAAA\n  ....\n"
    #expect(try problems(grid + "complete: [B]\n" + drawn) == [])
    #expect(
      try problems(grid + "complete: all\n").first
        == "2:11: `complete` says which regions get no further cells, and `regions` has none — "
        + "draw some, or leave it out")
    let whole = "regions: |\n  AAAA\n  AAAA\n  BBBB\n  BBBB\n"
    #expect(
      try problems(grid + "complete: all\n" + whole).first?.contains(
        "the drawn regions leave 0 cells for 2 other regions") == true)
  }

  @Test("a region of one cell is a region, and a part may become a pentomino")
  func small() throws {
    let five = "grid: { size: 5, stars: 1 }\ncomplete: [C, D, E]\n"
    let corner = "regions: |\n  .BBBB\n  BBBCC\n  DDDCC\n  DDECC\n  DEEEC\n"
    #expect(try problems(five + corner) == [])
    let parts = "regions: |\n  ABCDEFGH\n" + String(repeating: "  ........\n", count: 7)
    #expect(try problems("grid: { size: 8, stars: 1 }\npentominoes: 2\n" + parts) == [])
  }

  @Test("so many regions are pentominoes, drawn ones with them")
  func pentominoes() throws {
    let grid = "grid: { size: 8, stars: 1 }\n"
    let line = "  - shape: [XXXXX]\n"
    #expect(try problems(grid + "pentominoes: 1\nmasks:\n" + line) == [])
    #expect(
      try problems(grid + "pentominoes: 2\nmasks:\n" + line + line).first?
        .hasPrefix("5:13: this pentomino is there twice") == true)
    let other = "  - shape: [\"XXX\", \".X.\", \".X.\"]\n"
    #expect(
      try problems(grid + "pentominoes: 1\nmasks:\n" + line + other).first?
        .hasPrefix("2:14: 2 regions are given that have five cells") == true)
    #expect(
      try problems(grid + "pentominoes: 1\nsymmetry: half-turn\n").first?
        .hasPrefix("2:14: with `symmetry` pentominoes have turned images") == true)
    let three = "grid: { size: 13, stars: 3 }\n"
    #expect(
      try problems(three + "pentominoes: all\n").first?
        .contains("pentominoes have room for 3 stars") == true)
  }
}
