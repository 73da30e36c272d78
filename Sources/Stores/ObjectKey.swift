import Identity

/// The name of an object in a tree, the same in a folder and in a bucket:
/// `puzzles/packs/intro.json`.
///
/// A key is made of one or more names with `/` between them. A name starts with a letter or digit
/// and goes on with letters, digits, `-`, `_` and `.`, all ASCII. So no key can be absolute, hold
/// `..`, a backslash or a control character, or name a hidden file; whatever text it came from, it
/// stays inside the tree.
package struct ObjectKey: Hashable, Sendable {
  package let text: String

  /// The most bytes of a key, and of one of its names.
  static let longest = (key: 512, name: 200)

  /// Reads a key.
  ///
  /// - Throws: `StoreError.badKey` when the text is no key.
  package init(_ text: String) throws(StoreError) {
    guard ObjectKey.isKey(text) else { throw .badKey(text) }
    self.text = text
  }

  /// A key of parts that are known to be good.
  package init(known text: String) {
    assert(ObjectKey.isKey(text), "“\(text)” is no key")
    self.text = text
  }

  /// Whether a text is a key.
  static func isKey(_ text: some StringProtocol) -> Bool {
    guard text.utf8.count <= longest.key else { return false }
    return text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .allSatisfy { isName($0) }
  }

  private static func isName(_ name: some Collection<UInt8>) -> Bool {
    guard let first = name.first, name.count <= longest.name, first.isLetterOrDigit else {
      return false
    }
    return name.allSatisfy(isNameByte)
  }

  /// Whether a byte can be in a name.
  static func isNameByte(_ byte: UInt8) -> Bool {
    byte.isLetterOrDigit || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
      || byte == UInt8(ascii: ".")
  }

  /// The names of the folders it is in.
  package var folders: [String] { text.split(separator: "/").dropLast().map(String.init) }

  package var name: String { text.split(separator: "/").last.map(String.init) ?? text }
}

extension ObjectKey: Comparable {
  /// In the order of their bytes.
  package static func < (left: ObjectKey, right: ObjectKey) -> Bool {
    left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
  }
}

extension ObjectKey: CustomStringConvertible {
  package var description: String { text }
}
