import Answering
import Grading
import JSONText
import Manifest
import Pipeline
import Signing
import Stores
import Verifying
import Wording

/// The end of a verification.
struct VerifyVerdict: Answer {
  let reading: TreeReading
  let output: String
  let isAsApp: Bool
  let notes: [String]
  let signatures: SignatureReading?

  var isRoutine: Bool { true }

  var json: JSONValue {
    var members = [
      JSONMember("output", output),
      JSONMember("release", reading.manifest?.release),
      JSONMember("puzzles", reading.puzzles.count),
      JSONMember("asApp", isAsApp),
      JSONMember("whole", reading.isWhole),
      JSONMember(
        "findings",
        .array(
          reading.findings.map { finding in
            .object([
              JSONMember("object", finding.object),
              JSONMember("kind", finding.kind.rawValue),
              JSONMember("message", finding.message),
            ])
          })),
    ]
    let others = strangers
    if !others.isEmpty {
      let lines = others.map { version, count in
        JSONValue.object([
          JSONMember("grader", version), JSONMember("puzzles", count),
        ])
      }
      members.append(JSONMember("notRegraded", .array(lines)))
    }
    let unread = strangersOfSteps
    if !unread.isEmpty {
      let lines = unread.map { version, count in
        JSONValue.object([JSONMember("grader", version), JSONMember("objects", count)])
      }
      members.append(JSONMember("notCompared", .array(lines)))
    }
    if let stranger = maker { members.append(JSONMember("unknownGrader", stranger)) }
    if let signatures {
      let trusted = signatures.trusted.map { JSONValue.array($0.map { .string($0.text) }) }
      members.append(
        JSONMember(
          "signatures",
          .object([
            JSONMember("signers", signatures.signers.map(\.text)),
            JSONMember("trusted", trusted ?? .null),
          ])))
    }
    if !reading.unchecked.isEmpty {
      members.append(JSONMember("notChecked", reading.unchecked))
    }
    if isAsApp { members.append(JSONMember("notes", notes)) }
    return AnswerJSON.object("release verify", members)
  }

  /// How many puzzles were graded by graders that this program does not have, so that their grades
  /// cannot be checked here, by version.
  private var strangers: [(version: Int, count: Int)] {
    let versions = reading.puzzles.map(\.grader).filter { GraderVersion(rawValue: $0) == nil }
    return Dictionary(grouping: versions, by: \.self).map { ($0.key, $0.value.count) }
      .sorted { $0.0 < $1.0 }
  }

  /// How many objects have steps of graders that this program does not have, so that only their
  /// truth is checked, by version.
  private var strangersOfSteps: [(version: Int, count: Int)] {
    var objects: [Int: Set<ObjectKey>] = [:]
    for claim in reading.claims {
      guard let grader = claim.grader, GraderVersion(rawValue: grader) == nil else { continue }
      objects[grader, default: []].insert(claim.object)
    }
    return objects.map { ($0.key, $0.value.count) }.sorted { $0.0 < $1.0 }
  }

  /// The grader that the release says it was made with, where this program does not have it.
  private var maker: Int? {
    reading.manifest.map(\.graderVersion).flatMap { GraderVersion(rawValue: $0) == nil ? $0 : nil }
  }

  var text: [String] {
    let made = maker.map {
      ["the release says that it was made with grader \($0), which this program does not have"]
    }
    let others = strangers.map { version, count in
      let graded = "graded by version \(version)"
      return "\(count, of: "puzzle \(graded) is", "puzzles \(graded) are") not regraded"
    }
    let unread = strangersOfSteps.map { version, count in
      "the steps of \(count, of: "object") are by grader \(version) and not "
        + "compared with the rules'; that they lead to the solution is checked"
    }
    return [sentence] + ((made ?? []) + others + unread + notes).map { "Note: \($0)" }
  }

  private var sentence: String {
    let name = reading.manifest.map { "Release \($0.release)" } ?? "The tree"
    let count = reading.findings.count
    guard reading.isWhole else {
      return "\(name) in \(output) is damaged: \(count, of: "finding")."
    }
    let claims = Set(reading.claims.map(\.object)).count
    let profiles =
      claims == 0
      ? ""
      : "; solutions and hints of "
        + "\(claims, of: "object") are right"
    let app = isAsApp ? " The app accepts all that it asks for." : ""
    let rest =
      switch count {
      case 0: ""
      case 1: " An interrupted run left a trace; the next one clears it."
      default: " An interrupted run left \(count) traces; the next one clears them."
      }
    let puzzles = reading.puzzles.count
    return "\(name) in \(output) is whole: \(puzzles, of: "puzzle") read back, "
      + "solved by the rules and proved unique\(profiles).\(app)\(rest)"
  }
}
