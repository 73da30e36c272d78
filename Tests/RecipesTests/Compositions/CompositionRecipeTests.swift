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

  @Test("wishes that contradict each other are named with both places")
  func contradictions() throws {
    let text = grid + "regions: |\n  AB..\n  ....\n  ....\n  ....\ntogether: [[r1c1, r1c2]]\n"
    let problem = try #require(try problems(text).first)
    #expect(problem.hasPrefix("7:19: r1c2 belongs to two regions here"))
    #expect(problem.contains("(see also line 3, column 4)"))
    let stars = grid + "stars: |\n  *...\n  .*..\n  ....\n  ....\n"
    #expect(try problems(stars).first?.hasPrefix("4:4: the stars r1c1 and r2c2 touch") == true)
  }
}
