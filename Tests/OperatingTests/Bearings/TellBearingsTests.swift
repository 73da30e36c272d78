import HouseSupport
import Operating
import Pipeline
import TestSupport
import Testing

@Suite("What there is, and what to do next")
struct TellBearingsTests {
  private static let now = "2027-01-01T12:00:00Z"

  /// What can be wrong with the tree and the catalogue beside it, as far as manifests tell.
  enum Damage: String, CaseIterable {
    case olderCatalogue, lostPointer, damagedPointer, lostTree, lostCatalogue
  }

  private func happen(_ damage: Damage, in house: NightlyHouse) throws {
    switch damage {
    case .olderCatalogue:
      try house.remove("state")
      try house.copy("older", to: "state")
    case .lostPointer: try house.remove("out/puzzles/manifest.json")
    case .damagedPointer: try house.folder.write("{", to: "out/puzzles/manifest.json")
    case .lostTree: try house.remove("out")
    case .lostCatalogue: try house.remove("state")
    }
  }

  @Test("what mends a house is told as the doctor tells it", arguments: Damage.allCases)
  func asTheDoctor(damage: Damage) async throws {
    let house = try NightlyHouse()
    #expect(try await house.run("2026-12-31T03:00:00Z").failure == nil)
    try house.copy("state", to: "older")
    #expect(try await house.run("2027-01-01T03:00:00Z").failure == nil)
    try happen(damage, in: house)
    let doctor = try await Doctor(house.places, .at(Self.now), freeBytes: { _ in 1 << 40 }).run()
    let worst = try #require(doctor.symptoms.first)
    let remedy = try #require(worst.remedy)
    let said = try await TellBearings().said(in: house.places, .at(Self.now))
    let next = try #require(said.lines.map(\.text).first { $0.hasPrefix("Next:") })
    #expect(next.hasPrefix("Next:  \(remedy)  — "), "\(said.lines)")
    if damage != .lostCatalogue {
      #expect(said.lines.contains { $0.text.hasSuffix(worst.message) }, "\(said.lines)")
    }
  }

  @Test("a house that is well is told what it has published")
  func well() async throws {
    let house = try NightlyHouse()
    #expect(try await house.run("2027-01-01T03:00:00Z").failure == nil)
    let said = try await TellBearings().said(in: house.places, .at(Self.now))
    let text = said.lines.map(\.text).joined(separator: "\n")
    #expect(text.contains("release 1 of 2027-01-01T03:00:00Z"))
    #expect(text.contains("Next:  almanac doctor "), "\(text)")
  }
}
