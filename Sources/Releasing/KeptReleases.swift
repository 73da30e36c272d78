import Files
import Manifest
import Pipeline
import Publishing
import Stores

/// Every release that a tree keeps, also those that nothing leads to any more.
struct KeptReleases {
  /// What leads from the current release to the oldest.
  let history: ReleaseHistory

  /// The manifests, oldest first.
  let releases: [Manifest]

  /// The releases whose manifests are missing or damaged.
  let lost: [Int]

  /// The releases of a house's tree, looked at a second time where they look damaged.
  ///
  /// - Throws: `PipelineError.noTree` when there is none; publishing and store errors.
  static func read(in house: House, _ context: RunContext) async throws -> KeptReleases {
    try await SteadyReading.value {
      try await KeptReleases(in: house, context)
    } wrong: { seen in
      switch seen {
      case .success(let kept): kept.lost.isEmpty ? nil : "\(kept.lost)"
      case .failure(let error): (error as? PublishError).map { "\($0)" }
      }
    }
  }

  private init(in house: House, _ context: RunContext) async throws {
    let store = try context.stores.openTree(house)
    let published = try await Publisher(store: store).current()
    guard let latest = published.latest?.manifest else {
      throw PipelineError.noTree(path: house.output)
    }
    guard let current = published.committed?.manifest else {
      throw PublishError.pointerLost(release: latest.release)
    }
    history = try await ReleaseHistory(of: store, upTo: current)
    let cutOff = try await history.cutOff()
    releases = cutOff.releases + history.releases
    lost = cutOff.lost
  }

  /// The manifest of a release.
  ///
  /// - Throws: `PublishError.damagedRelease` when it cannot be read, `.noRelease` when it is not
  ///   kept.
  func release(_ number: Int) throws(PublishError) -> Manifest {
    if let found = releases.first(where: { $0.release == number }) { return found }
    if lost.contains(number) { throw .damagedRelease(number, .release(number)) }
    throw .noRelease(number, kept: releases.map(\.release))
  }
}

extension StoreSettings {
  /// Opens the store of a house whose tree has to be there.
  ///
  /// - Throws: `PipelineError.noTree` when it is not; `FolderError` where that cannot be told;
  ///   `StoreError`.
  func openTree(_ house: House) throws -> any ObjectStore {
    guard try StoreSettings.isBucket(house.output) || Folders.isThere("\(house.output)/puzzles")
    else { throw PipelineError.noTree(path: house.output) }
    return try open(house)
  }
}
