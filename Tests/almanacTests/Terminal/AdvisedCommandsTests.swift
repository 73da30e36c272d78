import TestSupport
import Testing

@Suite("Commands that errors advise")
struct AdvisedCommandsTests {
  let folder: TemporaryFolder
  init() throws { folder = TemporaryFolder() }

  private func run(_ arguments: String...) throws -> Program.Ending {
    try Program.run(arguments, in: folder)
  }

  @Test("they are for the house that was asked about, where it is not the usual one")
  func house() throws {
    let ending = try run("catalog", "check", "--state", "my state", "--output", "tree")
    let places = "--output tree --state 'my state'"
    #expect(ending.errors.contains("“almanac nightly \(places)”"), "\(ending.errors)")
    #expect(ending.errors.contains("“almanac catalog rebuild \(places)”"), "\(ending.errors)")
    #expect(try run("catalog", "check").errors.contains("“almanac nightly”"))
    let key = try run("keys", "rotate", "--root", "x", "--recipes", "r")
    #expect(
      key.errors.contains("“almanac keys new FOLDER COPY-FOLDER --key NEW-FILE --recipes r”"),
      "\(key.errors)")
  }

  @Test("findings on standard output name it too, and what a command lacks is seen")
  func findings() throws {
    try writePack(side: 5)
    let pack = try run("packs", "build", "none", "--recipes", "r")
    #expect(pack.errors.contains("“almanac recipes new … --recipes r”"), "\(pack.errors)")
    #expect(try run("nightly", "--recipes", "r", "--now", "2026-11-21").status == 0)
    try folder.write("no database", to: ".almanac/catalog.sqlite")
    let doctor = try run("doctor", "--recipes", "r", "--now", "2026-11-21").output
    let quoted = doctor.split(separator: "\n").filter { $0.contains("“almanac catalog rebuild") }
    #expect(!quoted.isEmpty, "\(doctor)")
    #expect(quoted.allSatisfy { $0.contains("“almanac catalog rebuild --recipes r") }, "\(doctor)")
  }

  @Test("those that look at no house, and what is only quoted, stay as they are")
  func others() throws {
    // The recipe's pin is a puzzle of several solutions.
    try writePack(side: 4, and: "pins: { 0: 4x1.AAAABBBBCCCCDDDD }")
    let ending = try run("nightly", "--recipes", "r", "--now", "2026-11-21")
    #expect(ending.errors.contains("“almanac grade” solves"), "\(ending.errors)")
    let word = try run("packs", "list", "“almanac none” of “almanac nightly", "--recipes", "r")
    #expect(word.errors.contains("“almanac none” of “almanac nightly: there"), "\(word.errors)")
  }

  /// Writes the recipes of a house of one pack of one puzzle.
  private func writePack(side: Int, and more: String = "") throws {
    try folder.write("packs: [one]\ncalendar: []\n", to: "r/release.yaml")
    try folder.write(
      """
      id: one
      name: One
      free: true
      grid: { size: \(side), stars: 1 }
      count: 1
      difficulty: 1
      seed: 1
      \(more)
      """, to: "r/packs/one.yaml")
  }
}
