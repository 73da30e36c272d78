import Explaining
import Foundation
import Generating
import Grading
import Notation
import Solving
import StarBattle
import TestSupport
import Testing
import Tools

/// What is told of rules besides their steps: names, examples, figures.
///
/// `RECORD=1 make test FILTER=RuleExamples` looks for examples anew: among puzzles from seeds, the
/// smallest boards first, and the puzzles of the rules' fixtures.
@Suite("Rule examples")
struct RuleExamplesTests {
  private static let file = Project.folder.appendingPathComponent(
    "Sources/Tools/Rules/RuleExample+Table.swift")

  @Test("every rule has an example in which it is the easiest that finds anything")
  func examples() throws {
    if Effort.isRecording { return try record() }
    for rule in Rule.all {
      let example = try #require(RuleExample(of: rule), "\(rule.id): RECORD=1 looks for one")
      #expect(example.step.rule == rule.id)
      #expect(!example.sentence().isEmpty && !example.sentence(in: .spanish).isEmpty)
      #expect(example.picture.contains("</svg>"))
    }
  }

  @Test("every rule is told in words, and has a name in every language")
  func words() {
    for rule in Rule.all {
      #expect(rule.summary != nil, "\(rule.id)")
      for language in HintLanguage.all {
        #expect(language.name(ofRule: rule.id) != nil, "\(rule.id)")
      }
    }
    #expect(
      Set(Rule.all.map { HintLanguage.spanish.name(of: $0) }).count == Rule.all.count)
  }

  @Test("all 21 techniques of the guide are there, and name rules that are")
  func guide() {
    #expect(GuideTechnique.guide.count == 21)
    #expect(Set(GuideTechnique.guide.map(\.name)).count == 21)
    for technique in GuideTechnique.guide {
      #expect(technique.rules.count == technique.ruleIDs.count, "\(technique.name)")
      #expect(technique.rules.isEmpty == (technique.standing == .refused), "\(technique.name)")
      #expect(technique.note.hasSuffix("."))
    }
  }

  @Test("rules are found under the names that people know them by")
  func names() throws {
    let names = [
      "tiling.pairs": [
        "squeeze", "The Squeeze", "tiling.pairs", "cuadrados en dos líneas contiguas",
      ],
      "hypothetical.counting": ["finned counts", "finned count"],
      "counting.tiles": ["1×n", "1xn", "One by N"],
      "direct.neighbours": ["trivial marks", "Star neighbours", "vecinas de una estrella"],
      "tiling.forced": ["2x2", "the 2×2", "simple shapes", "tiling"],
      "sum.few": ["fish", "set differentials", "n rooks", "sum"],
      "hypothetical.propagated": ["kissing Ls", "the M", "Pressured T's", "entanglement"],
    ]
    for (id, names) in names {
      for name in names {
        let entry = try #require(RuleIndex.entry(named: name), "\(name)")
        #expect(entry.rules.contains { $0.id == id }, "\(name)")
      }
    }
    let refused = try #require(RuleIndex.entry(named: "By a thread"))
    #expect(refused.rules.isEmpty && refused.technique?.standing == .refused)
    for word in RuleIndex.words { #expect(RuleIndex.entry(named: word) != nil, "\(word)") }
    for word in ["", " ", "x", "tilin", "★"] { #expect(RuleIndex.entry(named: word) == nil) }
  }

  @Test("figures say which grader they are of, and no rule is needed more often than used")
  func frequencies() {
    #expect((1...Grade.version).contains(RuleFrequency.graderVersion))
    #expect(RuleFrequency.all.count > 20)
    for file in RuleFrequency.all {
      #expect(file.solved <= file.puzzles)
      for (id, count) in file.counts {
        #expect(Rule(id: id) != nil, "\(id)")
        #expect(count.needed <= count.used && count.used <= file.puzzles, "\(file.file) \(id)")
      }
    }
  }

  // MARK: - Looking for examples

  private func record() throws {
    var best: [String: (text: String, weight: Int)] = [:]
    func offer(_ puzzle: Puzzle) {
      let sbn = SBN(puzzle: puzzle, metadata: SBN.Metadata())
      for rule in Rule.all {
        // A small board explains best, whatever the step; a larger one has to be plainer.
        let area = puzzle.grid.cellCount
        if let best = best[rule.id], best.weight <= area { continue }
        guard let example = RuleExample(of: rule, in: sbn) else { continue }
        let weight = area + 4 * example.size
        if weight < best[rule.id]?.weight ?? .max { best[rule.id] = (sbn.description, weight) }
      }
    }
    for (side, stars, count) in [(6, 1, 60), (8, 1, 60), (10, 2, 60)] {
      let grid = try Grid(side: side, stars: stars)
      var generator = PuzzleGenerator(grid: grid)
      for profile in [ClimbProfile.standard, .hard, .expert] {
        for seed in 0..<count {
          let seed = ClimbProfile.seed(for: profile, from: try #require(Seed(64 * seed)))
          if let puzzle = generator.puzzle(seed: seed) { offer(puzzle) }
        }
      }
    }
    let fixtures = try String(
      contentsOf: Project.folder.appendingPathComponent("Tests/Fixtures/rules.txt"),
      encoding: .utf8)
    for line in fixtures.split(separator: "\n") where !line.hasPrefix("#") {
      let words = line.split(separator: " ")
      if words.count > 1, let sbn = try? SBN(String(words[1])) { offer(sbn.puzzle) }
    }
    var text = """
      extension RuleExample {
        /// Written by `RECORD=1 make test FILTER=RuleExamples`.
        static let table = \"""

      """
    for rule in Rule.all {
      if let example = best[rule.id] { text += RuleExamplesTests.folded(rule.id, example.text) }
    }
    text += #"    """"# + "\n}\n"
    try Data(text.utf8).write(to: RuleExamplesTests.file)
  }

  /// A line of the table; long ones go on behind a backslash, which Swift joins again.
  private static func folded(_ id: String, _ sbn: String) -> String {
    var lines = ["    \(id) "]
    for character in sbn {
      if lines[lines.count - 1].count >= 96 { lines.append("    ") }
      lines[lines.count - 1].append(character)
    }
    return lines.joined(separator: "\\\n") + "\n"
  }
}
