/// What publishing a content would do to a store: every change, in order.
public struct ReleasePlan: Hashable, Sendable {
  /// The release that is current afterwards.
  public let release: Int

  /// Whether that is a new release; otherwise the plan only heals, or does nothing.
  public let isNew: Bool

  /// The manifest of that release.
  public let manifest: Manifest

  /// Its bytes.
  public let manifestBytes: [UInt8]

  /// The changes to the store, in the order in which they are made.
  public let steps: [ReleaseStep]

  /// What a player would notice; empty unless the release is new.
  public let changes: [ReleaseChange]

  /// Objects of the release before that are missing or damaged and cannot be brought back: the new
  /// release does without them.
  public let lost: [ObjectKey]

  /// Whether there is nothing to do.
  public var isEmpty: Bool { steps.isEmpty }
}
