import Printable

/// An answer in XML, of which a few elements are read.
///
/// They are found by their tags, which is enough for the two answers that are read: what a service
/// writes into an element is escaped, and keys are asked for in the escapes of URLs, so no text can
/// hold a tag; and those that are looked for hold neither attributes (but for the outermost) nor
/// elements of their own name. The parser of Foundation would come with libxml2 for that, and an
/// answer that is something else is refused here as there. Nothing is built on its word: what counts
/// is the object's own digest.
struct S3Answer {
  private let bytes: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

  /// The contents of every element of a name, in order.
  func all(_ name: String) -> [S3Answer] {
    var found: [S3Answer] = []
    var rest = self
    while let (element, after) = rest.next(name) {
      found.append(element)
      rest = S3Answer(after)
    }
    return found
  }

  /// The first element of a name.
  func first(_ name: String) -> S3Answer? { next(name)?.element }

  /// The text of the first element of a name.
  func text(_ name: String) -> String? {
    first(name).map { String(decoding: $0.bytes, as: UTF8.self) }
  }

  /// A text without the escapes of XML.
  static func plain(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
    return text.replacing("&quot;", with: "\"").replacing("&#34;", with: "\"")
      .replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&amp;", with: "&")
  }

  private func next(_ name: String) -> (element: S3Answer, after: ArraySlice<UInt8>)? {
    guard let open = bytes.place(of: "<\(name)", from: bytes.startIndex),
      let start = bytes[open...].firstIndex(of: UInt8(ascii: ">")),
      let end = bytes.place(of: "</\(name)>", from: start)
    else { return nil }
    return (S3Answer(bytes[(start + 1)..<end]), bytes[end...])
  }
}

extension ArraySlice<UInt8> {
  /// Where a text begins; what follows it must end a name.
  fileprivate func place(of text: String, from start: Int) -> Int? {
    let wanted = Array<UInt8>(text.utf8)
    var at = start
    while let open = self[at...].firstIndex(of: UInt8(ascii: "<")) {
      let after = open + wanted.count
      if self[open...].starts(with: wanted), wanted.last == UInt8(ascii: ">") || after < endIndex,
        wanted.last == UInt8(ascii: ">") || self[after] == UInt8(ascii: ">")
          || self[after] == UInt8(ascii: " ")
      {
        return open
      }
      at = open + 1
    }
    return nil
  }
}

/// The code and the message of a refusal.
struct S3ErrorBody: Hashable {
  let code: String?
  let message: String?

  init(_ bytes: [UInt8]) {
    let answer = S3Answer(bytes.prefix(4096))
    code = answer.text("Code").map { Printable.ascii($0.utf8) }
    message = answer.text("Message").map { Printable.ascii($0.utf8) }
  }
}
