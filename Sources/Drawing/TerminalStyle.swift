/// How a part of a trace looks on a terminal.
enum TerminalStyle: String {
  case plain = ""
  case faint = "2"
  case heading = "1"
  case star = "33"
  case newStar = "1;30;43"
  case newMark = "1;31"
  case lookedAt = "36"
  case assumed = "1;30;45"
  case failure = "31"

  /// A text in this style: as it is without colour.
  func paint(_ text: String, isColoured: Bool) -> String {
    isColoured && self != .plain ? "\u{1B}[\(rawValue)m\(text)\u{1B}[0m" : text
  }
}
