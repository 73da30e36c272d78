extension Manifest {
  /// Whether players find the same in two releases, whatever their numbers: packs and what they
  /// cost, dates, what was taken back or moved, and what a rollback goes back to.
  package func offersTheSame(as other: Manifest) -> Bool {
    packs == other.packs && calendar == other.calendar && otherCadences == other.otherCadences
      && migrations == other.migrations && withdrawals == other.withdrawals
      && replacements == other.replacements && rollback == other.rollback
  }
}
