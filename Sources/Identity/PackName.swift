import Printable

/// The names of packs for players: one line.
package enum PackName {
  /// The most characters that a name can have.
  package static let longest = 80

  /// What a name has to be, to be said of one that is not.
  package static let rule =
    "one line of 1…\(longest) printable characters, without blanks around it"

  /// Whether a text can be a name.
  package static func isValid(_ text: String) -> Bool {
    let scalars = text.unicodeScalars
    return (1...longest).contains(scalars.count)
      && Printable.isPrintable(text)
      && scalars.first?.properties.isWhitespace == false
      && scalars.last?.properties.isWhitespace == false
  }
}
