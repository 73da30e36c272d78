import Foundation
import HouseSupport
import Pipeline
import Printable
import Recipes
import StarBattle
import TestSupport
import Testing
import Tools

/// Hostile recipes through `recipes check`.
///
/// `make fuzz SECONDS=60` runs it for a time; `make test` for a fixed small number of rounds.
@Suite("Recipe fuzzing")
struct RecipeFuzzTests {
  /// The most time that one file may take, in seconds, on a slow machine.
  private static let timeLimit = 30.0

  @Test("no recipe makes its readers trap or hang, and every mistake has its place and a way out")
  func everyRecipe() async throws {
    let seed = ReplaySeed(171)
    var random = seed.generator
    let deadline = Effort.fuzzSeconds.map { Date().addingTimeInterval($0) }
    let folder = TemporaryFolder()
    for (path, text) in HostileRecipes.good { try folder.write(text, to: path) }
    #expect(try await check(folder) == [])

    var (rounds, accepted, refused) = (0, 0, 0)
    var slowest = (seconds: 0.0, text: "")
    while deadline.map({ Date() < $0 }) ?? (rounds < 600) {
      rounds += 1
      let (file, bytes) = HostileRecipes.next(&random)
      let (path, text) = HostileRecipes.good[file]
      let shown = "\(path): \(String(decoding: bytes.prefix(700), as: UTF8.self))"
      try folder.write(bytes, to: path)
      let start = Date()
      let mistakes = try await check(folder)
      let seconds = Date().timeIntervalSince(start)
      try folder.write(text, to: path)
      if seconds > slowest.seconds { slowest = (seconds, shown) }
      #expect(seconds < Self.timeLimit, "\(seconds) s for \(bytes.count) bytes: \(shown)")
      if mistakes.isEmpty { accepted += 1 } else { refused += 1 }
      for mistake in mistakes {
        // A damaged recipe can also make another file wrong: that then lists what nobody makes.
        let name = String(mistake.file.dropFirst(folder.path.utf8.count + 1))
        let source = HostileRecipes.good.first { $0.path == name }
        let place = name == path ? bytes : Array((source?.text ?? "").utf8)
        #expect(
          source != nil && isSound(mistake, in: place), "\(mistake)\nof \(shown)")
      }
    }
    let memory = PeakMemory.inKilobytes
    print(
      "fuzzed \(rounds) recipes, \(accepted) accepted, \(refused) refused; slowest "
        + "\(slowest.seconds) s; \(memory / 1024) MB at most\n  \(slowest.text)")
    #expect(memory < PeakMemory.limitInKilobytes)
    #expect(accepted > 0 && refused > rounds / 2)
  }

  /// The mistakes that `recipes check` finds; both its reports are written.
  private func check(_ folder: TemporaryFolder) async throws -> [RecipeProblem] {
    let said = try await CheckRecipes().said(
      in: House(recipes: folder.path), .at("2026-11-21", form: .json))
    guard said.status != .done else { return [] }
    #expect(said.status == .badRecipe && said.lines.count >= 2)
    do throws(RecipeError) {
      let recipes = try RecipeSet(folder: folder.path)
      _ = try PinCheck(recipes)
    } catch {
      if case .mistakes(let problems) = error { return problems }
      throw error
    }
    return []
  }

  /// Whether a mistake is in its file, can be shown anywhere, and says what to do.
  private func isSound(_ mistake: RecipeProblem, in bytes: [UInt8]) -> Bool {
    let scalars = Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)
    let breaks = scalars.count { "\n\r\u{85}\u{2028}\u{2029}".unicodeScalars.contains($0) }
    return (1...breaks + 2).contains(mistake.place.line)
      && (1...scalars.count + 2).contains(mistake.place.column)
      && mistake.message.contains(" — ") && mistake.message.utf8.count < 500
      && Printable.isPrintable(mistake.message)
  }
}
