/// An edit that can be taken back, or was.
package struct DoneEdit: Hashable, Sendable {
  /// Its number, rising.
  package let number: Int64
  /// When, by the run's clock.
  package let at: String
  /// The command, such as `packs replace`.
  package let command: String
  /// The pack, slot, date or puzzle that it was about.
  package let place: String
  /// What it did, in words.
  package let words: String
  package let reason: String
  /// When it was taken back; `nil` while it stands.
  package let undone: String?
  /// Why it cannot be taken back any more; `nil` where it can, or was.
  package let obstacle: String?
}

/// An edit on its way into the record.
package struct NewEdit: Hashable, Sendable {
  package var at: String
  /// The command, such as `packs replace`.
  package var command: String
  /// The pack, slot, date or puzzle that it is about.
  package var place: String
  /// What it did, in words.
  package var words: String
  package var reason: String

  package init(at: String, command: String, place: String, words: String, reason: String) {
    self.at = at
    self.command = command
    self.place = place
    self.words = words
    self.reason = reason
  }
}
