package import Manifest
package import Stores

/// What publishing a content would do to a store: every change, in order.
package struct ReleasePlan: Hashable, Sendable {
  /// The release that is current afterwards.
  package let release: Int

  /// Whether that is a new release; otherwise the plan only heals, or does nothing.
  package let isNew: Bool

  /// The manifest of that release.
  package let manifest: Manifest

  package let manifestBytes: [UInt8]

  /// The changes to the store, in the order in which they are made.
  package let actions: [ReleaseAction]

  /// What a player would notice; empty unless the release is new.
  package let changes: [ReleaseChange]

  /// Objects of the release before that are missing or damaged, and cannot be made again as they
  /// were: the new release does without them, or has them made anew.
  package let lost: [ObjectKey]

  /// Whether there is nothing to do.
  package var isEmpty: Bool { actions.isEmpty }
}
