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

  /// Makes a list of the app in its shape.
  ///
  /// The version is what its file prints, the last number the first entry that has hints.
  package typealias MakeStreak =
    @Sendable (ReleaseContent.Streak, Int, Int) throws(PublishError) -> AppPack

  /// Makes a list of days, weeks or months in the mobile app's shape; `nil`: none is published.
  package var streak: MakeStreak?

  /// Makes the hints of some SBN strings, as JSON.
  package typealias MakeHints = @Sendable ([String]) throws(PublishError) -> [UInt8]

  /// Makes hints; `nil`: the profile is not published.
  package var hints: MakeHints?

  /// The same in other languages: what was published in one of them is brought back in it.
  package var hintsInOtherLanguages: [MakeHints] = []

  /// Makes the step graphs of some SBN strings, as JSON; `nil`: the profile is not published.
  package var steps: (@Sendable ([String]) throws(PublishError) -> [UInt8])?

  /// Whether all free packs are published in one object, too.
  package var bundle: Bool

  /// Whether `now.json` is published, too: what an app needs when it is opened.
  package var now: Bool

  /// Whether anything is published that explains puzzles, and is named by what it explains.
  var explains: Bool { hints != nil || steps != nil }

  /// Nothing but packs and calendar.
  package static var none: ReleaseProfiles { ReleaseProfiles() }

  package init(
    app: (@Sendable (ReleaseContent.Pack) throws(PublishError) -> AppPack)? = nil,
    hints: MakeHints? = nil, bundle: Bool = false, now: Bool = false
  ) {
    self.app = app
    self.hints = hints
    self.bundle = bundle
    self.now = now
  }
}
