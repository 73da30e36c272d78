import Answering
import Explaining
import Grading
import HouseSupport
import JSONText
import Proving
import Solving
import StarBattle
import TestSupport
import Testing

@Suite("Step graph")
struct StepGraphTests {
  @Test(
    "every step holds on a board with nothing but what it rests on",
    arguments: TraceSamples.grids.map(\.0))
  func sufficient(side: Int) throws {
    let checker = TraceChecker(scopes: Rule.scopes)
    for (grade, trace) in try TraceSamples.traces(side: side) where grade.isSolved {
      let told = ToldTrace(trace)
      let nodes = StepGraph(told).nodes
      #expect(nodes.count == told.steps.count)
      for (index, step) in told.steps.enumerated() {
        #expect(nodes[index].rests.allSatisfy { $0 < index })
        var board = PlayerBoard(trace.puzzle.grid)
        var open = nodes[index].rests
        var seen: Set<Int> = []
        while let next = open.popLast() {
          guard seen.insert(next).inserted else { continue }
          board.apply(told.steps[next])
          open += nodes[next].rests
        }
        do throws(TraceFault) {
          try checker.check(step, on: board, of: trace.puzzle)
        } catch {
          Issue.record("\(side): step \(index): \(error): \(step)")
        }
      }
    }
  }

  @Test("no step rests on one that another of its grounds rests on, directly or not")
  func reduced() throws {
    for (_, trace) in try TraceSamples.traces(side: 10) {
      let nodes = StepGraph(ToldTrace(trace)).nodes
      var grounds: [Set<Int>] = []
      for node in nodes {
        let implied = node.rests.reduce(into: Set<Int>()) { $0.formUnion(grounds[$1]) }
        #expect(implied.isDisjoint(with: node.rests))
        grounds.append(implied.union(node.rests))
      }
    }
  }

  /// Bytes that the steps of a puzzle may take.
  private static let bounds = [10: 3000, 17: 12_000]

  @Test("it is small", arguments: [(10, 2), (17, 4)])
  func size(side: Int, stars: Int) throws {
    let bound = try #require(Self.bounds[side])
    let count = Effort.isSoak ? 400 : side > 12 ? 6 : 30
    var most = 0
    for (grade, trace) in try TraceSamples.traces(side: side, stars: stars, count: count)
    where grade.isSolved && grade.level <= 12 {
      // As the file of a date has it, with its head.
      let steps = StepGraph(ToldTrace(trace)).json(rules: Rule.ladder.map(\.id))
      let rules = Rule.ladder.map { JSONValue.string($0.id) }
      let file = JSONValue.object([
        JSONMember("schema", 1), JSONMember("graderVersion", Grade.version),
        JSONMember("rules", .array(rules)), JSONMember("steps", .array([steps])),
      ])
      most = max(most, file.text.count)
    }
    #expect(most > 500 && most <= bound, "\(most)")
  }
}
