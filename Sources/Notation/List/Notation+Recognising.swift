extension Notation {
  /// The notation of a puzzle that begins with a line.
  ///
  /// - Parameters:
  ///   - line: The line; it is not empty.
  ///   - rest: What comes behind it.
  ///   - isInDocument: Whether the line stands in a document: then it begins no other one, but for
  ///     those that hold one puzzle and come in a text of JSON.
  /// - Returns: The first row of the table that recognises it.
  static func recognised(
    _ line: TextLine, before rest: TextSource, inDocument isInDocument: Bool
  ) -> Notation? {
    let line = line.withoutQuotes
    return all.first { !(isInDocument && $0.isDocument) && $0.recognises(line, rest) }
  }

  /// Whether puzzles come in documents that stand in no other one.
  private var isDocument: Bool {
    if case .document = reader { self != .json && self != .pzprv3 } else { false }
  }

  private var isBlock: Bool {
    if case .block = reader { true } else { false }
  }

  /// Whether a line begins something else than a drawn board.
  ///
  /// - Parameters:
  ///   - line: The line.
  ///   - isTaskRow: Whether numbers with commas may be a row of the board.
  /// - Returns: Whether the board is over.
  static func beginsOther(_ line: TextLine, isTaskRow: Bool = false) -> Bool {
    guard !line.isEmpty else { return true }
    let (line, nothing) = (line.withoutQuotes, TextSource([]))
    return all.contains {
      !$0.isBlock && !(isTaskRow && $0 == .task) && $0.recognises(line, nothing)
    }
  }

  /// The error of a line that no notation recognises.
  static func unknown(_ line: TextLine, looksLike name: String?) -> NotationError {
    if let name {
      return line.error(at: line.content.lowerBound, found: name, expected: Lookalike.advice)
    }
    let known = all.map(\.title).joined(separator: ", ")
    return line.error(
      at: line.content.lowerBound, expected: "a puzzle in one of the notations \(known)")
  }

  /// The one puzzle of a text that stands in a document.
  ///
  /// - Parameters:
  ///   - text: The text, without what is around it.
  ///   - isEscaped: Whether it has `\` in it, as JSON does.
  ///   - stars: The star quota, for notations that do not say.
  /// - Returns: The puzzle.
  /// - Throws: `NotationError` at its place in the document; at its beginning where it is escaped.
  static func puzzle(
    in text: TextLine, isEscaped: Bool, stars: Int?
  ) throws(NotationError) -> SBN {
    try TextLimits.checkLength(text.content.count, line: text.number)
    guard !text.isEmpty else {
      throw text.error(at: text.content.lowerBound, found: "an empty text", expected: "a puzzle")
    }
    if !isEscaped {
      let line = TextLine(ofList: text.bytes[text.content], number: text.number)
      let inner = text.part(line.content)
      let notation = recognised(inner, before: TextSource([]), inDocument: true)
      let stars = line.comment.stars ?? stars
      switch notation?.reader {
      case .line(let read): return try read(inner, stars)
      case .block(let read, _): return try read([inner], stars)
      case .document: break
      case nil: throw unknown(inner, looksLike: Lookalike.name(of: inner))
      }
    }
    let bytes = text.bytes[text.content]
    let inner = isEscaped ? unescaped(bytes) : Array(bytes)
    var list = PuzzleList(bytes: inner, notation: nil, stars: stars, isInDocument: true)
    let (first, second) = (list.next(), list.next())
    switch first?.result {
    case .success(let sbn)? where second == nil: return sbn
    case .failure(let error)?:
      throw text.error(at: text.content.lowerBound, found: error.found, expected: error.expected)
    default:
      throw text.error(
        at: text.content.lowerBound, found: first == nil ? "no puzzle" : "several puzzles",
        expected: "one puzzle")
    }
  }

  /// A text of JSON without its escapes; what is not ASCII becomes a `?`, which no puzzle has.
  private static func unescaped(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    var index = bytes.startIndex
    while index < bytes.endIndex {
      guard bytes[index] == UInt8(ascii: "\\"), index + 1 < bytes.endIndex else {
        result.append(bytes[index])
        index += 1
        continue
      }
      let mark = bytes[index + 1]
      index += 2
      switch mark {
      case UInt8(ascii: "n"): result.append(UInt8(ascii: "\n"))
      case UInt8(ascii: "r"): result.append(UInt8(ascii: "\r"))
      case UInt8(ascii: "t"): result.append(UInt8(ascii: "\t"))
      case UInt8(ascii: "u"):
        let digits = String(decoding: bytes[index..<min(index + 4, bytes.endIndex)], as: UTF8.self)
        let code = UInt32(digits, radix: 16) ?? 0
        result.append(0x20..<0x7F ~= code ? UInt8(code) : UInt8(ascii: "?"))
        index = min(index + 4, bytes.endIndex)
      default: result.append(mark)
      }
    }
    return result
  }
}
