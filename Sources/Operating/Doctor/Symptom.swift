/// One thing that the doctor has looked at.
package struct Symptom: Hashable, Sendable {
  /// How bad it is, the worst first.
  package enum Severity: Int, Comparable, CaseIterable, Sendable {
    /// Players notice, or the next night fails.
    case wrong
    /// It will go wrong if nobody looks after it.
    case care
    /// All is well.
    case well

    package static func < (left: Severity, right: Severity) -> Bool {
      left.rawValue < right.rawValue
    }

    /// A word for programs.
    var word: String {
      switch self {
      case .wrong: "wrong"
      case .care: "care"
      case .well: "well"
      }
    }

    /// A mark for people.
    var mark: String {
      switch self {
      case .wrong: "✗"
      case .care: "!"
      case .well: "✓"
      }
    }
  }

  package let severity: Severity
  /// What was looked at: `daily`, `disk`.
  package let subject: String
  package let message: String
  /// The command that mends it; `nil` where all is well.
  package let remedy: String?

  static func wrong(_ subject: String, _ message: String, mend remedy: String) -> Symptom {
    Symptom(severity: .wrong, subject: subject, message: message, remedy: remedy)
  }

  static func care(_ subject: String, _ message: String, mend remedy: String) -> Symptom {
    Symptom(severity: .care, subject: subject, message: message, remedy: remedy)
  }

  static func well(_ subject: String, _ message: String) -> Symptom {
    Symptom(severity: .well, subject: subject, message: message, remedy: nil)
  }
}
