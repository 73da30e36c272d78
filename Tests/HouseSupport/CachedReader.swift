import Identity
import Manifest
import StarBattle
import Stores
import Synchronization

/// A client behind a cache that is as unhelpful as caches may be, in simulated time.
///
/// It reads the manifest and then every object that it names. What the cache has it serves for as
/// long as Cache-Control allows, and now and then for ten minutes more; that there is nothing under
/// a name it remembers for a minute.
package final class CachedReader: Sendable {
  private struct Line {
    var bytes: [UInt8]?
    var freshUntil: Int
    var staleUntil: Int
  }

  private struct State {
    var now = 0
    var generator: SeededGenerator
    var lines: [ObjectKey: Line] = [:]
    var manifests: [[UInt8]: Manifest] = [:]
    var releases: Set<Int> = []
    var reads = 0
    var problems: [String] = []
  }

  private let store: MemoryStore
  private let state: Mutex<State>

  package init(of store: MemoryStore, seed: UInt64) {
    self.store = store
    state = Mutex(State(generator: SeededGenerator(seed: seed)))
  }

  /// What was missing or different from what a manifest said.
  package var problems: [String] { state.withLock { $0.problems } }

  /// The releases that were met.
  package var releases: Set<Int> { state.withLock { $0.releases } }

  /// How many objects were read.
  package var reads: Int { state.withLock { $0.reads } }

  /// Lets so many seconds go by.
  package func wait(_ seconds: Int) { state.withLock { $0.now += seconds } }

  /// Lets a few seconds go by and reads everything.
  package func read() {
    state.withLock { state in
      state.now += Int(state.generator.next() % 20)
      guard let bytes = get(.manifest, &state) else { return }
      guard let manifest = state.manifests[bytes] ?? (try? Manifest(json: bytes)) else {
        state.problems.append("the manifest cannot be read")
        return
      }
      state.manifests[bytes] = manifest
      state.releases.insert(manifest.release)
      for object in manifest.objects {
        state.reads += 1
        guard let found = get(object.key, &state) else {
          state.problems.append("release \(manifest.release) names \(object.key): missing")
          continue
        }
        if Digest.sha256(of: found) != object.sha256 {
          state.problems.append("release \(manifest.release) names \(object.key): another")
        }
      }
    }
  }

  private func get(_ key: ObjectKey, _ state: inout State) -> [UInt8]? {
    if let line = state.lines[key] {
      if state.now < line.freshUntil { return line.bytes }
      if line.bytes != nil, state.now < line.staleUntil, state.generator.next() % 2 == 0 {
        return line.bytes
      }
    }
    let copy = try? store.fetch(key, limit: 1 << 28)
    let age = copy.map { CachedReader.age($0.info.cacheControl ?? "") } ?? 60
    let isFound = copy != nil
    state.lines[key] = Line(
      bytes: copy?.bytes, freshUntil: state.now + age,
      staleUntil: state.now + age + (isFound ? 600 : 0))
    return copy?.bytes
  }

  private static func age(_ policy: String) -> Int {
    guard let range = policy.firstRange(of: "max-age=") else { return 60 }
    return Int(policy[range.upperBound...].prefix { $0.isNumber }) ?? 60
  }
}
