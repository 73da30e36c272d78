package import Dates
import Identity

/// Decides what a reader accepts who knows the roots: only what the press has signed, and never an
/// older release.
///
/// A pure value: who has one fetches objects, hands their bytes over, keeps the value on disk, and
/// does what the verdict says. Whatever the verdict is, a reader goes on playing with what it has.
package struct TrustedReader: Hashable, Sendable {
  /// The roots that the app is built with: current and next.
  package let roots: [PublicKey]
  /// The latest list of release keys that a root has signed.
  package private(set) var keys: SignedKeys?
  /// The greatest release that was accepted.
  package private(set) var seen: Seen?

  /// A release that was accepted.
  package struct Seen: Hashable, Sendable {
    package let release: Int
    /// The SHA-256 of its manifest.
    package let manifest: String
    /// The keys whose signatures were believed.
    package let keys: [PublicKey]

    package init(release: Int, manifest: String, keys: [PublicKey]) {
      self.release = release
      self.manifest = manifest
      self.keys = keys
    }
  }

  /// A reader who has seen nothing yet, or what was kept.
  package init(roots: [PublicKey], keys: SignedKeys? = nil, seen: Seen? = nil) {
    self.roots = roots
    self.keys = keys.flatMap { $0.isSigned(byOneOf: roots) ? $0 : nil }
    self.seen = seen
    forgetUntrusted()
  }

  /// The least release that is accepted from now on.
  package var least: Int { max(seen?.release ?? 1, keys?.keys.release ?? 1) }

  /// What is to be done with something that was fetched.
  package enum Verdict: Hashable, Sendable {
    /// It is the press's own: take it.
    case accepted(notices: [Notice])
    /// It says nothing new, and nothing is wrong: keep what is there.
    case kept(Reason)
    /// It is not to be believed: keep what is there, and tell.
    case refused(Refusal)
  }

  /// Something to tell an operator, while players go on.
  package enum Notice: Hashable, Sendable {
    /// The signature is older than 30 days: the press stands still, or somebody holds news back.
    case late(days: Int)
    /// The signature is of a time to come: one of the clocks is wrong.
    case ahead(days: Int)
  }

  /// Why what is there is kept although nothing is wrong.
  package enum Reason: Hashable, Sendable {
    /// A cache has an earlier one still.
    case stale(number: Int, known: Int)
    /// The signature is not there yet.
    case unsigned
    /// The list of keys is not there yet.
    case noKeys
  }

  /// Why something is not believed.
  package enum Refusal: Hashable, Sendable {
    /// It cannot be read.
    case unreadable(String)
    /// The signature is of another manifest.
    case ofAnother
    /// No key that is trusted for this release has signed it; a later list of keys may name one.
    case noTrustedKey
    /// The manifest says another number or time than what was signed.
    case contradiction
    /// A second one of a number that was accepted before.
    case secondOfNumber(Int)
    /// No root has signed the list of keys.
    case noRoot
  }

  /// Days after which a signature is late, and before which it is early.
  package static let patience = (late: 30, early: 1)

  /// The most bytes of a manifest that a reader takes; whoever signs makes none that is longer.
  package static let largestManifest = 1 << 24

  /// Looks at a list of release keys.
  package mutating func take(keys bytes: [UInt8]) -> Verdict {
    let offered: SignedKeys
    do throws(SigningError) {
      offered = try SignedKeys(reading: bytes)
    } catch {
      return .refused(.unreadable("\(error)"))
    }
    guard offered.isSigned(byOneOf: roots) else { return .refused(.noRoot) }
    if let known = keys {
      let (old, new) = (known.keys.version, offered.keys.version)
      if new < old { return .kept(.stale(number: new, known: old)) }
      if new == old, !known.saysTheSame(as: offered) { return .refused(.secondOfNumber(new)) }
    }
    keys = offered
    forgetUntrusted()
    return .accepted(notices: [])
  }

  /// Looks at a release.
  ///
  /// The signature is checked before anything of the manifest is read.
  ///
  /// - Parameters:
  ///   - manifest: The bytes of `manifest.json`.
  ///   - signature: The bytes of `releases/{n}.sig`; `nil` when there are none.
  ///   - now: The reader's clock. It decides notices, nothing else.
  /// - Returns: What to do; only what is accepted is remembered.
  package mutating func take(
    manifest: [UInt8], signature: [UInt8]?, at now: Timestamp
  ) -> Verdict {
    guard manifest.count <= TrustedReader.largestManifest else {
      return .refused(
        .unreadable("the manifest has more than \(TrustedReader.largestManifest) bytes"))
    }
    guard let keys else { return .kept(.noKeys) }
    guard let signature else { return .kept(.unsigned) }
    let signatures: ReleaseSignatures
    do throws(SigningError) {
      signatures = try ReleaseSignatures(reading: signature)
    } catch {
      return .refused(.unreadable("\(error)"))
    }
    let statement = signatures.statement
    let digest = Digest.sha256(of: manifest)
    guard statement.manifest == digest else { return .refused(.ofAnother) }
    let believed = signatures.trusted(by: keys.keys)
    guard !believed.isEmpty else { return .refused(.noTrustedKey) }
    guard (try? ReleaseStatement(ofManifest: manifest)) == statement else {
      return .refused(.contradiction)
    }
    guard statement.release >= least else {
      return .kept(.stale(number: statement.release, known: least))
    }
    if let seen, seen.release == statement.release, seen.manifest != digest {
      return .refused(.secondOfNumber(statement.release))
    }
    seen = Seen(release: statement.release, manifest: digest, keys: believed)
    return .accepted(notices: TrustedReader.notices(for: statement.createdAt, at: now))
  }

  /// What is to be told of a signature of some age.
  package static func notices(for createdAt: Timestamp, at now: Timestamp) -> [Notice] {
    let seconds = now.epochSeconds - createdAt.epochSeconds
    let day = 86_400
    if seconds > patience.late * day { return [.late(days: seconds / day)] }
    if seconds < -patience.early * day { return [.ahead(days: -seconds / day)] }
    return []
  }

  /// Forgets a release that only keys have signed which are not trusted with it any more.
  ///
  /// A thief may have signed release 9007199254740992; if that stayed the greatest one seen, the
  /// press could never publish again. The list of keys says below which release nobody goes.
  private mutating func forgetUntrusted() {
    guard let keys = keys?.keys, let known = seen else { return }
    if !known.keys.contains(where: { keys.entitles($0, to: known.release) }) { seen = nil }
  }
}
