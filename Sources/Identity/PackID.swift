package import Dates

/// The id of a pack: lower-case letters and digits with single `-` between them.
///
/// Ids become file names, URLs and keys of players' progress. Dots would let `packs/{id}.json` be
/// taken for `packs/{sha256}.{id}.json`; a cadence's word would let `{id}:{index}` be taken for a
/// date's id; capitals would meet on file systems that do not tell them apart.
package struct PackID: Hashable, Sendable {
  /// The id as it is written.
  package let text: String

  /// The most characters that an id can have.
  package static let longest = 64

  /// The pack of an id, or `nil` when `fault(in:)` says what is wrong with it.
  package init?(_ text: some StringProtocol) {
    guard PackID.fault(in: text) == nil else { return nil }
    self.text = String(text)
  }

  /// Why a text is no id of a pack.
  package enum Fault: Hashable, Sendable {
    /// It is too long, empty, or has something else than words of the allowed characters.
    case grammar
    /// It is the word of a calendar.
    case cadence(Cadence)
  }

  /// What is wrong with an id, or `nil` when nothing is.
  package static func fault(in text: some StringProtocol) -> Fault? {
    guard (1...longest).contains(text.utf8.count) else { return .grammar }
    let words = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    let isWritten = words.allSatisfy { word in
      !word.isEmpty
        && word.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) }
    }
    guard isWritten else { return .grammar }
    return Cadence(rawValue: String(text)).map { .cadence($0) }
  }
}

extension PackID.Fault: CustomStringConvertible {
  /// What an id can be, or why this one is taken.
  package var description: String {
    switch self {
    case .grammar:
      "it can have lower-case letters, digits and `-` between them, up to \(PackID.longest)"
    case .cadence(let cadence):
      "it belongs to the calendar, whose dates are `\(cadence.rawValue):…` as the slots of the "
        + "pack would be; give the pack another"
    }
  }
}

extension PackID: ExpressibleByStringLiteral {
  /// An id that the program itself names.
  ///
  /// - Precondition: It is one.
  package init(stringLiteral text: String) {
    precondition(PackID.fault(in: text) == nil, "“\(text)” is no id of a pack")
    self.text = text
  }
}

extension PackID: Comparable {
  /// In the order of their characters.
  package static func < (left: PackID, right: PackID) -> Bool { left.text < right.text }
}

extension PackID: CustomStringConvertible {
  /// The id as it is written.
  package var description: String { text }
}
