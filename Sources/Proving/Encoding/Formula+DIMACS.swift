extension Formula {
  /// The formula as a CNF file in DIMACS format, with the heading and the notes as comments.
  ///
  /// - Parameter heading: Comment lines to put first, ASCII.
  /// - Returns: The text of the file: comments, `p cnf`, one clause a line.
  package func dimacs(heading: [String]) -> String {
    var text = ""
    for line in heading + notes { text += "c \(line)\n" }
    text += "p cnf \(variableCount) \(clauseCount)\n"
    for number in 0..<clauseCount {
      for literal in clause(number) { text += "\(literal.dimacs) " }
      text += "0\n"
    }
    return text
  }
}
