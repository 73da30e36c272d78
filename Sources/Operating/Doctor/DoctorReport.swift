import Answering
import Dates
package import JSONText
package import Pipeline
import Wording

/// What the doctor has found, the worst first.
package struct DoctorReport: Hashable, Answer {
  let now: Timestamp
  package let symptoms: [Symptom]

  init(now: Timestamp, symptoms: [Symptom]) {
    self.now = now
    // A stable order: equally bad things stay in the order in which they were looked at.
    self.symptoms = symptoms.enumerated().sorted {
      ($0.element.severity, $0.offset) < ($1.element.severity, $1.offset)
    }.map(\.element)
  }

  private func count(_ severity: Symptom.Severity) -> Int {
    symptoms.count { $0.severity == severity }
  }

  /// For monitors: 65 when something is wrong, 2 when something needs care, 0 when all is well.
  package var status: ExitStatus {
    if count(.wrong) > 0 { return .badData }
    return count(.care) > 0 ? .partial : .done
  }

  /// For people: one screen, each finding with the command that mends it.
  package var text: [String] {
    let (wrong, care) = (count(.wrong), count(.care))
    var words: [String] = []
    if wrong > 0 { words.append("\(wrong, of: "thing is wrong", "things are wrong")") }
    if care > 0 {
      words.append(
        wrong > 0
          ? "\(care, of: "needs care", "need care")"
          : "\(care, of: "thing needs care", "things need care")")
    }
    var lines = ["\(now): \(words.isEmpty ? "all is well" : words.joined(separator: ", "))"]
    let width = symptoms.map(\.subject.count).max() ?? 0
    for symptom in symptoms {
      let pad = String(repeating: " ", count: width - symptom.subject.count)
      lines.append("\(symptom.severity.mark) \(symptom.subject)\(pad)  \(symptom.message)")
      if let remedy = symptom.remedy {
        lines.append(String(repeating: " ", count: width + 4) + "→ \(remedy)")
      }
    }
    return lines
  }

  package var isRoutine: Bool { status == .done }
  package var quotesCommands: Bool { true }

  /// For programs.
  package var json: JSONValue {
    let worst = symptoms.map(\.severity).min() ?? .well
    return AnswerJSON.object(
      "doctor",
      [
        JSONMember("now", now.description),
        JSONMember("exit", Int(status.rawValue)),
        JSONMember("worst", worst.word),
        JSONMember(
          "findings",
          .array(
            symptoms.map { symptom in
              .object([
                JSONMember("severity", symptom.severity.word),
                JSONMember("subject", symptom.subject),
                JSONMember("message", symptom.message),
                JSONMember("remedy", symptom.remedy),
              ])
            })),
      ])
  }
}
