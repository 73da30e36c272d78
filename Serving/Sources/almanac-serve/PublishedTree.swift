import Foundation
import Synchronization

/// A published tree as the app's server reads it: through the manifest, and nothing that it does not name.
///
/// The manifest commits a release, so one manifest is one state of all endpoints. It is looked at again when its
/// file has changed, at most once a second; bodies are made once for each release.
final class PublishedTree: Sendable {
  /// Why something cannot be served.
  enum Refusal: Error {
    /// There is no such thing.
    case missing
    /// The tree is damaged: the manifest names an object that is not there.
    case damaged(String)
  }

  private struct State {
    var index: Index?
    var stamp: String?
    var lookedAt: ContinuousClock.Instant?
    var bodies: [String: Body] = [:]
  }

  private let root: String
  private let state = Mutex(State())

  /// - Parameter root: The folder that holds `puzzles/`.
  init(root: String) { self.root = root }

  /// The manifest's pack.
  func pack(_ id: String) throws -> Index.Pack {
    guard let pack = try index().packs[id] else { throw Refusal.missing }
    return pack
  }

  /// The body of `GET /puzzles/versions`.
  func versions() throws -> Body {
    try body("puzzles/versions.json") { $0 }
  }

  /// The body of a pack.
  func body(of pack: Index.Pack) throws -> Body {
    try body(pack.object) { $0 }
  }

  /// The body of a dated puzzle: `{"puzzle":"17x4.…"}`.
  func puzzle(_ cadence: String, _ key: String) throws -> Body {
    guard try index().entries[cadence]?.contains(key) == true else { throw Refusal.missing }
    return try body("puzzles/\(cadence)/\(key).sbn") { bytes in
      // SBN is ASCII without quotation marks and backslashes, so it is its own JSON text.
      Array("{\"puzzle\":\"".utf8) + bytes + Array("\"}".utf8)
    }
  }

  private func body(_ path: String, _ make: ([UInt8]) -> [UInt8]) throws -> Body {
    _ = try index()
    if let body = state.withLock({ $0.bodies[path] }) { return body }
    guard let data = FileManager.default.contents(atPath: "\(root)/\(path)") else {
      throw Refusal.damaged(path)
    }
    let body = Body(make(Array(data)))
    state.withLock { $0.bodies[path] = body }
    return body
  }

  // MARK: - Manifest

  private func index() throws -> Index {
    let now = ContinuousClock.now
    let known = state.withLock { state -> Index? in
      guard let last = state.lookedAt, now - last < .seconds(1) else {
        state.lookedAt = now
        return nil
      }
      return state.index
    }
    if let known { return known }
    let path = "\(root)/puzzles/manifest.json"
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    let stamp = attributes.map {
      "\($0[.modificationDate] ?? "") \($0[.size] ?? "") \($0[.systemFileNumber] ?? "")"
    }
    let (last, index) = state.withLock { ($0.stamp, $0.index) }
    if let index, stamp == last { return index }
    guard let data = FileManager.default.contents(atPath: path) else { throw Refusal.missing }
    guard let fresh = try? JSONDecoder().decode(Index.self, from: data) else {
      throw Refusal.damaged("puzzles/manifest.json")
    }
    state.withLock { state in
      state.stamp = stamp
      state.index = fresh
      state.bodies = [:]
    }
    return fresh
  }
}
