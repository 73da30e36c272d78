import AlmanacTree
import Foundation

/// Entity tags as HTTP has them (RFC 9110, 8.8.3 and 13.1.2).
package enum EntityTag {
  /// The tag of bytes, quotation marks included: of all of their digest.
  static func tag(of bytes: [UInt8]) -> String { "\"\(PublishedRelease.digest(of: bytes))\"" }

  /// Whether a client has what a tag is of, by its `If-None-Match`: a list of tags, which may be
  /// weak, or `*`.
  package static func isKnown(_ tag: String, by header: String?) -> Bool {
    guard let header else { return false }
    return header.split(separator: ",").contains { part in
      let known = part.trimmingCharacters(in: .whitespaces)
      return known == "*" || known == tag || known == "W/" + tag
    }
  }
}
