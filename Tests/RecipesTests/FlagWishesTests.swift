import Flagging
import Foundation
import Recipes
import TestSupport
import Testing

@Suite("Flags in recipes")
struct FlagWishesTests {
  private let folder = TemporaryFolder()

  private func recipe(_ flags: String) throws -> PackRecipe {
    let path = folder.path + "/pack.yaml"
    let text = """
      id: few
      name: Few
      free: true
      grid: { size: 6, stars: 1 }
      count: 2
      difficulty: 2
      seed: 1
      \(flags)
      """
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    return try PackRecipe(file: path)
  }

  @Test("limits, and kinds that are off, take the place of the grid's")
  func limits() throws {
    let flags = try recipe("flags: { spike: 9, ugly: off, prefer: true }").flags
    let grid = try recipe("").parts[0].grid
    #expect(flags.isPreferring && flags.preferred(on: grid) != nil)
    let limits = flags.limits(for: grid)
    #expect(limits[.spike] == 9 && limits[.ugly] == nil)
    #expect(limits[.tedium] == FlagLimits(for: grid)[.tedium])
    #expect(try recipe("").flags.preferred(on: grid) == nil)
  }

  @Test("mistakes are named")
  func mistakes() throws {
    for (text, words) in [
      ("flags: { spikes: 9 }", "did you mean `spike`"), ("flags: { ugly: never }", "or off"),
      ("flags: { prefer: 2 }", "true or false"), ("flags: none", "`flags` is"),
    ] {
      do throws(any Error) {
        _ = try recipe(text)
        Issue.record("\(text) is taken")
      } catch {
        #expect("\(error)".contains(words), "\(error)")
      }
    }
  }
}
