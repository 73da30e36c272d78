import Foundation

/// A folder of its own, which goes with its owner.
final class TemporaryFolder: Sendable {
  let path: String

  init() {
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("almanac tests \(UUID().uuidString)")
    path = url.path
    do {
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    } catch {
      preconditionFailure("\(error)")
    }
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  var catalog: String { path + "/state/catalog.sqlite" }
}
