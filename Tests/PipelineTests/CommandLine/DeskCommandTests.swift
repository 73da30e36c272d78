import TestSupport
import Testing

@Suite("The editors' desk", .enabled(if: Program.path != nil, "almanac is not built here"))
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
    let found = try run("packs", "find", "--size", "6", "--reserve")
    #expect(found.status == 0 && found.lines.count == 2)
    #expect(try run("packs", "find", "--rule", "tiling.pair").errors.contains("tiling.pairs?"))
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
}
