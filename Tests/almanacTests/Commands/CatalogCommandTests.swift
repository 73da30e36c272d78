import Foundation
import HouseSupport
import Identity
import JSONText
import TestSupport
import Testing

@Suite("almanac catalog")
struct CatalogCommandTests {
  let folder: TemporaryFolder

  init() throws {
    folder = TemporaryFolder()
    try folder.write("packs: [tiny]\ncalendar: [daily]\n", to: "Pipelines/release.yaml")
    try folder.write(SampleRecipes.pack, to: "Pipelines/packs/tiny.yaml")
    try folder.write(
      SampleRecipes.daily("horizon", "horizon: 3\nreserve: 2"), to: "Pipelines/calendar/daily.yaml")
  }

  private func run(_ arguments: String...) throws -> Program.Ending {
    try Program.run(arguments, in: folder)
  }

  private func night(_ day: String) throws {
    let ending = try run("nightly", "--now", day, "--quiet")
    #expect(ending.status == 0, "\(ending.errors)")
  }

  @Test("without a catalogue every command says so and how to get one")
  func missing() throws {
    for command in [["check"], ["backup", "copy.sqlite"], ["export", "all.jsonl"]] {
      let ending = try Program.run(["catalog"] + command, in: folder)
      #expect(ending.status == 66)
      #expect(ending.errors.contains("almanac nightly"), "\(ending.errors)")
    }
    #expect(try run("catalog", "rebuild").status == 66)
    #expect(try run("catalog", "export", "all.txt").status == 64)
    #expect(folder.files.allSatisfy { !$0.contains("sqlite") && !$0.contains("all.") })
  }

  @Test("a check finds nothing, then the damage, and names the way out")
  func check() throws {
    try night("2026-11-21")
    let whole = try run("catalog", "check", "--prove")
    #expect(whole.status == 0 && whole.output.contains("proved again"), "\(whole.errors)")
    let json = try run("catalog", "check", "--json")
    let value = try JSONValue(reading: Array(json.output.utf8.dropLast()))
    #expect(value["whole"] == .bool(true) && value["puzzles"] == .integer(9))
    try folder.write("not a database", to: ".almanac/catalog.sqlite")
    let damaged = try run("catalog", "check")
    #expect(damaged.status == 65)
    #expect(damaged.errors.contains("almanac catalog rebuild"), "\(damaged.errors)")
    #expect(try run("nightly", "--now", "2026-11-22").status == 65)
    let rebuilt = try run("catalog", "rebuild", "--now", "2026-11-22", "--json")
    #expect(rebuilt.status == 0, "\(rebuilt.errors)")
    let told = try JSONValue(reading: Array(rebuilt.output.utf8.dropLast()))
    #expect(told["rebuilt"] == .bool(true) && told["slots"] == .integer(4))
    #expect(folder.text(".almanac/catalog-before-20261122T000000Z.sqlite") == "not a database")
    #expect(try run("catalog", "rebuild").output.contains("nothing to rebuild"))
    try night("2026-11-22")
    #expect(try run("catalog", "check", "--quiet").output.isEmpty)
  }

  @Test("a backup is refused once the tree has gone on, and a rebuild goes on with the numbers")
  func backup() throws {
    try night("2026-11-21")
    let copy = try run("catalog", "backup", "copy.sqlite")
    #expect(copy.status == 0 && copy.output.contains("up to release 1"), "\(copy.errors)")
    #expect(try run("catalog", "backup", "copy.sqlite").status == 73)
    #expect(try run("catalog", "backup", "copy.sqlite", "--force").status == 0)
    try night("2026-11-22")
    for name in ["catalog.sqlite-wal", "catalog.sqlite-shm", "catalog.sqlite"] {
      try? FileManager.default.removeItem(atPath: "\(folder.path)/.almanac/\(name)")
    }
    try FileManager.default.copyItem(
      atPath: "\(folder.path)/copy.sqlite", toPath: "\(folder.path)/.almanac/catalog.sqlite")
    for command in [["nightly"], ["release", "publish"], ["release", "rollback", "1"]] {
      let ending = try Program.run(command + ["--now", "2026-11-23"], in: folder)
      #expect(ending.status == 65)
      #expect(ending.errors.contains("holds release 2, but the catalogue"), "\(ending.errors)")
    }
    #expect(try run("catalog", "rebuild").status == 0)
    try night("2026-11-23")
    #expect(try run("release", "verify", "--quiet").status == 0)
    #expect(folder.text("output/puzzles/releases/3.json") != nil)
  }

  @Test("an export is JSON Lines or CSV, compressed or not, the same each time, with its digest")
  func export() throws {
    try night("2026-11-21")
    for name in ["a.jsonl", "a.csv", "a.jsonl.zst", "a.csv.zst"] {
      let ending = try run("catalog", "export", name)
      #expect(ending.status == 0 && ending.output.contains("9 puzzles"), "\(ending.errors)")
      #expect(try run("catalog", "export", name).status == 73)
      let bytes = try #require(try folder.contents()[name])
      var digest = RunningDigest()
      digest.add(bytes)
      #expect(folder.text(name + ".sha256") == "\(digest.hexadecimal)  \(name)\n")
      #expect(try run("catalog", "export", name, "--force").status == 0)
      #expect(try folder.contents()[name] == bytes)
    }
    let lines = try #require(folder.text("a.jsonl")).split(separator: "\n")
    #expect(lines.count == 9)
    let first = try JSONValue(reading: Array(lines[0].utf8))
    #expect(first["places"] == .array([.string("tiny:0")]))
    #expect(first["firstPublished"] == .string("2026-11-21T00:00:00Z"))
    #expect(lines.contains { $0.contains("\"places\":[]") && $0.contains("\"firstRelease\":null") })
    let table = try #require(folder.text("a.csv")).split(separator: "\n")
    #expect(table.count == 10 && table[0].hasPrefix("id,sbn,size,stars,solution,score"))
    for line in table {
      #expect(line.split(separator: ",", omittingEmptySubsequences: false).count == 16)
    }
    if let plain = try Tool.output("zstd", ["-dc", "\(folder.path)/a.jsonl.zst"]) {
      #expect(plain == folder.text("a.jsonl"))
    }
  }

  @Test("the command that is said to check an export does, wherever it was written")
  func checkedExport() throws {
    try night("2026-11-21")
    // Another of the same name is not checked in its place.
    try folder.write("another", to: "a.jsonl")
    try folder.write("", to: "my dumps/kept")
    for name in ["my dumps/a.jsonl", "./-b.csv", "\(folder.path)/c.csv"] {
      let ending = try run("catalog", "export", name)
      let advice = ending.lines.compactMap { line -> Substring? in
        line.hasPrefix("Check it with: ") ? line.dropFirst(15) : nil
      }
      let command = try #require(advice.first, "\(ending)")
      guard try Tool.output("sha256sum", ["--version"]) != nil else { continue }
      let checked = try Program.shell(String(command), in: folder)
      #expect(checked.status == 0 && checked.output.hasSuffix("OK\n"), "\(command): \(checked)")
    }
  }
}

/// Programs of the system that are there or not.
enum Tool {
  /// What a program prints, or nothing when it is not installed or fails.
  static func output(_ name: String, _ arguments: [String]) throws -> String? {
    guard
      let path = ["/usr/bin", "/bin", "/usr/local/bin"].map({ "\($0)/\(name)" })
        .first(where: { FileManager.default.isExecutableFile(atPath: $0) })
    else { return nil }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return process.terminationStatus == 0 ? String(decoding: data, as: UTF8.self) : nil
  }
}
