import JSONText
import Manifest
import Solving
import Verifying

/// The end of a verification in words, or as one line of JSON.
struct VerifyVerdict {
  let output: String
  let isAsApp: Bool
  let notes: [String]

  func json(_ reading: TreeReading) -> String {
    var members = [
      JSONMember("schema", .integer(1)),
      JSONMember("command", .string("release verify")),
      JSONMember("output", .string(output)),
      JSONMember("release", reading.manifest.map { .integer($0.release) } ?? .null),
      JSONMember("puzzles", .integer(reading.puzzles.count)),
      JSONMember("asApp", .bool(isAsApp)),
      JSONMember("whole", .bool(reading.isWhole)),
      JSONMember(
        "findings",
        .array(
          reading.findings.map { finding in
            .object([
              JSONMember("object", .string(finding.object)),
              JSONMember("kind", .string(finding.kind.rawValue)),
              JSONMember("message", .string(finding.message)),
            ])
          })),
    ]
    let others = strangers(reading)
    if !others.isEmpty {
      let lines = others.map { version, count in
        JSONValue.object([
          JSONMember("grader", .integer(version)), JSONMember("puzzles", .integer(count)),
        ])
      }
      members.append(JSONMember("notRegraded", .array(lines)))
    }
    if isAsApp { members.append(JSONMember("notes", .array(notes.map { .string($0) }))) }
    return String(decoding: JSONValue.object(members).text, as: UTF8.self)
  }

  /// How many puzzles other graders have graded, whose grades cannot be checked here, by version.
  private func strangers(_ reading: TreeReading) -> [(version: Int, count: Int)] {
    let versions = reading.puzzles.map(\.grader).filter { $0 != Grade.version }
    return Dictionary(grouping: versions, by: \.self).map { ($0.key, $0.value.count) }
      .sorted { $0.0 < $1.0 }
  }

  func text(_ reading: TreeReading) -> String {
    let name = reading.manifest.map { "Release \($0.release)" } ?? "The tree"
    let count = reading.findings.count
    let others = strangers(reading).map { version, count in
      count == 1
        ? "1 puzzle graded by version \(version) is not regraded"
        : "\(count) puzzles graded by version \(version) are not regraded"
    }
    let more = (others + notes).map { "\nNote: \($0)" }.joined()
    guard reading.isWhole else {
      return "\(name) in \(output) is damaged: \(count) finding\(count == 1 ? "" : "s").\(more)"
    }
    let claims = Set(reading.claims.map(\.object)).count
    let profiles = claims == 0 ? "" : "; solutions and hints of \(claims) objects are right"
    let app = isAsApp ? " The app accepts all that it asks for." : ""
    let rest =
      count == 0 ? "" : " An interrupted run left \(count) traces; the next one clears them."
    return "\(name) in \(output) is whole: \(reading.puzzles.count) puzzles read back, solved by "
      + "the rules and proved unique\(profiles).\(app)\(rest)\(more)"
  }
}
