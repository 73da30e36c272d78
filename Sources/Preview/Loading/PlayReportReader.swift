import JSONText
package import Pipeline

/// Why a file is no report of how puzzles are played.
package struct PlayReportError: RunError, Hashable, CustomStringConvertible {
  let path: String
  let reason: String

  package init(path: String, reason: String) {
    self.path = path
    self.reason = reason
  }

  package var exitStatus: ExitStatus { .badData }

  package var description: String {
    "\(path): \(reason) — it is no report such as “almanac-serve report” writes"
  }
}

/// An object of a report, read strictly: what is missing is no nought.
struct PlayReportReader {
  private let value: JSONValue
  private let path: String
  /// Where it stands in the file; empty for the whole.
  private let place: String

  /// What reports are of.
  private static let schema = 1

  /// What can be counted or timed: the sum of as many as a file can hold is still a number, and so
  /// many milliseconds are 34 years.
  private static let numbers = 0...1 << 40

  init(_ value: JSONValue, path: String, place: String = "") {
    self.value = value
    self.path = path
    self.place = place
  }

  func checkSchema() throws(PlayReportError) {
    guard case .object = value else { throw wrong("it has to be an object") }
    let schema = try count("schema")
    guard schema == PlayReportReader.schema else {
      throw wrong("its schema is \(schema), and \(PlayReportReader.schema) is read here")
    }
  }

  func has(_ key: String) -> Bool { value[key] != nil }

  func count(_ key: String) throws(PlayReportError) -> Int {
    guard case .integer(let number)? = value[key], PlayReportReader.numbers.contains(number) else {
      throw wrong(
        "`\(key)` has to be a whole number, 0…\(PlayReportReader.numbers.upperBound)")
    }
    return number
  }

  func text(_ key: String) throws(PlayReportError) -> String {
    guard case .string(let text)? = value[key] else { throw wrong("`\(key)` has to be a text") }
    return text
  }

  func lines(_ key: String) throws(PlayReportError) -> [PlayReportReader] {
    guard case .array(let elements)? = value[key] else {
      throw wrong("`\(key)` has to be an array")
    }
    var lines: [PlayReportReader] = []
    for (index, element) in elements.enumerated() {
      let line = PlayReportReader(element, path: path, place: "\(key)[\(index)]: ")
      guard case .object = element else { throw line.wrong("it has to be an object") }
      lines.append(line)
    }
    return lines
  }

  func wrong(_ reason: String) -> PlayReportError {
    PlayReportError(path: path, reason: place + reason)
  }
}
