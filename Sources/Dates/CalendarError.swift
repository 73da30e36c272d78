import Printable

/// Why a text is not a date, a week, a month or a time: what stands where, and what should.
package struct CalendarError: Error, Hashable, Sendable {
  /// The text, shortened to a few dozen printable characters.
  package let text: String

  /// Where it goes wrong: the column in bytes, from 1.
  package let column: Int

  /// What stands there, ready to print: `“13”`, `the end`.
  package let found: String

  /// What would be right there, ready to print: `a month 01…12`.
  package let expected: String

  init(text: some StringProtocol, column: Int, found: String, expected: String) {
    self.text = Printable.ascii(text.utf8)
    self.column = column
    self.found = found
    self.expected = expected
  }
}

extension CalendarError: CustomStringConvertible {
  /// `“2026-13-01”, column 6: found “13”, expected a month 01…12`.
  package var description: String {
    "“\(text)”, column \(column): found \(found), expected \(expected)"
  }
}
