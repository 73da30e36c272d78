import GRDB
import HouseSupport
import Pipeline
import TestSupport
import Testing

@Suite("Checking the catalogue")
struct CheckCatalogTests {
  @Test(
    "what a row says of its grade is compared with what the rules find",
    arguments: [
      ("rules = '{}'", "its row says other rules than solve it"),
      ("rules = json_set(rules, '$.\"tiling.pairs\"', 99)", "tiling.pairs 0 times, not 99"),
      ("score_hundredths = 9999", "its row says 99.99"),
    ])
  func wrongGrade(change: String, words: String) async throws {
    let house = try NightlyHouse()
    #expect(try await house.run().failure == nil)
    #expect(try await house.check() == [])
    let queue = try DatabaseQueue(path: "\(house.state)/catalog.sqlite")
    try await queue.write { try $0.execute(sql: "UPDATE puzzles SET \(change) WHERE id = 5") }
    try queue.close()
    let problems = try await house.check().compactMap { line in
      if case .problem(let text) = line { text } else { nil }
    }
    #expect(problems.count == 1, "\(problems)")
    #expect(problems.first?.contains("puzzle 5: ") == true)
    #expect(problems.first?.contains(words) == true, "\(problems)")
  }
}
