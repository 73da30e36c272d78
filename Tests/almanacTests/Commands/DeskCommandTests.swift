import HouseSupport
import TestSupport
import Testing

@Suite("The editors' desk")
struct DeskCommandTests {
  let folder: TemporaryFolder
  init() throws { folder = TemporaryFolder() }

  private func run(_ arguments: String..., input: String = "") throws -> Program.Ending {
    try Program.run(arguments, input: input, in: folder)
  }

  private func puzzles(_ count: Int) throws -> String {
    try run("generate", "--size", "6", "--stars", "1", "--count", "\(count)").output
  }

  @Test("a page holds every board, asks for nothing from elsewhere, and is the same every time")
  func page() throws {
    let input = try puzzles(12)
    #expect(try run("preview", "-", "--html", "a", input: input).output == "a/index.html\n")
    #expect(try run("preview", "-", "--html", "b", "--jobs", "3", input: input).status == 0)
    let page = try #require(folder.text("a/index.html"))
    #expect(page == folder.text("b/index.html"))
    #expect(page.ranges(of: "<a class=\"card\"").count == 12)
    for word in ["src=\"http", "url(http", "@import", "{{"] { #expect(!page.contains(word)) }
    let spanish = try run("preview", "-", "--html", "c", "--language", "es", input: input)
    #expect(spanish.status == 0 && folder.text("c/index.html") != page)
  }

  @Test("drawings are files of their own, solutions beside them")
  func drawings() throws {
    let input = try puzzles(1)
    let ending = try run("preview", "-", "--svg", "d", "--solutions", input: input)
    #expect(ending.lines == ["d/puzzles-0.svg", "d/puzzles-0-solution.svg"])
    #expect(folder.text("d/puzzles-0.svg")?.hasPrefix("<svg xmlns=") == true)
  }

  @Test("a name that nothing has is refused with what there is")
  func unknown() throws {
    let ending = try run("preview", "nothing")
    #expect(ending.status == 66)
    #expect(ending.errors.contains("almanac nightly"), "\(ending.errors)")
  }

  @Test("an import keeps good puzzles once, and shows two solutions of one that has several")
  func imports() throws {
    let good = try puzzles(2)
    let trial = try run("import", "-", "--dry-run", input: good)
    #expect(trial.status == 0 && trial.output.contains("would be kept"))
    #expect(folder.text(".almanac/catalog.sqlite") == nil)
    #expect(try run("import", "-", input: good).status == 0)
    let again = try run("packs", "import", "-", input: good)
    #expect(again.output.ranges(of: "a twin of puzzle").count == 2)
    let bad = try run("import", "-", input: "5x1.AABBBAABBBCCDDDCCDDDEEEEE\n")
    #expect(bad.status == 65)
    #expect(bad.output.contains("cells differ") && bad.output.contains("another"))
    let empty = try run("import", "-", input: "")
    #expect(empty.status == 65 && empty.errors.contains("there is no puzzle in it"))
    let found = try run("packs", "find", "--size", "6", "--reserve")
    #expect(found.status == 0 && found.lines.count == 2)
    #expect(try run("packs", "find", "--rule", "tiling.pair").errors.contains("tiling.pairs?"))
  }

  @Test("a pack without an empty slot takes no import, which is no missing input")
  func importIntoFullPack() throws {
    try folder.write(SampleRecipes.release, to: "Pipelines/release.yaml")
    try folder.write(SampleRecipes.pack, to: "Pipelines/packs/tiny.yaml")
    let built = try run("packs", "build", "tiny", "--now", "2026-11-21")
    #expect(built.status == 0, "\(built.errors)")
    let ending = try run("import", "-", "--pack", "tiny", "--now", "2026-11-21", input: puzzles(1))
    #expect(ending.status == 65)
    #expect(ending.errors.contains("tiny: each of its slots has its puzzle"), "\(ending.errors)")
  }

  @Test("an address is a puzzle wherever a file is")
  func address() throws {
    let ending = try run(
      "convert", "https://puzz.link/p?starbattle/6/6/1/4ilbhgdnmhou", "--to", "sbn")
    #expect(ending.output.hasPrefix("6x1.AAABBB"), "\(ending.errors)")
  }

  @Test("recipes are checked with every mistake at its place")
  func recipes() throws {
    try folder.write(SampleRecipes.release, to: "Pipelines/release.yaml")
    try folder.write(SampleRecipes.pack, to: "Pipelines/packs/tiny.yaml")
    #expect(try run("recipes", "check").status == 0)
    let wrong = SampleRecipes.pack + "cuont: 3\nhue: 1\n"
    try folder.write(wrong, to: "Pipelines/packs/tiny.yaml")
    let ending = try run("recipes", "check")
    #expect(ending.status == 78)
    #expect(ending.errors.contains("tiny.yaml:8:1: ") && ending.errors.contains("tiny.yaml:9:1: "))
  }

  @Test("a pack of one's own is built, changed and told slot by slot, each with its exit status")
  func packs() throws {
    try folder.write(SampleRecipes.release, to: "Pipelines/release.yaml")
    try folder.write(SampleRecipes.pack, to: "Pipelines/packs/tiny.yaml")
    let spring = SampleRecipes.pack("id", "id: spring").replacing("seed: 7", with: "seed: 8")
    try folder.write(spring, to: "Pipelines/packs/spring.yaml")
    let now = ["--now", "2026-11-21"]
    func packs(_ arguments: String...) throws -> Program.Ending {
      try Program.run(["packs"] + arguments + now, in: folder)
    }
    #expect(try run("packs", "diff").status == 66)
    #expect(try packs("build", "spring", "--dry-run").output.contains("4 slots would change"))
    #expect(folder.text(".almanac/catalog.sqlite") == nil)
    #expect(try packs("build", "Pipelines/packs/spring.yaml").status == 0)
    #expect(try run("recipes", "check").output.contains("spring"))
    #expect(try run("packs", "list").lines.map { $0.contains("not published") } == [true, true])
    // A replacement needs a reason; with one it is done, in JSON too.
    #expect(try packs("replace", "spring:1").status == 64)
    let ending = try packs("replace", "spring:1", "--reason", "dull", "--json")
    #expect(ending.status == 0 && ending.lines.count == 1, "\(ending.errors)")
    #expect(ending.output.contains(#""kind":"replaced""#) && ending.output.contains(#""pins":[1]"#))
    #expect(try packs("replace", "spring:9", "--reason", "x").status == 64)
    #expect(try packs("reorder", "spring", "--swap", "0", "--rising").status == 64)
    #expect(try packs("reorder", "spring", "--swap", "0", "--swap", "1").status == 0)
    #expect(try packs("replace", "spring:0", "--with", "1", "--reason", "x").status == 65)
    let page = try packs("replace", "spring:2", "--dry-run", "--html", "desk")
    #expect(page.status == 0 && folder.text("desk/index.html") != nil)
    // Shorter is refused by the recipe's status.
    try folder.write(
      spring.replacing("count: 4", with: "count: 3"), to: "Pipelines/packs/spring.yaml")
    let refused = try packs("build", "spring")
    #expect(refused.status == 78 && refused.errors.contains("--force"), "\(refused.errors)")
    #expect(try packs("build", "spring", "--force").status == 64)
    #expect(try packs("build", "spring", "--force", "--reason", "less").status == 0)
    #expect(try run("packs", "list", "spring").output.contains("3 slots"))
  }

  @Test("an import is shown with the grade that it is kept with, whatever level was asked for")
  func importLevel() throws {
    let hard = try run(
      "generate", "--size", "6", "--stars", "1", "--level", "8...12", "--seed", "5")
    #expect(hard.status == 0)
    let plain = try run("import", "-", "--dry-run", input: hard.output)
    let bounded = try run("import", "-", "--dry-run", "--level", "3", input: hard.output)
    #expect(plain.status == 0 && plain.output.contains("level "), "\(plain.errors)")
    #expect(bounded.status == 0 && bounded.output == plain.output, "\(bounded.output)")
  }

  @Test("an imported puzzle gets the slot that is named, with a reason")
  func importIntoSlot() throws {
    try folder.write(SampleRecipes.release, to: "Pipelines/release.yaml")
    try folder.write(SampleRecipes.pack, to: "Pipelines/packs/tiny.yaml")
    #expect(try run("packs", "build", "tiny").status == 0)
    let puzzle = try run("generate", "--size", "5", "--stars", "1", "--seed", "404").output
    #expect(try run("import", "-", "--slot", "tiny:2", input: puzzle).status == 64)
    let ending = try run("import", "-", "--slot", "tiny:2", "--reason", "better", input: puzzle)
    #expect(ending.status == 0 && ending.output.contains("is tiny:2 now"), "\(ending.errors)")
    let again = try run("import", "-", "--slot", "tiny:1", "--reason", "x", input: puzzle)
    #expect(again.status == 65 && again.output.contains("used as tiny:2"), "\(again.output)")
    let large = try puzzles(1)
    #expect(
      try run("import", "-", "--slot", "tiny:1", "--reason", "x", input: large).status == 65)
  }

  @Test("dates and reserve are told, and published dates refused")
  func dates() throws {
    try folder.write("packs: [tiny]\ncalendar: [daily]\n", to: "Pipelines/release.yaml")
    try folder.write(SampleRecipes.pack, to: "Pipelines/packs/tiny.yaml")
    try folder.write(SampleRecipes.daily, to: "Pipelines/calendar/daily.yaml")
    func at(_ arguments: String...) throws -> Program.Ending {
      try Program.run(arguments + ["--now", "2026-11-21T03:00:00Z"], in: folder)
    }
    #expect(try at("reserve", "status").status == 66)
    #expect(try at("nightly").status == 0)
    #expect(try at("reserve", "status").output.contains("runs dry on 2026-11-24 (in 3 days)"))
    #expect(try at("reserve", "fill", "--days", "4").status == 0)
    #expect(try at("reserve", "fill", "--size", "9", "--stars", "3").status == 64)
    let status = try at("reserve", "status", "--json")
    #expect(status.output.contains(#""dryOn":"2026-11-28","days":7"#), "\(status.output)")
    #expect(try at("calendar", "show").lines.count == 7)
    #expect(try at("calendar", "swap", "2026-11-23", "2026-11-25").status == 65)
    #expect(try at("calendar", "swap", "2026-11-24", "2026-11-26", "--json").status == 0)
    #expect(try at("calendar", "pin", "2026-11-27").output.contains("pinned"))
    #expect(try at("calendar", "unpin", "2026-11-27").status == 0)
    #expect(try at("calendar", "pin", "tomorrow").status == 64)
  }
}
