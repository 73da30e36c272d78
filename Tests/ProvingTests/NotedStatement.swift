import StarBattle

/// What a note in a certificate says of a variable, read the way a stranger would: so many stars,
/// or more, among these cells.
struct NotedStatement {
  /// "At least" this many.
  let number: Int
  /// The cells they are in.
  let cells: Set<Int>

  /// Reads a note such as `at least 2 in rows 1 to 3 of regions A D`.
  init?(_ text: String, on puzzle: Puzzle) {
    let side = puzzle.grid.side
    var words = text.split(whereSeparator: { $0 == " " || $0 == "," }).map(String.init)
    if words.starts(with: ["a", "star", "in"]) {
      number = 1
      words.removeFirst(3)
    } else if words.starts(with: ["at", "least"]), let least = Int(words[2]), words[3] == "in" {
      number = least
      words.removeFirst(4)
    } else {
      return nil
    }
    let isByColumn: Bool
    let isWanted: (_ line: Int, _ place: Int, _ region: String) -> Bool
    func isLine(_ word: String) -> Bool { ["row", "rows", "column", "columns"].contains(word) }
    if words[0] == "region", words[2...4] == ["as", "far", "as"], words.count == 9,
      isLine(words[5]), isLine(words[7]), let line = Int(words[6]), let place = Int(words[8])
    {
      // region A as far as row 3 column 4
      isByColumn = words[5].hasPrefix("column")
      let name = words[1]
      isWanted = { $2 == name && ($0, $1) <= (line, place) }
    } else if isLine(words[0]), words[2] == "to", words[4] == "of", words[5] == "regions",
      let last = Int(words[3])
    {
      // rows 1 to 3 of regions A D
      isByColumn = words[0].hasPrefix("column")
      let names = words[6...]
      isWanted = { line, _, region in line <= last && names.contains(region) }
    } else if isLine(words[0]), let first = Int(words[1]) {
      // row 1 columns 1 to 7; rows 1 and 2 columns 1 to 7; rows 1 and 2 column 7
      isByColumn = words[0].hasPrefix("column")
      let isPair = words[2] == "and"
      let lines = first...(isPair ? first + 1 : first)
      let rest = Array(words[(isPair ? 4 : 2)...])
      guard isLine(rest[0]), let start = Int(rest[1]), let end = rest.last.flatMap({ Int($0) })
      else { return nil }
      isWanted = { line, place, _ in lines.contains(line) && (start...end).contains(place) }
    } else {
      return nil
    }
    cells = Set(
      (0..<puzzle.grid.cellCount).filter { cell in
        let (row, column) = (cell / side + 1, cell % side + 1)
        let region = String(UnicodeScalar(65 + puzzle.regions[cell]))
        return isByColumn ? isWanted(column, row, region) : isWanted(row, column, region)
      })
  }
}

extension String {
  /// The parts before and after the first occurrence of a separator of one or more characters.
  func components(of separator: String) -> [String] {
    guard let range = firstRange(of: separator) else { return [self] }
    return [String(self[..<range.lowerBound]), String(self[range.upperBound...])]
  }
}
