package import Dates
package import JSONText

/// What `now.json` says, as far as everybody who reads it has to understand it.
///
/// It changes with the days within a release, so no manifest has its digest and nobody signs it:
/// whoever takes it from elsewhere looks here whether it is one at all.
package struct NowContents: Hashable, Sendable {
  /// The release that it follows, which may be one before the manifest's for a moment.
  package let release: Int
  /// The day that it is of.
  package let day: Day
  /// Its dates, by cadence.
  package let dates: JSONValue
  private let value: JSONValue

  /// The most bytes that it can have: a thousand packs take a fifth.
  package static let largest = 1 << 20

  /// Reads the file.
  ///
  /// - Throws: `ManifestError` where it is something else, or of a later program.
  package init(reading json: [UInt8]) throws(ManifestError) {
    var fields = try ManifestFields(reading: json, called: "now.json")
    value = .object(fields.others)
    let schema = try fields.integer("schema", from: 1)
    guard schema <= Manifest.currentSchema else { throw .newerSchema(schema) }
    release = try fields.integer(
      "release", from: Manifest.numbers.lowerBound, to: Manifest.numbers.upperBound)
    guard let day = try? Day(fields.string("day")) else {
      throw .wrong(place: "day", expected: "a day")
    }
    self.day = day
    dates = try fields.take("dates")
    guard case .object = dates else { throw .wrong(place: "dates", expected: "an object") }
  }

  /// Looks whether it can be beside the manifest of a release: it follows that, and may lag behind.
  ///
  /// - Throws: `ManifestError` where it is of a later one.
  package func check(upTo number: Int) throws(ManifestError) {
    guard release <= number else {
      throw .wrong(place: "release", expected: "\(number) at most, that of the manifest")
    }
  }

  /// The dates whose puzzles stand in it: `daily:2026-11-21`.
  package var told: [String] {
    dates.members.flatMap { NowContents.lines(of: $0.value) }.compactMap { line in
      guard line["sbn"] != nil, case .string(let id)? = line["id"] else { return nil }
      return id
    }
  }

  /// The file without the puzzles of some dates, of which it says all else.
  package func bytes(without hidden: Set<String>) -> [UInt8] {
    let dates = dates.members.map { cadence in
      guard case .array(let lines) = cadence.value else { return cadence }
      return JSONMember(
        cadence.key,
        lines.map { line in
          guard case .string(let id)? = line["id"], hidden.contains(id) else { return line }
          return .object(line.members.filter { $0.key != "sbn" })
        })
    }
    return JSONValue.object(
      value.members.map { $0.key == "dates" ? JSONMember("dates", .object(dates)) : $0 }
    ).text
  }

  private static func lines(of value: JSONValue) -> [JSONValue] {
    if case .array(let lines) = value { lines } else { [] }
  }
}
