import Foundation
import HouseSupport
import JSONText
import Manifest
import Printable
import Stores
import TestSupport
import Testing

/// Whatever text comes from outside, nothing reaches a terminal but lines that the program
/// itself makes.
@Suite("Terminal escapes and forged lines")
struct HostileTextTests {
  private let folder = TemporaryFolder()
  private static let now = ["--now", "2026-11-21T03:00:00Z"]
  /// Colours, a title with a bell, a line of its own, and characters that hide or turn text.
  private static let attack =
    "\u{1B}[31mX\u{1B}]0;y\u{07}\nalmanac: forged\r\u{202E}\u{2028}\u{200B}"

  private func run(_ arguments: [String]) throws -> Program.Ending {
    try Program.run(arguments, in: folder)
  }

  private func publish() throws {
    try folder.write(SampleRecipes.release, to: "Pipelines/release.yaml")
    try folder.write(SampleRecipes.pack, to: "Pipelines/packs/tiny.yaml")
    let ending = try run(["nightly"] + HostileTextTests.now)
    #expect(ending.status == 0, "\(ending.errors)")
  }

  /// Runs a command, and looks at all that it prints.
  @discardableResult
  private func expectSound(
    _ arguments: [String], status: Int32? = nil, at location: SourceLocation = #_sourceLocation
  ) throws -> Program.Ending {
    let ending = try run(arguments)
    for line in (ending.output + ending.errors).split(separator: "\n") {
      #expect(Printable.isPrintable(String(line)), "\(line)", sourceLocation: location)
      #expect(!line.hasPrefix("almanac: forged"), sourceLocation: location)
    }
    if let status { #expect(ending.status == status, "\(ending)", sourceLocation: location) }
    return ending
  }

  @Test("file names in a tree")
  func treeNames() throws {
    try publish()
    for place in ["", "packs/", "daily/", "releases/"] {
      // A name of a file has no slash.
      try folder.write("x", to: "output/puzzles/\(place)evil\(HostileTextTests.attack).txt")
    }
    try folder.write("x", to: "output/puzzles/\(HostileTextTests.attack)/x.json")
    let verified = try expectSound(["release", "verify", "output"])
    #expect((verified.output + verified.errors).contains("evil"))
    try expectSound(["doctor"] + HostileTextTests.now)
    try expectSound(["doctor", "--json"] + HostileTextTests.now)
    try expectSound(["nightly"] + HostileTextTests.now)
    try expectSound(["nightly", "--log", "logfmt"] + HostileTextTests.now)
    try expectSound(["release", "plan"] + HostileTextTests.now)
  }

  /// Writes another manifest in the place of the current one.
  private func forge(_ path: [JSONStep], _ value: JSONValue) throws {
    let manifest = "\(folder.path)/output/puzzles/manifest.json"
    let bytes = Array(try #require(FileManager.default.contents(atPath: manifest)))
    let forged = JSONValue.text(bytes, replacing: path, with: value)
    try folder.write(forged, to: "output/puzzles/manifest.json")
    try folder.write(forged, to: "output/puzzles/releases/1.json")
  }

  @Test("a withdrawal's reason, a pack's name and other texts of a manifest")
  func manifestTexts() throws {
    try publish()
    let manifest = try #require(folder.text("output/puzzles/manifest.json"))
    let withdrawal = JSONValue.array([
      .object([
        JSONMember("id", .string("daily:2020-01-01\(HostileTextTests.attack)")),
        JSONMember("reason", .string(HostileTextTests.attack)), JSONMember("release", 1),
      ])
    ])
    let attack = JSONValue.string("Evil\(HostileTextTests.attack)")
    for (path, value) in [
      (["packs", 0, "name"], attack), (["recipeHash"], attack),
      (["objects", 0, "mediaType"], attack),
      (["packs", 0, "object"], attack), (["zstd"], attack), (["createdAt"], attack),
    ] as [([JSONStep], JSONValue)] {
      try folder.write(manifest, to: "output/puzzles/manifest.json")
      try forge(path, value)
      for form in [[], ["--json"]] {
        try expectSound(["release", "history"] + form)
        try expectSound(["release", "verify", "output"] + form)
        try expectSound(["doctor"] + HostileTextTests.now + form)
        try expectSound(["catalog", "rebuild", "--state", "other", "--force"] + form)
        try expectSound(["packs", "list", "--state", "other"] + form)
      }
    }
    let text = manifest.replacing(
      "\"zstd\"", with: "\"withdrawals\":\(withdrawal.line),\"zstd\"")
    let withWithdrawal =
      text == manifest
      ? String(manifest.dropLast()) + ",\"withdrawals\":\(withdrawal.line)}" : text
    try folder.write(withWithdrawal, to: "output/puzzles/manifest.json")
    try folder.write(withWithdrawal, to: "output/puzzles/releases/1.json")
    let history = try expectSound(["release", "history"], status: 0)
    #expect(history.output.contains("\u{FFFD}[31mX"), "\(history.output)")
    try expectSound(["release", "history", "--json"], status: 0)
    try expectSound(["release", "diff", "1", "1"])
  }

  @Test("names of recipe files, and what stands in them")
  func recipes() throws {
    let name = HostileTextTests.attack
    try folder.write(SampleRecipes.release, to: "Pipelines/release.yaml")
    try folder.write(SampleRecipes.pack("count", "count: x"), to: "Pipelines/packs/\(name).yaml")
    try folder.write("\u{1B}[2J: [", to: "Pipelines/calendar/\(name).yaml")
    try expectSound(["recipes", "check"], status: 78)
    try expectSound(["nightly"] + HostileTextTests.now, status: 78)
    try expectSound(["nightly", "--log", "json"] + HostileTextTests.now, status: 78)
    try expectSound(["doctor"] + HostileTextTests.now)
    try expectSound(["nightly", "--recipes", name] + HostileTextTests.now, status: 66)
  }

  @Test("what was typed, quoted by the parser and by the program")
  func arguments() throws {
    let text = HostileTextTests.attack
    for arguments in [
      [text], ["generate", "--size", text], ["generate", "--\(text)"], ["nightly", "--now", text],
      ["generate", "--size=\(text)", "--stars", "1"], ["nightly", "--log", text],
      ["release", "withdraw", "intro", "--reason", text], ["nightly", "--ping-url", text],
      ["packs", "pin", "intro:1", "--reason", text], ["release", "rollback", text],
      ["nightly", "--output", "s3:\(text)"], ["packs", "find", "--difficulty", text],
    ] {
      try expectSound(arguments, status: 64)
    }
    try expectSound(["help", text])
    try expectSound(["grade", text], status: 66)
    try expectSound(["nightly", "--output", text])
    try expectSound(["release", "verify", text])
    try expectSound(["packs", "replace", text, "--reason", "x", "--state", text])
    try expectSound(["release", "withdraw", text, "--reason", "x"])
  }

  @Test(
    "a reason and a pack's name take no character that is not seen",
    arguments: ["\u{2028}", "\u{202E}", "\u{200B}", "\u{FEFF}", "\u{9B}", "\u{2066}"])
  func refused(hidden: String) throws {
    let reason = try expectSound(
      ["release", "withdraw", "intro", "--reason", "a\(hidden)b"], status: 64)
    #expect(reason.errors.contains("printable"))
    let name = hidden.unicodeScalars.map {
      "\\u" + String(0x10000 + $0.value, radix: 16).dropFirst()
    }
    .joined()
    try folder.write(SampleRecipes.release, to: "Pipelines/release.yaml")
    for text in ["\(name)a", "a\(name)b", "a\(name)"] {
      try folder.write(
        SampleRecipes.pack("name", "name: \"\(text)\""), to: "Pipelines/packs/tiny.yaml")
      let ending = try expectSound(["recipes", "check"], status: 78)
      let isNamed = ["printable characters", "byte order mark"].contains(
        where: ending.errors.contains)
      #expect(isNamed, "\(text): \(ending.errors)")
    }
  }
}
