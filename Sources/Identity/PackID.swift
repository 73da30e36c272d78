import Dates

/// The ids of packs: lower-case letters and digits with single `-` between them.
///
/// Ids become file names, URLs and keys of players' progress. Dots would let `packs/{id}.json` be
/// taken for `packs/{sha256}.{id}.json`; a cadence's word would let `{id}:{index}` be taken for a
/// date's id; capitals would meet on file systems that do not tell them apart.
package enum PackID {
  package static func isValid(_ id: String) -> Bool {
    guard (1...64).contains(id.utf8.count), Cadence(rawValue: id) == nil else { return false }
    return id.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
      .allSatisfy { word in
        !word.isEmpty
          && word.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) }
      }
  }
}
