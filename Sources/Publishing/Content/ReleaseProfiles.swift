/// What a release publishes beside packs and calendar.
///
/// The objects of a profile are made from a pack or a puzzle by whoever can solve it; they are made
/// once, when the pack or puzzle is new, and stay as they are.
package struct ReleaseProfiles: Sendable {
  /// A pack in the mobile app's shape, and the hints beside it.
  package struct AppPack: Hashable, Sendable {
    /// `{id,name,version,free,gridSize,stars,puzzles}`.
    package var pack: [UInt8]

    /// `{version,hints}`.
    package var hints: [UInt8]

    package init(pack: [UInt8], hints: [UInt8]) {
      self.pack = pack
      self.hints = hints
    }
  }

  /// Makes a pack in the mobile app's shape; `nil`: the profile is not published.
  package var app: (@Sendable (ReleaseContent.Pack) throws(PublishError) -> AppPack)?

  /// Makes the hints of some SBN strings, as JSON; `nil`: the profile is not published.
  package var hints: (@Sendable ([String]) throws(PublishError) -> [UInt8])?

  /// Whether all free packs are published in one object, too.
  package var bundle: Bool

  /// Nothing but packs and calendar.
  package static var none: ReleaseProfiles { ReleaseProfiles() }

  package init(
    app: (@Sendable (ReleaseContent.Pack) throws(PublishError) -> AppPack)? = nil,
    hints: (@Sendable ([String]) throws(PublishError) -> [UInt8])? = nil, bundle: Bool = false
  ) {
    self.app = app
    self.hints = hints
    self.bundle = bundle
  }
}
