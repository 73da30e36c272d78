import Dates
import JSONText
import Manifest
import Publishing
import Stores

/// Reads the releases of a tree, which needs neither recipes nor catalogue.
package struct HistoryJob: Sendable {
  /// What to say.
  package enum Task: Hashable, Sendable {
    /// Every release that is kept.
    case history
    /// The differences between two releases.
    case difference(from: Int, to: Int)
  }

  let task: Task
  let target: String
  let settings: StoreSettings
  let isJSON: Bool

  /// A job.
  package init(_ task: Task, target: String, settings: StoreSettings, isJSON: Bool = false) {
    self.task = task
    self.target = target
    self.settings = settings
    self.isJSON = isJSON
  }

  /// Does it.
  ///
  /// - Parameter emit: Given what to print.
  /// - Throws: `PipelineError.noTree` when there is no release; publishing and store errors.
  package func run(emit: (OutputLine) throws -> Void) async throws {
    let history = try await ReleaseHistory(of: try settings.open(target))
    guard !history.releases.isEmpty else { throw PipelineError.noTree(path: target) }
    switch task {
    case .history:
      for (index, release) in history.releases.enumerated() {
        let before = index > 0 ? history.releases[index - 1] : nil
        let changes =
          before == nil && release.previous != nil
          ? [] : try await history.changes(from: before, to: release)
        try emit(.result(isJSON ? json(release, changes) : text(release, changes)))
      }
    case .difference(let from, let to):
      try await difference(history, try history.release(from), try history.release(to), emit)
    }
  }

  private func text(_ release: Manifest, _ changes: [String]) -> String {
    let dates = release.calendar.values.reduce(0) { $0 + $1.entries.count }
    let puzzles = release.packs.reduce(0) { $0 + $1.count }
    var head =
      "Release \(release.release), \(release.createdAt): \(release.packs.count) packs with "
      + "\(puzzles) puzzles, \(dates) dates"
    if let rollback = release.rollback { head += ", packs of release \(rollback)" }
    let withdrawn = release.withdrawals.filter { $0.release == release.release }
      .map { "\($0.id) taken back: \($0.reason)" }
    return ([head] + (changes + withdrawn).map { "  · \($0)" }).joined(separator: "\n")
  }

  private func json(_ release: Manifest, _ changes: [String]) -> String {
    String(
      decoding: JSONValue.object([
        JSONMember("schema", .integer(1)),
        JSONMember("command", .string("release history")),
        JSONMember("release", .integer(release.release)),
        JSONMember("createdAt", .string(release.createdAt.description)),
        JSONMember("previous", release.previous.map { .integer($0.release) } ?? .null),
        JSONMember("rollback", release.rollback.map { .integer($0) } ?? .null),
        JSONMember("objects", .integer(release.objects.count)),
        JSONMember("changes", .array(changes.map { .string($0) })),
      ]).text, as: UTF8.self)
  }

  private func difference(
    _ history: ReleaseHistory, _ old: Manifest, _ new: Manifest,
    _ emit: (OutputLine) throws -> Void
  ) async throws {
    let changes = try await history.changes(from: old, to: new)
    var before: [ObjectKey: Manifest.Object] = [:]
    for object in old.objects { before[object.key] = object }
    let after = Set(new.objects.map(\.key))
    let added = new.objects.filter { before[$0.key] == nil }.map(\.key.text)
    let removed = old.objects.map(\.key).filter { !after.contains($0) }.map(\.text)
    let differing = new.objects.filter { object in
      before[object.key].map { $0 != object } ?? false
    }
    let changed = differing.filter { before[$0.key]?.sha256 != $0.sha256 }.map(\.key.text)
    // A day that has passed may be cached for ever: the same bytes under another header.
    let headers = differing.filter { before[$0.key]?.sha256 == $0.sha256 }.map(\.key.text)
    let parts = [
      ("added", added), ("removed", removed), ("changed", changed), ("headers", headers),
    ]
    if isJSON {
      let lists = parts.map { name, keys in
        JSONMember(name, .array(keys.map { .string($0) }))
      }
      let value = JSONValue.object(
        [
          JSONMember("schema", .integer(1)),
          JSONMember("command", .string("release diff")),
          JSONMember("from", .integer(old.release)),
          JSONMember("to", .integer(new.release)),
          JSONMember("changes", .array(changes.map { .string($0) })),
        ] + lists)
      return try emit(.result(String(decoding: value.text, as: UTF8.self)))
    }
    try emit(.result("Release \(old.release) → \(new.release):"))
    for change in changes { try emit(.result("  · \(change)")) }
    for (name, keys) in parts {
      let verb = name == "headers" ? "same bytes, other headers:" : name
      for key in keys { try emit(.result("  \(verb) \(key)")) }
    }
    if changes.isEmpty && parts.allSatisfy({ $0.1.isEmpty }) {
      try emit(.result("  no difference"))
    }
  }
}
