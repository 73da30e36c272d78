import AlmanacTree
import Synchronization

/// A published tree as the app's server reads it: one release at a time.
///
/// The manifest commits a release, so one manifest is one state of all endpoints. It is looked at
/// again at most once a second; bodies are made once for each release.
final class PublishedTree: Sendable {
  /// Why something cannot be served.
  enum Refusal: Error {
    /// There is no such thing.
    case missing
    /// Nothing has been copied yet.
    case notYet
    /// The tree is damaged.
    case damaged(TreeDamage)
  }

  private struct State {
    /// What the last look has found, damage included: an answer holds for a second, whatever it is.
    var found: Result<PublishedRelease?, TreeDamage>?
    var lookedAt: ContinuousClock.Instant?
    /// Why what is there now is not served, where something from before is served instead.
    var distrust: TreeDamage?
    /// By the digests of the objects that they are made of.
    var bodies: [String: Body] = [:]
    /// Whether an object was met that is not what the manifest says.
    var hasDamage = false
    /// How often bodies were forgotten, because the release is another.
    var generation = 0
  }

  private let root: String
  private let privateRoot: String?
  private let trust: TreeTrust?
  private let isCopy: Bool
  private let state = Mutex(State())

  /// - Parameters:
  ///   - root: The folder that holds `puzzles/`.
  ///   - privateRoot: The folder that holds `private/`; without it, nothing of that is served.
  ///   - trust: Who has to have signed a release.
  ///   - isCopy: Whether it is copied from elsewhere, so that without a release there may be one.
  init(
    root: String, privateRoot: String? = nil, trust: TreeTrust? = nil, isCopy: Bool = false
  ) {
    self.isCopy = isCopy
    self.root = root
    self.privateRoot = privateRoot
    self.trust = trust
  }

  /// Why what is there now is not served; `nil` where it is.
  var distrust: TreeDamage? { state.withLock { $0.distrust } }

  /// What is wrong with the manifest, or why it is not believed, where nothing is served because of
  /// that; `nil` otherwise.
  var damage: TreeDamage? {
    do throws(Refusal) {
      _ = try release()
    } catch {
      if case .damaged(let damage) = error { return damage }
    }
    return nil
  }

  /// Says, once, whether an object was met since that is not what the manifest says.
  func takeDamage() -> Bool {
    state.withLock { state in
      defer { state.hasDamage = false }
      return state.hasDamage
    }
  }

  /// Notes that an object was met that is not what the manifest says: another tree may have taken
  /// its place since the last look, so the next request looks anew.
  func noteDamage() {
    state.withLock { state in
      state.lookedAt = nil
      state.hasDamage = true
    }
  }

  /// Which release is served, as a number: whoever keeps a body keeps it for as long as this is the
  /// same.
  func generation() throws(Refusal) -> Int {
    _ = try release()
    return state.withLock { $0.generation }
  }

  /// A pack of the release.
  func pack(_ id: String) throws(Refusal) -> PublishedRelease.Pack {
    guard let pack = try release().pack(id) else { throw .missing }
    return pack
  }

  /// The body of `GET /puzzles/versions`.
  func versions() throws(Refusal) -> Body {
    let release = try release()
    return try body(release.digest) { () throws(TreeDamage) in
      Body(release.versions, digest: release.digest)
    }
  }

  /// The body of `GET /puzzles/catalog`.
  func catalog() throws(Refusal) -> Body {
    let release = try release()
    return try body("catalog " + release.digest) { () throws(TreeDamage) in
      Body(release.catalog, digest: release.digest)
    }
  }

  /// The manifest as it was published.
  func manifest() throws(Refusal) -> Body {
    let release = try release()
    return try body("manifest " + release.digest) { () throws(TreeDamage) in
      Body(release.manifest, digest: release.digest)
    }
  }

  /// What an app needs when it is opened, with the puzzles of those dates that may be shown.
  func now(showing isShown: (_ id: String) -> Bool) throws(Refusal) -> Body {
    try passingBody { release throws(TreeDamage) in try release.nowFile(showing: isShown) }
  }

  /// What an app asks for when it is opened; `known` is the digest of what it knows.
  func opening(
    knowing known: String?, showing isShown: (_ id: String) -> Bool
  ) throws(Refusal) -> Body {
    try passingBody { release throws(TreeDamage) in
      try release.opening(knowing: known, showing: isShown)
    }
  }

  /// What is wrong with `now.json`, which a manifest cannot vouch for; `nil` where nothing is.
  var nowDamage: TreeDamage? {
    do throws(Refusal) {
      _ = try passingBody { release throws(TreeDamage) in try release.nowFile() }
    } catch {
      if case .damaged(let damage) = error { return damage }
    }
    return nil
  }

  /// All free packs in one body.
  func bundle() throws(Refusal) -> Body {
    let release = try release()
    guard let object = release.bundle else { throw .missing }
    return try body(object.sha256) { () throws(TreeDamage) in
      Body(try release.bytes(of: object), digest: object.sha256)
    }
  }

  /// Whether a pack can be served at all.
  func isHere(_ pack: PublishedRelease.Pack) throws(Refusal) -> Bool {
    try release().isHere(pack.object)
  }

  /// The body of a pack.
  func body(of pack: PublishedRelease.Pack) throws(Refusal) -> Body {
    let release = try release()
    return try body(pack.object.sha256) { () throws(TreeDamage) in
      Body(try release.bytes(of: pack.object), digest: pack.object.sha256)
    }
  }

  /// The body of a dated puzzle: `{"puzzle":"17x4.…"}`.
  func puzzle(_ cadence: String, _ key: String) throws(Refusal) -> Body {
    let release = try release()
    guard let object = release.puzzle(cadence, key) else { throw .missing }
    return try body(object.sha256) { () throws(TreeDamage) in
      // SBN is ASCII without quotation marks and backslashes, so it is its own JSON text.
      let text = try release.bytes(of: object)
      return Body(
        Array("{\"puzzle\":\"".utf8) + text + Array("\"}".utf8), digest: object.sha256)
    }
  }

  /// A body of what changes with the days within a release: it is read each time, and made once.
  private func passingBody(
    _ read: (PublishedRelease) throws(TreeDamage) -> [UInt8]?
  ) throws(Refusal) -> Body {
    let release = try release()
    let bytes: [UInt8]?
    do throws(TreeDamage) {
      bytes = try read(release)
    } catch {
      // It may be of the release that came since the manifest was looked at.
      noteDamage()
      throw .damaged(error)
    }
    guard let bytes else { throw .missing }
    let digest = PublishedRelease.digest(of: bytes)
    return try body(digest) { () throws(TreeDamage) in Body(bytes, digest: digest) }
  }

  /// A body that is known, or is made now.
  private func body(
    _ name: String, _ make: () throws(TreeDamage) -> Body
  ) throws(Refusal) -> Body {
    if let body = state.withLock({ $0.bodies[name] }) { return body }
    do throws(TreeDamage) {
      let body = try make()
      state.withLock { $0.bodies[name] = body }
      return body
    } catch {
      noteDamage()
      throw .damaged(error)
    }
  }

  /// The release as of a second ago at most.
  func release() throws(Refusal) -> PublishedRelease {
    let now = ContinuousClock.now
    let (known, isFresh) = state.withLock { state in
      let isFresh = state.lookedAt.map { now - $0 < .seconds(1) } ?? false
      if !isFresh { state.lookedAt = now }
      return (state.found, isFresh)
    }
    let found: Result<PublishedRelease?, TreeDamage>
    if isFresh, let known { found = known } else { found = look(after: try? known?.get()) }
    switch found {
    case .success(let release?): return release
    case .success(nil): throw isCopy ? .notYet : .missing
    case .failure(let damage): throw .damaged(damage)
    }
  }

  /// Looks at the manifest.
  ///
  /// What nobody trusted has signed, what cannot be read now and what a later program has written
  /// leave standing what was there before.
  private func look(after before: PublishedRelease?) -> Result<PublishedRelease?, TreeDamage> {
    var found: Result<PublishedRelease?, TreeDamage>
    var distrust: TreeDamage?
    do throws(TreeDamage) {
      if let before {
        found = .success(try before.refreshed())
      } else {
        found = .success(
          try PublishedRelease(root: root, privateRoot: privateRoot, trust: trust))
      }
    } catch {
      if error.leavesBefore { distrust = error }
      found = error.leavesBefore && before != nil ? .success(before) : .failure(error)
    }
    state.withLock { [found, distrust] state in
      if (try? found.get())?.digest != before?.digest {
        state.bodies = [:]
        state.generation += 1
      }
      state.found = found
      state.distrust = distrust
      // Where there is nothing, the first release is not kept waiting.
      if case .success(nil) = found { state.lookedAt = nil }
    }
    return found
  }
}
