package import Dates

/// How long clients and caches may keep an object, by what kind of object it is.
package enum CacheControl {
  /// The name is of the bytes, so the bytes never change.
  package static let immutable = "public, max-age=31536000, immutable"

  /// The pointers, which every release moves.
  package static let pointer = "public, max-age=60, must-revalidate"

  /// What has to be bought: no cache but the buyer's own, which asks each time.
  package static let paid = "private, no-cache"

  /// Of an object under the name of its bytes.
  package static func named(in part: TreePart) -> String { part == .paid ? paid : immutable }

  /// Of what clients ask for by an id alone.
  package static func alias(in part: TreePart) -> String { part == .paid ? paid : pointer }

  /// Calendar entries to come, and those of today: a day.
  package static let upcoming = "public, max-age=86400"

  /// Of a calendar entry at a release's clock; one whose period is over will never change.
  package static func entry(_ period: Period, at time: Timestamp) -> String {
    period.isOver(at: time) ? immutable : upcoming
  }
}
