package import Stores

/// One change to a store on the way to a release.
package struct ReleaseAction: Hashable, Sendable {
  /// Why it is done.
  package enum Reason: String, Hashable, Sendable {
    /// It belongs to the new release.
    case new
    /// It belongs to a release that was interrupted.
    case finish
    /// It was missing or damaged.
    case heal
    /// It belongs to nothing any more.
    case remove
  }

  /// The object to put, or `nil` where one is removed.
  package let object: StoredObject?

  /// What has to be there before.
  package let condition: PutCondition

  package let key: ObjectKey

  /// Why it is done.
  package let reason: Reason

  /// The bytes to write; 0 for a removal.
  package var bytes: Int { object?.bytes.count ?? 0 }
}

extension ReleaseAction: CustomStringConvertible {
  /// `new puzzles/packs/intro.json, 2345 bytes`.
  package var description: String {
    object == nil ? "\(reason.rawValue) \(key)" : "\(reason.rawValue) \(key), \(bytes) bytes"
  }
}
