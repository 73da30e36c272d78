import Dates
import Identity
import JSONText
import Manifest
import Signing

/// The release that this device believes in: what there is, and the digest of each of it.
struct AcceptedRelease: Sendable {
  let manifest: Manifest
  /// The SHA-256 of the manifest.
  let digest: String
  /// What is kept of it: the texts of manifest, signature and keys.
  fileprivate let texts: Texts

  /// What the service need not tell again: all of it but dates.
  var known: String { manifest.known(with: texts.keys.map { Array($0.utf8) }) }

  struct Texts: Hashable, Sendable {
    var manifest: String
    var signature: String?
    var keys: String?
  }

  static let name = "release"
}

/// Decides whether what came from the network is the press's own, as `TrustedReader` does; without
/// roots, anything that is no step back.
struct ReleaseGate: Sendable {
  private var reader: TrustedReader
  private(set) var accepted: AcceptedRelease?
  /// Whether the roots of now vouch for it.
  private(set) var isVouchedFor = true

  init(roots: [PublicKey]) { reader = TrustedReader(roots: roots) }

  private var believesAnyone: Bool { reader.roots.isEmpty }

  /// Takes texts from this device's own disk.
  ///
  /// They were vouched for when they were kept. Where the app has come to know other roots since,
  /// and none of these has signed the list of keys, they are played with for as long as nothing
  /// else is heard; all that comes from the network is held against the roots of now, as on a first
  /// launch.
  mutating func recall(_ texts: AcceptedRelease.Texts, at milliseconds: Int) {
    _ = try? take(texts, at: milliseconds)
    var other = reader
    guard accepted == nil, let keys = texts.keys,
      case .refused(.noRoot) = other.take(keys: Array(keys.utf8)),
      let manifest = try? ReleaseGate.manifest(Array(texts.manifest.utf8))
    else { return }
    let digest = Digest.sha256(of: Array(texts.manifest.utf8))
    accepted = AcceptedRelease(manifest: manifest, digest: digest, texts: texts)
    isVouchedFor = false
  }

  /// Takes texts that came from the network.
  ///
  /// - Returns: Things to tell an operator.
  /// - Throws: `InstallFault`; what was accepted before stays.
  mutating func take(
    _ texts: AcceptedRelease.Texts, at milliseconds: Int
  ) throws(InstallFault) -> [String] {
    let bytes = Array(texts.manifest.utf8)
    let digest = Digest.sha256(of: bytes)
    var notices: [String] = []
    if believesAnyone {
      let manifest = try ReleaseGate.manifest(bytes)
      if let accepted, manifest.release < accepted.manifest.release { return [] }
      if let accepted, manifest.release == accepted.manifest.release, digest != accepted.digest {
        throw .notBelieved("a second release \(manifest.release)")
      }
      accepted = AcceptedRelease(manifest: manifest, digest: digest, texts: texts)
      return []
    }
    // A copy, so that a refusal changes nothing.
    var next = reader
    if let keys = texts.keys {
      if case .refused(let refusal) = next.take(keys: Array(keys.utf8)) {
        throw .notBelieved("keys: \(refusal)")
      }
    }
    let now = Timestamp(epochSeconds: milliseconds / 1000)
    switch next.take(manifest: bytes, signature: texts.signature.map { Array($0.utf8) }, at: now) {
    case .refused(let refusal): throw .notBelieved("\(refusal)")
    case .kept(.stale): return []
    case .kept(let reason):
      if accepted == nil { throw .notBelieved("\(reason)") }
      return ["the release that is offered is not taken: \(reason)"]
    case .accepted(let said): notices = said.map { "\($0)" }
    }
    let manifest = try ReleaseGate.manifest(bytes)
    var kept = texts
    if let keys = next.keys { kept.keys = String(decoding: keys.json, as: UTF8.self) }
    reader = next
    accepted = AcceptedRelease(manifest: manifest, digest: digest, texts: kept)
    isVouchedFor = true
    return notices
  }

  private static func manifest(_ bytes: [UInt8]) throws(InstallFault) -> Manifest {
    do throws(ManifestError) {
      return try Manifest(json: bytes)
    } catch {
      throw .malformed("\(error)")
    }
  }
}

extension AcceptedRelease {
  /// The slots that have another puzzle than in a release before it.
  func slotsChanged(since before: AcceptedRelease?) -> [SlotID] {
    guard let before else { return [] }
    let versions = Dictionary(
      before.manifest.packs.map { ($0.id, $0.version) }, uniquingKeysWith: { first, _ in first })
    return manifest.packs.flatMap { pack in
      pack.changes(after: versions[pack.id] ?? 0).flatMap(\.slots).map {
        SlotID(pack: pack.id, index: $0)
      }
    }
  }
}

// MARK: - On the disk

extension AcceptedRelease {
  /// Whether another one is the same, down to the keys that vouch for it.
  func isSame(as other: AcceptedRelease?) -> Bool { texts == other?.texts }

  /// Keeps it, whole.
  func write(to storage: any Storage) async throws(StorageError) {
    let value = JSONValue.object([
      JSONMember("manifest", texts.manifest), JSONMember("signature", texts.signature),
      JSONMember("keys", texts.keys),
    ])
    try await SealedFile.write(value.text, to: AcceptedRelease.name, in: storage)
  }

  /// What was kept, which a gate has to take again.
  static func read(from storage: any Storage) async -> Texts? {
    let file = await SealedFile.read(name, limit: Service.Limit.opening, in: storage)
    guard let file, let value = try? JSONValue(reading: file.bytes) else { return nil }
    return Texts(value)
  }
}

extension AcceptedRelease.Texts {
  /// The members of an opening; `nil` where it has no manifest.
  init?(_ value: JSONValue) {
    guard case .string(let manifest)? = value["manifest"] else { return nil }
    self.init(manifest: manifest)
    if case .string(let text)? = value["signature"] { signature = text }
    if case .string(let text)? = value["keys"] { keys = text }
  }
}
