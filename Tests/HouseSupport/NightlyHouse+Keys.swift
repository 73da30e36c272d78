import Dates
import Foundation
import Manifest
package import Operating
package import Pipeline
package import Signing
package import Stores
import TestSupport

extension NightlyHouse {
  /// Names a release key in the recipes; `nil` for none.
  package func writeSigning(_ key: String?) throws {
    try writeRelease(key.map { "signing: { key: \"\($0)\" }\n" } ?? "")
  }

  /// Says in the recipes that releases are signed no longer.
  package func leaveSigning() throws { try writeRelease("signing: none\n") }

  private func writeRelease(_ signing: String) throws {
    try folder.write(
      "packs: [first, second]\ncalendar: [daily, weekly, monthly]\n\(signing)",
      to: "Recipes/release.yaml")
  }

  /// Makes keys, two copies of the root in `one` and `two`, and names the release key.
  package func makeKeys(now: String = "2026-12-30T01:00:00Z") async throws {
    let command = NewKeys(
      folders: ["\(folder.path)/one", "\(folder.path)/two"], key: "\(folder.path)/release.key")
    try await command.said(in: places, .at(now))
    try writeSigning("../release.key")
  }

  /// Lists another release key, signed with a root of folder `one`; where asked for, as if the tree
  /// were not at hand.
  @discardableResult
  package func rotate(
    _ key: String?, _ others: RotateKeys.Others = .end, root: String = "root", next: String? = nil,
    release: Int? = nil, isOffline: Bool = false, now: String = "2026-12-30T12:00:00Z"
  ) async throws -> Pipeline.ExitStatus {
    var places = places
    if isOffline { places.output = "\(folder.path)/none" }
    let command = RotateKeys(
      roots: ["\(folder.path)/one/\(root).key", "\(folder.path)/two/\(root).key"],
      key: key.map { "\(folder.path)/\($0)" }, others: others,
      next: next.map { name in ["one", "two"].map { "\(folder.path)/\($0)/\(name).key" } } ?? [],
      release: release)
    return try await command.said(in: places, .at(now)).status
  }

  package var store: DirectoryStore { DirectoryStore(root: places.output) }

  /// The list of release keys beside the recipes.
  package func keys() throws -> SignedKeys { try HouseKeys(of: places).list() }

  /// A reader with the roots of the list.
  package func reader() throws -> TrustedReader { TrustedReader(roots: try keys().keys.roots) }
}

extension TrustedReader {
  /// Fetches list, manifest and signature from a tree, as an app does on opening.
  package mutating func open(
    _ store: any ObjectStore, at now: String = "2026-12-30T12:00:00Z"
  ) async throws -> Verdict {
    if let keys = try await store.get(.keys, limit: SignedKeys.largest) {
      let verdict = take(keys: keys)
      if case .refused = verdict { return verdict }
    }
    guard let manifest = try await store.get(.manifest, limit: TrustedReader.largestManifest) else {
      return .kept(.unsigned)
    }
    let number = try Manifest(json: manifest).release
    let signature = try await store.get(
      .signature(number), limit: ReleaseSignatures.most.bytes)
    return take(manifest: manifest, signature: signature, at: try Timestamp(now))
  }
}
