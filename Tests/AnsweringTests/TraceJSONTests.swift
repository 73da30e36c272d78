import Answering
import Grading
import HouseSupport
import JSONText
import Notation
import Pipeline
import StarBattle
import Testing

@Suite("Trace as JSON")
struct TraceJSONTests {
  @Test("every field of every step comes back", arguments: TraceSamples.grids.map(\.0))
  func roundTrip(side: Int) throws {
    for (grade, trace) in try TraceSamples.traces(side: side) {
      let sbn = SBN(puzzle: trace.puzzle)
      let text = TraceJSON.value(trace, grade: grade, sbn: sbn, index: 3).text
      let value = try JSONValue(reading: text)
      #expect(value.text == text)
      #expect(value["schema"] == AnswerJSON.schema.value)
      #expect(value["index"] == .integer(3))
      #expect(value["cycles"] == .integer(grade.cycles))
      #expect(value["outcome"] == .string(grade.isSolved ? "solved" : "stuck"))
      let again = try SBN(StepReader.text(value["sbn"])).puzzle
      #expect(again == trace.puzzle)
      let steps = try StepReader.elements(value["steps"]).map {
        try StepReader.step($0, side: side)
      }
      #expect(steps == trace.steps)
    }
  }

  @Test("a contradiction says what fails")
  func contradiction() throws {
    var grader = Grader()
    let puzzle = try TraceSamples.puzzle("ABCC/DDDC/DDDC/DCCC")
    let (grade, trace) = grader.trace(puzzle)
    let value = TraceJSON.value(trace, grade: grade, sbn: SBN(puzzle: puzzle), index: 0)
    #expect(value["outcome"] == .string("contradiction"))
    let failure = try StepReader.failure(#require(value["failure"]))
    #expect(failure == trace.failure)
  }
}
