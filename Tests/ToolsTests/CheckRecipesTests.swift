import HouseSupport
import Pipeline
import Testing
import Tools

@Suite("Checking recipes")
struct CheckRecipesTests {
  @Test("a list of release keys that no recipe uses is told")
  func unusedKeys() async throws {
    let house = try NightlyHouse()
    func said() async throws -> [String] {
      let said = try await CheckRecipes().said(in: house.places, .at("2026-12-30"))
      #expect(said.status == .done)
      return said.lines.map(\.text).filter { $0.contains("release.yaml") }
    }
    #expect(try await said().isEmpty)
    try await house.makeKeys()
    #expect(try await said().isEmpty)
    try house.writeSigning(nil)
    let words = try await said()
    #expect(words.count == 1 && words[0].hasPrefix("warning: release.yaml: keys.json"), "\(words)")
    try house.leaveSigning()
    #expect(try await said().isEmpty)
  }
}
