import Foundation
import HouseSupport
import Pipeline
import Recipes
import StarBattle
import TestSupport
import Testing

@Suite("Recipe sets")
struct RecipeSetTests {
  @Test("a byte order mark in front of the first key is passed over")
  func byteOrderMark() throws {
    let folder = TemporaryFolder()
    for (name, text) in [
      ("release.yaml", SampleRecipes.release), ("packs/tiny.yaml", SampleRecipes.pack),
    ] {
      try folder.write("\u{FEFF}" + text, to: name)
    }
    #expect(try RecipeSet(folder: folder.path).packs.map { "\($0.id)" } == ["tiny"])
    // Places are those that an editor shows.
    try folder.write("\u{FEFF}packs: [nowhere]\ncalendar: []\n", to: "release.yaml")
    let message = #expect(throws: RecipeError.self) { try RecipeSet(folder: folder.path) }
    #expect("\(try #require(message))".contains("release.yaml:1:9:"), "\(message as Any)")
  }

  @Test("the recipes of this project can be read, and make six packs, days, weeks and months")
  func ours() throws {
    let recipes = try RecipeSet(folder: Project.folder.appendingPathComponent("Pipelines").path)
    #expect(
      recipes.packs.map { "\($0.id) \($0.count) \($0.name) \($0.isFree)" } == [
        "intro 20 Introduction true", "1star-5x5 60 1-Star 5×5 true",
        "1star-6x6 60 1-Star 6×6 true", "1star-8x8 60 1-Star 8×8 true",
        "2star-10x10 60 2-Star 10×10 true", "3star-14x14 60 3-Star 14×14 true",
      ])
    #expect(
      recipes.calendars.map { "\($0.cadence) \($0.grid.side)/\($0.grid.stars) \($0.horizon)" } == [
        "daily 17/4 14", "weekly 21/5 4", "monthly 25/6 2",
      ])
  }

  @Test("a folder or a file that is not there is named")
  func missing() throws {
    let folder = TemporaryFolder()
    #expect(
      try RecipeProbe(folder: folder).error?.description
        == "\(folder.path)/release.yaml: there is no such file — "
        + "name the folder of the recipes with --recipes")
    #expect(throws: RecipeError.missing(path: "/no/such", what: "folder of recipes")) {
      try RecipeSet(folder: "/no/such/")
    }
  }

  @Test("an id that nobody makes is named, with the likely one")
  func unknown() throws {
    #expect(
      try RecipeProbe(release: "packs: [tinny]\ncalendar: [daily]\n").mistakes == [
        "release.yaml:1:9: no recipe in packs makes the pack `tinny` — did you mean `tiny`?",
        "release.yaml:2:12: no recipe in calendar makes the calendar `daily` — write one",
      ])
  }

  @Test("the bundle and now.json are published unless a recipe says no, the others if it says so")
  func profiles() throws {
    func profiles(_ line: String) throws -> ReleaseRecipe.Profiles {
      let folder = TemporaryFolder()
      try folder.write("packs: [tiny]\ncalendar: []\n\(line)", to: "release.yaml")
      try folder.write(SampleRecipes.pack, to: "packs/tiny.yaml")
      return try RecipeSet(folder: folder.path).profiles
    }
    let usual = try profiles("")
    #expect((usual.app, usual.hints, usual.bundle, usual.now) == (false, false, true, true))
    #expect(try profiles("profiles: { language: en }") == usual)
    let other = try profiles("profiles: { app: true, hints: true, bundle: false, now: false }")
    #expect((other.app, other.hints, other.bundle, other.now) == (true, true, false, false))
  }

  @Test(
    "each mistake in release.yaml is named",
    arguments: [
      ("packs: [tiny]\n", "1:1: `calendar` is missing — a release needs it"),
      (
        "packs: tiny\ncalendar: []\n",
        "1:8: `packs` is `tiny` — it must be a list, such as [a, b] or []"
      ),
      (
        "packs: [tiny, tiny]\ncalendar: []\n",
        "1:15: `tiny` is already listed in line 1 — list it once"
      ),
      ("packs: []\ncalendar: []\n", "1:1: there is nothing to release — list a pack or a cadence"),
      (
        "packs: [tiny]\ncalender: []\n", "2:1: unknown key `calender` — did you mean `calendar`?"
      ),
      ("", "1:1: the file is empty — write a recipe into it"),
      (
        "- a\n",
        "1:1: a release is a list — it must be `key: value` lines with packs, calendar, "
          + "profiles, signing"
      ),
      (
        "packs: [tiny]\ncalendar: []\nsigning: off\n",
        "3:10: `signing` is a single value — it must be `{ key: … }`, or `none` where releases "
          + "are signed no longer"
      ),
    ])
  func release(text: String, message: String) throws {
    #expect(try RecipeProbe(release: text).mistakes.contains("release.yaml:\(message)"))
  }

  @Test("releases are signed with a key, not yet, or no longer")
  func signing() throws {
    func signing(_ line: String) throws -> (key: String?, isOver: Bool) {
      let text = "packs: [tiny]\ncalendar: []\n\(line)"
      let recipes = try #require(try RecipeProbe(release: text).recipes)
      return (recipes.signing?.key, recipes.leavesSigning)
    }
    #expect(try signing("signing: { key: ../release.key }\n") == ("../release.key", false))
    #expect(try signing("") == (nil, false))
    #expect(try signing("signing: none\n") == (nil, true))
  }

  @Test("no pack has the name of another's hints where there are files for the app")
  func namesOfHints() throws {
    let hints = SampleRecipes.pack("id", "id: tiny-hints")
    func mistakes(_ profiles: String) throws -> [String] {
      try RecipeProbe(
        release: "packs: [tiny, tiny-hints]\ncalendar: []\nprofiles: { app: \(profiles) }\n",
        more: ["packs/z.yaml": hints]
      ).mistakes
    }
    #expect(try mistakes("false").isEmpty)
    let found = try mistakes("true")
    #expect(found.count == 1)
    #expect(
      found.first?.hasPrefix("release.yaml:1:15: `tiny-hints` is the name of the hints of `tiny`")
        == true, "\(found)")
  }

  @Test("an id or a cadence is used once")
  func repeated() throws {
    let probe = try RecipeProbe(
      calendar: SampleRecipes.daily,
      more: ["packs/z.yaml": SampleRecipes.pack, "calendar/z.yaml": SampleRecipes.daily])
    #expect(probe.mistakes.count == 2)
    #expect(probe.mistakes[0].hasPrefix("calendar/z.yaml:1:10: the cadence `daily` is already"))
    #expect(probe.mistakes[1].hasPrefix("packs/z.yaml:1:5: the id `tiny` is already used by"))
  }

  @Test("mistakes of all files come together, in the order of files and places")
  func together() throws {
    let probe = try RecipeProbe(
      pack: SampleRecipes.pack("seed", "seed: x"),
      calendar: SampleRecipes.daily("seed", "seed: y"), release: "packs: x\ncalendar: []\n")
    #expect(
      probe.mistakes.map { $0.split(separator: " ").first.map(String.init) } == [
        "calendar/b.yaml:6:7:", "packs/a.yaml:7:7:", "release.yaml:1:8:",
      ])
  }

  @Test("what is not text, or too much of it, is refused quickly")
  func hostile() throws {
    let folder = TemporaryFolder()
    try folder.write(SampleRecipes.release, to: "release.yaml")
    try folder.write(Array("id: a\nname: ".utf8) + [0xC3, 0x28, 0x0A], to: "packs/a.yaml")
    #expect(
      try RecipeProbe(folder: folder).mistakes == [
        "packs/a.yaml:2:7: the text is not UTF-8 — save the file as UTF-8"
      ])
    try folder.write([UInt8](repeating: 0x20, count: 300_000), to: "packs/a.yaml")
    #expect(
      try RecipeProbe(folder: folder).mistakes == [
        "packs/a.yaml:1:1: the file is too large — it can have up to 256 kB"
      ])
    try folder.write([0x69, 0x64, 0x3A, 0x20, 0x00, 0x0A], to: "packs/a.yaml")
    #expect(
      try RecipeProbe(folder: folder).mistakes == [
        "packs/a.yaml:1:5: this is not YAML: control characters are not allowed — "
          + "remove the character"
      ])
    let manifold = (1..<10).map { "a\($0): &a\($0) [*a\($0 - 1), *a\($0 - 1), *a\($0 - 1)]\n" }
    try folder.write("a0: &a0 [x]\n" + manifold.joined(), to: "packs/a.yaml")
    #expect(
      try RecipeProbe(folder: folder).mistakes == [
        "packs/a.yaml:4:20: there are too many `*` — anchors and aliases are not read; "
          + "write the values out"
      ])
    for (start, open) in [("id: ", "["), ("id: ", "{a: "), ("", "- "), ("id:\n ", "? ")] {
      try folder.write(start + String(repeating: open, count: 60_000), to: "packs/a.yaml")
      let mistakes = try RecipeProbe(folder: folder).mistakes
      #expect(mistakes.count == 1 && mistakes[0].contains("this is nested too deeply — "))
    }
    let rows = (0..<999).map { String(repeating: " ", count: $0) + "a:\n" }
    try folder.write(String(rows.joined().prefix(250_000)), to: "packs/a.yaml")
    #expect(try RecipeProbe(folder: folder).mistakes.isEmpty == false)
    try folder.write("a", to: "packs/b.yaml/c")
    #expect(
      try RecipeProbe(folder: folder).mistakes.contains(
        "packs/b.yaml:1:1: this is not a regular file — put a text file in its place"))
  }

  @Test("other files beside the recipes are passed over")
  func others() throws {
    let probe = try RecipeProbe(more: [
      "packs/a.yaml~": "x", "packs/.a.yaml": "x", "packs/notes.txt": "x", "README.md": "x",
    ])
    #expect(probe.recipes?.packs.count == 1)
  }

  @Test("the fingerprint counts what recipes say, not how they are written")
  func fingerprint() throws {
    let one = try #require(try RecipeProbe().recipes).fingerprint
    let lines = SampleRecipes.pack.split(separator: "\n").reversed().joined(separator: "\n")
    let same = try #require(try RecipeProbe(pack: "# hello\n\(lines)\n").recipes).fingerprint
    let other = try #require(
      try RecipeProbe(pack: SampleRecipes.pack("seed", "seed: 8")).recipes
    ).fingerprint
    #expect(one == same)
    #expect(one != other)
    #expect(one.count == 64)
  }
}
