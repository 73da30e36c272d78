/// What commands that change packs or dates have in common.
package struct EditFlags: Hashable, Sendable {
  /// Why, for the record and, where slots move, for players.
  package var reason: String
  /// Whether nothing is to be kept.
  package var isDryRun: Bool
  /// The folder that gets a page with what is proposed, if any.
  package var html: String?

  /// What a trial's answer ends with.
  static let nothingKept = "Nothing was kept (--dry-run)."

  package init(reason: String, isDryRun: Bool = false, html: String? = nil) {
    self.reason = reason
    self.isDryRun = isDryRun
    self.html = html
  }
}
