import Answering
import JSONText
package import Pipeline
import Recipes
import Signing

/// Says which keys there are, what they may sign, and what needs care.
package struct ExamineKeys: Command {
  package init() {}

  /// Looks at them.
  ///
  /// - Returns: As the doctor: `badData` where something is wrong, `partial` where something needs
  ///   care.
  package func run(
    in house: House, _ context: RunContext, emit: (Message) throws -> Void
  ) async throws -> ExitStatus {
    let recipes = try RecipeSet(folder: house.recipes)
    let list = try? HouseKeys(of: house).list().keys
    var symptoms = await Doctor(house, context).signatures(recipes)
    if symptoms.isEmpty {
      let next = list == nil ? "" : "; with “signing: { key: … }” there they are"
      symptoms = [
        .well("release key", "none is named in release.yaml: releases are not signed\(next)")
      ]
    }
    let report = DoctorReport(now: context.now, symptoms: symptoms)
    try emit(.answer(KeysReport(list: list, report: report)))
    return report.status
  }
}

/// The keys of a house, and what was found of them.
private struct KeysReport: Answer {
  let list: ReleaseKeys?
  let report: DoctorReport

  var isRoutine: Bool { report.isRoutine }
  var quotesCommands: Bool { true }

  var text: [String] {
    var lines: [String] = []
    if let list {
      lines.append("keys.json number \(list.version), signed at \(list.createdAt)")
      for (index, root) in list.roots.enumerated() {
        lines.append("  \(index == 0 ? "root     " : "next root")    \(root)")
      }
      for entry in list.entries {
        lines.append("  release key  \(entry.key), releases \(entry.range)")
      }
    }
    return lines + report.text
  }

  var json: JSONValue {
    var members = [
      JSONMember("version", list?.version), JSONMember("release", list?.release),
      JSONMember("roots", list?.roots.map(\.text) ?? []), JSONMember("copies", list?.copies),
      JSONMember("keys", .array((list?.entries ?? []).map { .object($0.members) })),
    ]
    members.append(JSONMember("findings", report.json["findings"] ?? .array([])))
    return AnswerJSON.object("keys status", members)
  }
}
