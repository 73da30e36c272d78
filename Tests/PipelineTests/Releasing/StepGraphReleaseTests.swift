import Foundation
import HouseSupport
import JSONText
import Manifest
import Pipeline
import Releasing
import TestSupport
import Testing

/// Step graphs of a release, as an app without our engine reads them.
@Suite("Step graphs of a release")
struct StepGraphReleaseTests {
  private static let node = ["/usr/bin/node", "/usr/local/bin/node", "/opt/homebrew/bin/node"]
    .first { FileManager.default.isExecutableFile(atPath: $0) }

  private func house(_ profiles: String) throws -> NightlyHouse {
    let house = try NightlyHouse()
    try house.folder.write(
      "packs: [first, second]\ncalendar: [daily, weekly, monthly]\nprofiles: \(profiles)\n",
      to: "Recipes/release.yaml")
    return house
  }

  private func files(_ house: NightlyHouse) throws -> [String] {
    let folder = "\(house.folder.path)/out/puzzles/hints"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0.hasSuffix(".steps.json") }.sorted().map { "\(folder)/\($0)" }
  }

  @Test("they are there for every pack and date where the profile is on, and nowhere else")
  func published() async throws {
    let house = try house("{ steps: true, hints: true }")
    #expect(try await house.run().failure == nil)
    let found = try files(house)
    let data = try #require(
      FileManager.default.contents(atPath: "\(house.folder.path)/out/puzzles/manifest.json"))
    let manifest = try Manifest(json: Array(data))
    let dates = manifest.calendar.values.reduce(0) { $0 + $1.entries.count }
    #expect(found.count == 2 + dates)
    for file in found {
      let hints = file.replacingOccurrences(of: ".steps.json", with: ".json")
      func lists(_ path: String, _ member: String) throws -> [Int] {
        let bytes = try #require(FileManager.default.contents(atPath: path))
        guard case .array(let lists)? = try JSONValue(reading: Array(bytes))[member] else {
          return []
        }
        return lists.map { if case .array(let steps) = $0 { steps.count } else { -1 } }
      }
      // A step's place is that of its hint.
      #expect(try lists(file, "steps") == lists(hints, "hints"))
    }
    let without = try self.house("{ hints: true }")
    #expect(try await without.run().failure == nil)
    #expect(try files(without).isEmpty)
  }

  @Test("hints in another language begin with what is new, and that is told")
  func language() async throws {
    let house = try house("{ hints: true, language: en }")
    #expect(try await house.run().failure == nil)
    let plan = PublishRelease(isPlanOnly: true)
    let context = try RunContext.at("2026-12-30T03:00:00Z", jobs: 1)
    func notes() async throws -> [String] {
      try await plan.said(in: house.places, context).lines.map(\.text).filter {
        $0.hasPrefix("Note: `language`")
      }
    }
    #expect(try await notes().isEmpty)
    try house.folder.write(
      "packs: [first, second]\ncalendar: [daily, weekly, monthly]\n"
        + "profiles: { hints: true, language: de }\n", to: "Recipes/release.yaml")
    let said = try await notes()
    #expect(said.count == 1)
    #expect(said.first?.contains("is de, and the hints of first, second stay in en") == true)
  }

  @Test(
    "the reader of thirty lines solves every puzzle, from any board without mistakes",
    .enabled(if: node != nil, "there is no node on this machine"))
  func reader() async throws {
    let house = try house("{ steps: true }")
    #expect(try await house.run().failure == nil)
    let reader = Project.folder.appendingPathComponent("docs/next-step.mjs")
    #expect(try String(contentsOf: reader, encoding: .utf8).split(separator: "\n").count <= 34)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try #require(Self.node))
    process.arguments =
      [
        Project.folder.appendingPathComponent("Tests/Fixtures/next-step-check.mjs").path,
        reader.path,
      ] + (try files(house))
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let said = String(decoding: data, as: UTF8.self)
    #expect(process.terminationStatus == 0, "\(said)")
    #expect(said.contains(" puzzles, "), "\(said)")
  }
}
