package import JSONText
package import StarBattle
import Testing

/// Reads back what `TraceJSON` writes.
package enum StepReader {
  package static func step(_ value: JSONValue, side: Int) throws -> Step {
    Step(
      rule: try text(value["rule"]), level: try number(value["level"]),
      cycle: try number(value["cycle"]), containers: try containers(value["containers"]),
      cells: try cells(value["cells"], side: side), stars: try cells(value["stars"], side: side),
      marks: try cells(value["marks"], side: side),
      assumption: try assumption(#require(value["assumption"]), side: side),
      sum: try value["sum"].map { try sum($0, side: side) } ?? [])
  }

  private static func sum(_ value: JSONValue, side: Int) throws -> [Addend] {
    try elements(value).map { value in
      let times = try number(value["times"])
      if let tile = value["tile"] { return Addend(.tile(try cell(tile, side: side)), times: times) }
      return Addend(.container(try containers(.array([value]))[0]), times: times)
    }
  }

  package static func failure(_ value: JSONValue) throws -> Failure {
    Failure(rule: try text(value["rule"]), containers: try containers(value["containers"]))
  }

  package static func elements(_ value: JSONValue?) throws -> [JSONValue] {
    guard case .array(let elements)? = value else { throw Unreadable(value) }
    return elements
  }

  package static func text(_ value: JSONValue?) throws -> String {
    guard case .string(let text)? = value else { throw Unreadable(value) }
    return text
  }

  package static func number(_ value: JSONValue?) throws -> Int {
    guard case .integer(let number)? = value else { throw Unreadable(value) }
    return number
  }

  package static func cells(_ value: JSONValue?, side: Int) throws -> [Int] {
    try elements(value).map { try cell($0, side: side) }
  }

  private static func cell(_ value: JSONValue?, side: Int) throws -> Int {
    let pair = try elements(value).map { try number($0) }
    try #require(pair.count == 2 && pair.allSatisfy { (0..<side).contains($0) })
    return pair[0] * side + pair[1]
  }

  private static func containers(_ value: JSONValue?) throws -> [Container] {
    try elements(value).map { value in
      let member = try #require(value.members.first)
      let index = try number(member.value)
      switch member.key {
      case "row": return .row(index)
      case "column": return .column(index)
      case "region": return .region(index)
      default: throw Unreadable(value)
      }
    }
  }

  private static func assumption(_ value: JSONValue, side: Int) throws -> Assumption? {
    if value == .null { return nil }
    return Assumption(
      cell: try cell(value["cell"], side: side),
      chain: try elements(value["chain"]).map { try step($0, side: side) },
      failure: try failure(#require(value["failure"])))
  }

  struct Unreadable: Error {
    let value: JSONValue?
    init(_ value: JSONValue?) { self.value = value }
  }
}
