extension RecipeFile {
  /// Refuses byte order marks, as they are and as escapes, but for the file's first character.
  ///
  /// Nobody sees one, and the YAML library drops it from the beginning of a value without a word:
  /// the check of that value would not find it.
  func refuseMarks(in text: String) throws(RecipeProblem.List) {
    var place = RecipeLocation.start
    let scalars = Array(text.unicodeScalars)
    for (index, scalar) in scalars.enumerated() {
      let isMark = scalar == "\u{FEFF}" && index > 0
      if isMark || scalar == "\\" && RecipeFile.isMark(escape: scalars[(index + 1)...].prefix(9)) {
        throw RecipeProblem.List([
          problem(place, "here is a byte order mark (U+FEFF), which nobody sees — remove it")
        ])
      }
      place =
        scalar == "\n"
        ? RecipeLocation(line: place.line + 1, column: 1)
        : RecipeLocation(line: place.line, column: place.column + 1)
    }
  }

  /// Whether what follows a backslash is the escape of the mark.
  private static func isMark(escape: some Sequence<Unicode.Scalar>) -> Bool {
    var text = ""
    for scalar in escape { text.unicodeScalars.append(scalar) }
    return text.hasPrefix("u") && text.dropFirst().prefix(4).lowercased() == "feff"
      || text.hasPrefix("U0000") && text.dropFirst(5).prefix(4).lowercased() == "feff"
  }
}
