import Notation
import StarBattle
import TestSupport

/// Texts of the notations that are only read, written out apart from the code under test.
extension Samples {
  /// A puzzle in a notation, in one of the shapes that it has.
  static func text(
    of puzzle: Puzzle, in notation: Notation, _ random: inout SeededGenerator
  ) -> String {
    let sbn = SBN(puzzle: puzzle)
    switch notation {
    case .starbattlelab: return starBattleLab(puzzle)
    case .fpuzzles: return "https://f-puzzles.com/?load=" + compressed(fPuzzle(puzzle))
    case .legup: return legup(puzzle)
    case .table: return "id,sbn,size\n1,\(sbn),\(puzzle.grid.side)\n2,\"\(sbn)\",5"
    case .json:
      let pack = "{\"id\":\"p\",\"name\":\"P\",\"version\":1,\"free\":true,\"puzzles\":"
      switch random.below(5) {
      case 0: return pack + "[\"\(sbn)\",\"\(sbn)\"]}\n"
      case 1: return pack + "[{\"sbn\":\"\(sbn)\",\"solution\":[[0,1],[1,3]],\"band\":\"easy\"}]}"
      case 2: return fPuzzle(puzzle)
      case 3: return "[\n  \"\(sbn)\",\n  \"\(sbn)\"\n]"
      default: return notation.text(of: sbn) ?? ""
      }
    default: return notation.text(of: sbn) ?? ""
    }
  }

  /// The JSON inside the links of f-puzzles.
  static func fPuzzle(_ puzzle: Puzzle) -> String {
    let side = puzzle.grid.side
    let rows = (0..<side).map { row in
      let cells = puzzle.regions[row * side..<row * side + side].map { "{\"region\":\($0)}" }
      return "[" + cells.joined(separator: ",") + "]"
    }
    return "{\"size\":\(side),\"title\":\"Stars\",\"grid\":[\(rows.joined(separator: ","))]}"
  }

  /// A file of LEGUP.
  static func legup(_ puzzle: Puzzle) -> String {
    let (side, stars) = (puzzle.grid.side, puzzle.grid.stars)
    var text =
      "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n<Legup version=\"5\">\n"
    text += "  <puzzle name=\"StarBattle\">\n    <board puzzle_num=\"\(stars)\" size=\"\(side)\">\n"
    for region in 0..<side {
      text += "      <region>\n        <cells>\n"
      for cell in puzzle.regions.indices where Int(puzzle.regions[cell]) == region {
        text += "          <cell value=\"0\" x=\"\(cell % side)\" y=\"\(cell / side)\"/>\n"
      }
      text += "        </cells>\n      </region>\n"
    }
    return text + "    </board>\n  </puzzle>\n  <solved isSolved=\"false\"/>\n</Legup>"
  }

  /// Text as lz-string compresses it to base64: the scheme of its `LZString`, the other way round.
  static func compressed(_ text: String) -> String {
    var bits: [Bool] = []
    func put(_ value: Int, _ width: Int) {
      for bit in 0..<width { bits.append(value >> bit & 1 == 1) }
    }
    // A text by the code of what is before its last byte, 0 for nothing, and that byte.
    struct Piece: Hashable {
      var before = 0
      var byte: UInt8
    }
    var codes: [Piece: Int] = [:]
    var (next, width) = (3, 2)
    var isNew: Set<Piece> = []
    // The writer counts the codes it has promised; the reader is one behind.
    var room = 2
    func useRoom() {
      room -= 1
      if room == 0 {
        room = 1 << width
        width += 1
      }
    }
    func emit(_ piece: Piece, _ code: Int) {
      if isNew.remove(piece) != nil {
        put(0, width)
        put(Int(piece.byte), 8)
        useRoom()
      } else {
        put(code, width)
      }
      useRoom()
    }
    var last: (piece: Piece, code: Int)?
    for byte in text.utf8 {
      let single = Piece(byte: byte)
      if codes[single] == nil {
        codes[single] = next
        next += 1
        isNew.insert(single)
      }
      let longer = Piece(before: last?.code ?? 0, byte: byte)
      if let code = codes[longer] {
        last = (longer, code)
      } else {
        if let last { emit(last.piece, last.code) }
        codes[longer] = next
        next += 1
        last = (single, codes[single] ?? 0)
      }
    }
    if let last { emit(last.piece, last.code) }
    put(2, width)
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
    var result = ""
    while bits.count % 6 != 0 { bits.append(false) }
    for start in stride(from: 0, to: bits.count, by: 6) {
      result.append(alphabet[bits[start..<start + 6].reduce(0) { $0 << 1 | ($1 ? 1 : 0) }])
    }
    return result
  }
}
