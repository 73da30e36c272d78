import TestSupport

extension TemporaryFolder {
  /// Where a catalogue goes.
  var catalog: String { path + "/state/catalog.sqlite" }
}
