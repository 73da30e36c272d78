import Foundation
import Generating
import StarBattle
import TestSupport
import Testing

/// Ten seeds for each size of the house, with the puzzles they make.
///
/// A difference means that published seeds no longer rebuild their puzzles: raise
/// `GeneratorVersion.current`, record anew with `RECORD=1 make test`, and read the difference like
/// code.
@Suite("Golden seeds")
struct GoldenSeedTests {
  private static let grids = [
    (5, 1), (6, 1), (8, 1), (10, 2), (14, 3), (17, 4), (21, 5), (25, 6),
  ]

  private var file: URL { Project.folder.appending(path: "Tests/Fixtures/golden-seeds.txt") }

  /// A line a seed: side, stars, seed, regions as letters.
  private func lines() throws -> [String] {
    var lines = ["# generator version \(GeneratorVersion.current): side stars seed regions"]
    for (side, stars) in GoldenSeedTests.grids {
      let grid = try Grid(side: side, stars: stars)
      var generator = PuzzleGenerator(grid: grid)
      for index in 0..<10 {
        // Six standard ones, and at ten and above of each other profile as well.
        let profiles: [ClimbProfile] =
          side >= 10
          ? [
            .standard, .standard, .standard, .standard, .gentle, .gentle, .hard, .hard, .expert,
            .standard,
          ]
          : Array(repeating: .standard, count: 10)
        let seed = ClimbProfile.seed(
          for: profiles[index],
          from: Seed.derived(campaign: 2026, item: "golden", attempt: index))
        let made = generator.puzzle(seed: seed)
        let puzzle = try #require(made, "seed \(seed) at \(grid)")
        let letters = puzzle.regions.map { String(UnicodeScalar(65 + $0)) }.joined()
        lines.append("\(side) \(stars) \(seed) \(letters)")
      }
    }
    return lines
  }

  @Test("ten seeds a size make the puzzles on record, to the letter")
  func golden() throws {
    let text = try lines().joined(separator: "\n") + "\n"
    if Effort.isRecording {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try text.write(to: file, atomically: true, encoding: .utf8)
    }
    let recorded = try String(contentsOf: file, encoding: .utf8)
    #expect(text.split(separator: "\n") == recorded.split(separator: "\n"))
  }
}
