/// Something that is taken back, and why.
///
/// The catalogue notes it and a release tells it. They do not know each other, so the value lies
/// below both. A manifest's line says more: `Manifest.Withdrawal`.
package struct Withdrawal: Hashable, Sendable {
  /// The id of a date, a slot or a pack: `daily:2026-11-25`, `intro:3`, `intro`.
  package var id: String
  /// Why.
  package var reason: String

  package init(id: String, reason: String) {
    self.id = id
    self.reason = reason
  }
}
