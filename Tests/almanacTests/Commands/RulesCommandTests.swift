import Foundation
import JSONText
import TestSupport
import Testing

/// Rules by their names, what puzzles need, and what comes of what is asked for.
@Suite("Rules, needs and wishes on the command line")
struct RulesCommandTests {
  let folder = TemporaryFolder()

  private func run(_ arguments: String..., input: String = "") throws -> Program.Ending {
    try Program.run(arguments, input: input, in: folder)
  }

  private func objects(_ ending: Program.Ending) throws -> [JSONValue] {
    try ending.lines.map { try JSONValue(reading: Array($0.utf8)) }
  }

  @Test("rules are listed, and one is shown whole under any of its names")
  func rules() throws {
    let list = try run("rules")
    #expect(list.status == 0)
    for word in ["tiling.pairs", "the squeeze", "by a thread", "kissing Ls", "hypothetical.ways"] {
      #expect(list.output.contains(word), "\(word)")
    }
    let listed = try objects(run("rules", "--json"))
    #expect(listed.filter { $0["kind"] == .string("technique") }.count == 21)
    for name in ["tiling.pairs", "squeeze", "The Squeeze"] {
      let shown = try run("rules", name)
      #expect(shown.status == 0 && shown.output.contains("tiling.pairs — "), "\(name)")
      #expect(shown.output.contains("★") || shown.output.contains("×"), "\(name) has no example")
    }
    let refused = try run("rules", "at sea")
    #expect(refused.status == 0 && refused.output.contains("no grade may rest on it"))
    let miss = try run("rules", "squeze")
    #expect(miss.status == 64 && miss.errors.contains("did you mean “the squeeze”?"))
    #expect(try run("rules", "fish", "--write", "docs").status == 64)
  }

  @Test("docs/techniques.md and its pictures are what the program writes")
  func document() throws {
    #expect(try run("rules", "--write", "docs", "--quiet").status == 0)
    let docs = Project.folder.appendingPathComponent("docs")
    let written = folder.files.filter { $0.hasPrefix("docs/") }
    #expect(written.count > 15)
    for name in written {
      let file = docs.appendingPathComponent(String(name.dropFirst(5)))
      let text = try #require(folder.text(name))
      if Effort.isRecording {
        try FileManager.default.createDirectory(
          at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
      }
      let kept = try? String(contentsOf: file, encoding: .utf8)
      #expect(
        kept == text,
        "\(name) — almanac rules --write docs writes it anew")
    }
  }

  @Test("grade --needs names what cannot be left out, and by what it would be replaced")
  func needs() throws {
    let puzzle = try run("generate", "--size", "10", "--seed", "5", "--quiet").output
    let text = try run("grade", "-", "--needs", input: puzzle)
    #expect(text.output.contains("needs exactly one ") && text.output.contains(", as step "))
    let object = try #require(
      try objects(run("grade", "-", "--needs", "--json", input: puzzle)).first)
    guard case .array(let needs)? = object["needs"] else {
      Issue.record("no needs")
      return
    }
    #expect(needs.last?["needed"] == .bool(true))
    let plain = try #require(try objects(run("grade", "-", "--json", input: puzzle)).first)
    #expect(plain["needs"] == nil)
    let tally = try run("grade", "-", "--needs", "--stats", "--json", input: puzzle)
    #expect(tally.output.contains(#""needed":1"#))
    #expect(try run("grade", "-", "--needs", "--shapes", input: puzzle).status == 64)
  }

  @Test("generate --needs makes puzzles that need a rule, by any of its names")
  func generateNeeds() throws {
    let made = try run(
      "generate", "--size", "10", "--needs", "the squeeze", "--count", "2", "--quiet")
    #expect(made.status == 0 && made.lines.count == 2)
    let graded = try objects(run("grade", "-", "--needs", "--json", input: made.output))
    #expect(graded.count == 2)
    for object in graded {
      guard case .array(let needs)? = object["needs"] else {
        Issue.record("\(object): no needs")
        continue
      }
      let pairs = needs.first { $0["rule"] == .string("tiling.pairs") }
      #expect(pairs?["needed"] == .bool(true))
    }
    for (name, words) in [
      ("exclusion", "several rules"), ("fish", "graded with sum.few or sum.some"),
      ("at sea", "no rule has it"), ("tiling.pears", "did you mean"),
      ("hypothetical.deep", "no puzzle that is published"),
    ] {
      let refused = try run("generate", "--size", "10", "--needs", name)
      #expect(refused.status == 64 && refused.errors.contains(words), "\(name): \(refused.errors)")
    }
    for option in ["--needs", "--rule"] {
      let refused = try run(
        "generate", "--size", "10", option, "tiling.pairs", "--level", "...3")
      #expect(refused.status == 64 && refused.errors.contains("tiling.pairs, which has level"))
    }
  }

  @Test("a seed that leads to another's puzzle is told, and what comes by itself is not given up")
  func wishes() throws {
    let drawn = try run(
      "generate", "--size", "10", "--stars", "1", "--difficulty", "1", "--seed", "1", "--json")
    #expect(drawn.status == 0 && drawn.errors.contains("seed 1 leads to no puzzle of 10×10"))
    let object = try #require(try objects(drawn).first)
    #expect(object["difficulty"] == .integer(1) && object["insteadOfSeed"] == .integer(1))
    let own = try run("generate", "--size", "6", "--seed", "7", "--json", "--quiet")
    #expect(own.errors.isEmpty)
    #expect(try objects(own).first?["insteadOfSeed"] == .null)
  }

  @Test("puzzles with bounded arguments are made, and a pack that breaks the bound is told")
  func boundedArguments() throws {
    let made = try run("generate", "--size", "8", "--arguments", "4", "--count", "3", "--quiet")
    #expect(made.lines.count == 3)
    for object in try objects(run("grade", "-", "--json", "--signals", input: made.output)) {
      guard case .array(let cycles)? = object["signals"]?["cycles"],
        case .bool? = object["needsCounting"]
      else {
        Issue.record("no cycles, or nothing of counting")
        continue
      }
      let parts = cycles.compactMap { cycle -> Int? in
        guard case .array(let row) = cycle, case .integer(let parts)? = row.last else { return nil }
        return parts
      }
      #expect(parts.count == cycles.count && parts.allSatisfy { $0 <= 4 })
    }
    let refused = try run("generate", "--size", "8", "--arguments", "0")
    #expect(refused.status == 64)
    #expect(refused.errors.contains("--arguments is 0 — it can be 1…99"))
    // No puzzle of its hardest difficulty does with arguments of one part.
    let bound = """
      id: bound
      name: Bound
      free: true
      grid: { size: 5, stars: 1 }
      count: 2
      difficulty: 9
      seed: 4

      """
    try folder.write("packs: [bound]\ncalendar: []\n", to: "Pipelines/release.yaml")
    try folder.write(bound, to: "Pipelines/packs/bound.yaml")
    let now = ["--now", "2026-11-21"]
    func house(_ arguments: String...) throws -> Program.Ending {
      try Program.run(arguments + now, in: folder)
    }
    #expect(try house("packs", "build", "bound").status == 0)
    #expect(try !house("doctor").output.contains("has an argument of"))
    try folder.write(bound + "arguments: 1\n", to: "Pipelines/packs/bound.yaml")
    let report = try house("doctor")
    #expect(
      report.output.contains("bound:0 has an argument of")
        && report.output.contains("parts, not at most 1"), "\(report.output)")
    let page = try house("preview", "bound", "--html", "desk")
    #expect(page.status == 0)
    let text = try String(contentsOfFile: folder.path + "/desk/index.html", encoding: .utf8)
    #expect(text.contains("parts; the recipe allows 1"))
  }

  @Test("a pack of lessons is built, and a strict recipe refuses what a lax one tells")
  func lessons() throws {
    let lessons = """
      id: lessons
      name: Lessons
      free: true
      grid:
        - { size: 6, stars: 1, count: 2, rule: tiling.overhang }
        - { size: 8, stars: 2, count: 2, rule: tiling.pairs }
      seed: 21
      strict: true

      """
    // Hardly a 4×4 puzzle is harder than an 8.
    let hard = """
      id: hard
      name: Hard
      free: true
      grid: { size: 4, stars: 1 }
      count: 2
      difficulty: 10
      seed: 1

      """
    try folder.write("packs: [lessons, hard]\ncalendar: []\n", to: "Pipelines/release.yaml")
    try folder.write(lessons, to: "Pipelines/packs/lessons.yaml")
    try folder.write(hard, to: "Pipelines/packs/hard.yaml")
    let now = ["--now", "2026-11-21"]
    func run(_ arguments: String...) throws -> Program.Ending {
      try Program.run(arguments + now, in: folder)
    }
    #expect(try run("packs", "build", "lessons").status == 0)
    let found = try run("packs", "find", "--rule", "tiling.pairs")
    #expect(found.lines.count { $0.hasPrefix("lessons:") } == 2)
    let night = try run("nightly")
    #expect(night.status == 0)
    #expect(
      night.output.contains(
        "Warning: 2 new puzzles of hard miss what the recipe asks for: hard:0 has"))
    let report = try run("doctor")
    #expect(report.output.contains("2 puzzles miss what the recipe asks for: hard:0 has"))
    try folder.write(
      hard.replacing("id: hard", with: "id: harder") + "strict: true\n",
      to: "Pipelines/packs/harder.yaml")
    let strict = try run("packs", "build", "harder")
    #expect(
      strict.status == 2 && strict.errors.contains("the recipe is strict"), "\(strict.errors)")
    #expect(try run("packs", "list", "harder").output.contains("0 of 2"))
  }
}
