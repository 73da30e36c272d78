package import JSONText
import Printable

/// How a line of a log is written.
package enum LogFormat: String, CaseIterable, Sendable {
  /// `time=2026-11-21T03:00:04Z level=info run=… event=stage stage="pressing daily"`.
  case logfmt
  /// One JSON object a line.
  case json

  package func line(_ fields: [JSONMember]) -> String {
    switch self {
    case .json: JSONValue.object(fields).line
    case .logfmt: fields.map { "\($0.key)=\(LogFormat.text($0.value))" }.joined(separator: " ")
    }
  }

  /// A value without blanks as it is, any other as a JSON text.
  private static func text(_ value: JSONValue) -> String {
    guard case .string(let text) = value else { return value.line }
    let isPlain =
      !text.isEmpty && text.utf8.allSatisfy { $0 > 0x20 && $0 != 0x22 && $0 != 0x3D && $0 != 0x5C }
      && Printable.isPrintable(text)
    return isPlain ? text : value.line
  }
}
