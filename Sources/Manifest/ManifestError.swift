package import JSONText

/// Why bytes are not a manifest.
package enum ManifestError: Error, Hashable, Sendable {
  /// They are not JSON.
  case notJSON(JSONError)
  /// A member is missing or is not what it has to be; the place is a path such as
  /// `packs[3].version`.
  case wrong(place: String, expected: String)
  /// It was written by a later program, in a shape that this one does not know.
  case newerSchema(Int)
}

extension ManifestError: CustomStringConvertible {
  /// What is wrong, where, and what should be there.
  package var description: String {
    switch self {
    case .notJSON(let error): return "\(error)"
    case .wrong(let place, let expected): return "`\(place)` has to be \(expected)"
    case .newerSchema(let schema):
      return "its schema is \(schema) and this program knows up to \(Manifest.currentSchema) — "
        + "use a newer almanac"
    }
  }
}
