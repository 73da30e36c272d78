extension SecretKey {
  /// A text without the digits of secret keys that are in it, for messages that quote what somebody
  /// has typed: a shell puts the key itself where its variable was to be named.
  package static func hidden(in text: String) -> String {
    var shown = ""
    var rest = text[...]
    while let found = rest.firstRange(of: mark) {
      let digits = rest[found.upperBound...].prefix(while: \.isHexDigit)
      shown += rest[..<found.upperBound] + (digits.isEmpty ? "" : "…")
      rest = rest[digits.endIndex...]
    }
    return shown + rest
  }
}
