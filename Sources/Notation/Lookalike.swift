/// What people have that is no notation of ours: named, so that nobody has to guess what is wrong.
enum Lookalike {
  /// What can be done about it.
  static let advice =
    "a puzzle that can be read — save it as rows of letters, a puzz.link link or SBN"

  /// What a line looks like, if it is known and not read.
  static func name(of line: TextLine) -> String? {
    if let name = file(beginningWith: line) { return name }
    let bytes = line.bytes[line.content.lowerBound...]
    // Names of sites stand in front.
    let start = String(decoding: bytes.prefix(400), as: UTF8.self).lowercased()
    if start.hasPrefix("<") {
      let isPage = start.hasPrefix("<!doctype html") || start.hasPrefix("<html")
      return isPage ? "a web page" : start.hasPrefix("<svg") ? "an SVG drawing" : "XML"
    }
    if let link = links.first(where: { start.contains($0.part) }) { return link.name }
    if start.unicodeScalars.prefix(2).allSatisfy({ squares.contains($0.value) }) && !start.isEmpty {
      return "a board of coloured squares"
    }
    return nil
  }

  /// What a file is that begins with a line and is no text; `nil` for texts.
  static func file(beginningWith line: TextLine) -> String? {
    let bytes = line.bytes
    return files.first { bytes.starts(with: $0.magic) }?.name
  }

  /// Files that are no text, by their first bytes.
  private static let files: [(magic: [UInt8], name: String)] = [
    ([0x1F, 0x8B], "a gzip file"),
    ([0x28, 0xB5, 0x2F, 0xFD], "a Zstandard file"),
    ([0x50, 0x4B, 0x03, 0x04], "a zip file"),
    ([0x89, 0x50, 0x4E, 0x47], "a PNG picture"),
    ([0xFF, 0xD8, 0xFF], "a JPEG picture"),
    ([0x25, 0x50, 0x44, 0x46], "a PDF document"),
    ([0xFF, 0xFE], "a UTF-16 text"),
    ([0xFE, 0xFF], "a UTF-16 text"),
  ]

  /// Links by a part of them; the first that fits names it.
  private static let links: [(part: String, name: String)] = [
    ("penpa-edit", "a penpa+ link"),
    ("m=edit&p=", "a penpa+ link"),
    ("m=solve&p=", "a penpa+ link"),
    ("puzzle-star-battle.com", "a link to puzzle-star-battle.com, which does not hold the puzzle"),
    ("linkedin.com", "a link to LinkedIn, which does not hold the puzzle"),
    ("queensgame", "a link to a queens game, which does not hold the puzzle"),
    ("krazydad.com", "a link to KrazyDad, which does not hold the puzzle"),
    ("sudokupad", "a SudokuPad link of a kind that is not read"),
    ("crackingthecryptic", "a SudokuPad link of a kind that is not read"),
    ("f-puzzles.com", "an f-puzzles link of a kind that is not read"),
    ("tinyurl.com", "a short link, which does not hold the puzzle"),
    ("bit.ly/", "a short link, which does not hold the puzzle"),
  ]

  /// The coloured squares, circles and the white and black squares that results are shared in.
  private static let squares: Set<UInt32> = [
    0x2B1B, 0x2B1C, 0x1F7E5, 0x1F7E6, 0x1F7E7, 0x1F7E8, 0x1F7E9, 0x1F7EA, 0x1F7EB, 0x1F534, 0x1F535,
    0x1F7E0, 0x1F7E1, 0x1F7E2, 0x1F7E3, 0x1F7E4, 0x1F451,
  ]
}
