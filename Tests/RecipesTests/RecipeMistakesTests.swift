import Foundation
import HouseSupport
import Pipeline
import TestSupport
import Testing

@Suite("Mistakes in recipes")
struct RecipeMistakesTests {
  /// One entry of `Tests/Fixtures/recipe-mistakes.txt`.
  struct Mistake: Sendable, CustomTestStringConvertible {
    let kind: String
    let key: String
    let line: String?
    let message: String

    var testDescription: String { "\(kind): \(line ?? "no \(key)")" }

    static func all() throws -> [Mistake] {
      let file = Project.folder.appendingPathComponent("Tests/Fixtures/recipe-mistakes.txt")
      let text = try String(contentsOf: file, encoding: .utf8)
      var mistakes: [Mistake] = []
      var head: [Substring] = []
      var lines: [Substring] = []
      for line in text.split(separator: "\n") {
        switch line.first {
        case "#": continue
        case "|": lines.append(line.dropFirst(2))
        case "!":
          mistakes.append(
            Mistake(
              kind: String(try #require(head.first)), key: String(try #require(head.last)),
              line: lines.isEmpty ? nil : lines.joined(separator: "\n"),
              message: String(line.dropFirst(2))))
          lines = []
        default: head = line.split(separator: " ")
        }
      }
      return mistakes
    }
  }

  @Test("each is named with its place and what is allowed")
  func each() throws {
    let mistakes = try Mistake.all()
    #expect(mistakes.count > 50)
    for mistake in mistakes {
      switch mistake.kind {
      case "pack":
        let pack = SampleRecipes.pack(mistake.key, mistake.line)
        #expect(
          try RecipeProbe(pack: pack).mistakes == ["packs/a.yaml:\(mistake.message)"],
          "\(mistake.testDescription)")
      default:
        let calendar = SampleRecipes.daily(mistake.key, mistake.line)
        #expect(
          try RecipeProbe(calendar: calendar).mistakes.contains(
            "calendar/b.yaml:\(mistake.message)"), "\(mistake.testDescription)")
      }
    }
  }
}
