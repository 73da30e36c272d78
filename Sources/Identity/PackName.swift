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

  /// Whether two names are written with the same characters, so that files with them are the same.
  ///
  /// Strings that are equal need not be: é is one character, or an e and an accent.
  package static func areSame(_ name: String, _ other: String) -> Bool {
    name.utf8.elementsEqual(other.utf8)
  }
}
