import Testing
import Wording

@Suite("Numbers of things in words")
struct CountingTests {
  @Test("one thing stands alone, and any other number is many")
  func regular() {
    #expect((0...2).map { "\($0, of: "slot")" } == ["0 slots", "1 slot", "2 slots"])
  }

  @Test("a noun can bring its own plural, and its verb with it")
  func irregular() {
    #expect([1, 3].map { "\($0, of: "copy", "copies")" } == ["1 copy", "3 copies"])
    #expect("\(1, of: "puzzle misses", "puzzles miss")." == "1 puzzle misses.")
    #expect("\(12, of: "puzzle misses", "puzzles miss")." == "12 puzzles miss.")
  }
}
