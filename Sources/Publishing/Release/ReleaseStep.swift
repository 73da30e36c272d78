/// One change to a store on the way to a release.
public struct ReleaseStep: Hashable, Sendable {
  /// Why it is done.
  public enum Reason: String, Hashable, Sendable {
    /// It belongs to the new release.
    case new
    /// It belongs to a release that was interrupted.
    case finish
    /// It was missing or damaged.
    case heal
    /// It belongs to nothing any more.
    case remove
  }

  /// The object to put, or nothing where one is removed.
  let object: StoredObject?

  /// What has to be there before.
  let condition: PutCondition

  /// The object's name.
  public let key: ObjectKey

  /// Why it is done.
  public let reason: Reason

  /// The bytes to write; 0 for a removal.
  public var bytes: Int { object?.bytes.count ?? 0 }
}

extension ReleaseStep: CustomStringConvertible {
  /// `new puzzles/packs/intro.json, 2345 bytes`.
  public var description: String {
    object == nil ? "\(reason.rawValue) \(key)" : "\(reason.rawValue) \(key), \(bytes) bytes"
  }
}

/// A change as a player would notice it.
public enum ReleaseChange: Hashable, Sendable {
  /// A pack is new.
  case packAdded(id: String, count: Int)
  /// A pack has other puzzles, another name or another price.
  case packChanged(id: String, from: Int, to: Int)
  /// A pack is gone.
  case packWithdrawn(id: String)
  /// The packs come in another order.
  case packsReordered
  /// The calendar of a cadence has new entries.
  case entriesAdded(Cadence, count: Int, first: Period, last: Period)
}

extension ReleaseChange: CustomStringConvertible {
  /// One line for people.
  public var description: String {
    switch self {
    case .packAdded(let id, let count): return "new pack \(id), \(count) puzzles"
    case .packChanged(let id, let from, let to):
      return "pack \(id) changed: version \(from) → \(to)"
    case .packWithdrawn(let id): return "pack \(id) withdrawn"
    case .packsReordered: return "packs in another order"
    case .entriesAdded(let cadence, let count, let first, let last):
      return count == 1
        ? "1 new \(cadence.rawValue) puzzle: \(first.key)"
        : "\(count) new \(cadence.rawValue) puzzles: \(first.key) … \(last.key)"
    }
  }
}
