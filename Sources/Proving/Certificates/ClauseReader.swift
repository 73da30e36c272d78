/// Reads the clauses of CNF files in DIMACS format and of proofs in DRAT format, both as text.
struct ClauseReader {
  /// A clause and what was written in front of it.
  struct WrittenClause {
    /// Its literals as DIMACS numbers.
    var literals: [Int]
    /// Whether a `d` stands in front of it: the clause is deleted.
    var isDeletion: Bool
    /// The line it starts in, from 1.
    var line: Int
  }

  private let bytes: [UInt8]
  private var place = 0
  private(set) var line = 1

  init(_ text: String) { bytes = Array(text.utf8) }

  /// The length of the text in bytes.
  var length: Int { bytes.count }

  /// Reads the line `p cnf VARIABLES CLAUSES`, and comments before it.
  mutating func readHeader() throws(ProofError) -> (variables: Int, clauses: Int) {
    skipBlanks()
    let start = line
    guard nextWord() == "p", nextWord() == "cnf", let variables = nextNumber(),
      let clauses = nextNumber(), variables >= 0, clauses >= 0, line == start
    else {
      throw .malformed(.formula, line: start, expected: "p cnf VARIABLES CLAUSES")
    }
    return (variables, clauses)
  }

  /// Reads the next clause; `nil` at the end of the text.
  ///
  /// - Parameters:
  ///   - file: Which file this is, for messages.
  ///   - variables: The number of variables there are.
  /// - Returns: The clause.
  /// - Throws: `ProofError.malformed` with the line.
  mutating func readClause(
    in file: ProofError.File, variables: Int
  ) throws(ProofError) -> WrittenClause? {
    skipBlanks()
    guard place < bytes.count else { return nil }
    var clause = WrittenClause(literals: [], isDeletion: false, line: line)
    if file == .proof && bytes[place] == UInt8(ascii: "d") {
      clause.isDeletion = true
      _ = nextWord()
    }
    while true {
      guard let number = nextNumber() else {
        throw .malformed(file, line: line, expected: "a number, and 0 at the end of the clause")
      }
      if number == 0 { return clause }
      guard number.magnitude <= variables else {
        throw .malformed(file, line: line, expected: "a variable in 1…\(variables)")
      }
      clause.literals.append(number)
    }
  }

  /// Skips white space, and comments where they begin a line.
  private mutating func skipBlanks() {
    while place < bytes.count {
      let isLineStart = place == 0 || bytes[place - 1] == UInt8(ascii: "\n")
      if isLineStart && bytes[place] == UInt8(ascii: "c") {
        while place < bytes.count && bytes[place] != UInt8(ascii: "\n") { place += 1 }
      } else if ClauseReader.isBlank(bytes[place]) {
        if bytes[place] == UInt8(ascii: "\n") { line += 1 }
        place += 1
      } else {
        return
      }
    }
  }

  private mutating func nextWord() -> Substring {
    skipBlanks()
    let start = place
    while place < bytes.count && !ClauseReader.isBlank(bytes[place]) { place += 1 }
    return Substring(decoding: bytes[start..<place], as: UTF8.self)
  }

  /// The next word as a number of at most 9 digits; `nil` when it is not one.
  private mutating func nextNumber() -> Int? {
    skipBlanks()
    var isNegative = false
    if place < bytes.count && bytes[place] == UInt8(ascii: "-") {
      isNegative = true
      place += 1
    }
    let start = place
    var number = 0
    while place < bytes.count, place - start < 10,
      let digit = ClauseReader.digit(bytes[place])
    {
      number = 10 * number + digit
      place += 1
    }
    let isEnded = place == bytes.count || ClauseReader.isBlank(bytes[place])
    guard place > start, place - start < 10, isEnded else { return nil }
    return isNegative ? -number : number
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || (9...13).contains(byte)
  }

  private static func digit(_ byte: UInt8) -> Int? {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) ? Int(byte - UInt8(ascii: "0")) : nil
  }
}
