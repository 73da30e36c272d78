import Dates
import Identity
import Manifest
import Signing
import Stores
import Synchronization

/// Believes only releases that the press has signed, and never one before the greatest it has seen.
///
/// What a reader decides is `TrustedReader`'s; this fetches what it needs, and remembers.
public final class TreeTrust: Sendable {
  private let reader: Mutex<TrustedReader>
  private let now: @Sendable () -> Int

  /// Trusts roots; `nil` where one is no key, or where there is none.
  ///
  /// - Parameters:
  ///   - rootKeys: The public roots, as `almanac keys status` prints them.
  ///   - now: Seconds since 1970; it decides what is told, nothing else.
  public init?(rootKeys: [String], now: @escaping @Sendable () -> Int) {
    let roots = rootKeys.compactMap { PublicKey($0) }
    guard !roots.isEmpty, roots.count == rootKeys.count, !roots.contains(where: \.isWeak) else {
      return nil
    }
    reader = Mutex(TrustedReader(roots: roots))
    self.now = now
  }

  /// What says who has signed a release: the list of keys, and the release's own signatures.
  struct Proof {
    let keys: [UInt8]?
    let signature: [UInt8]?

    /// The objects that it is read from.
    static func objects(of manifest: [UInt8]) throws(TreeDamage) -> [ObjectKey] {
      do throws(SigningError) {
        return [.keys, .signature(try ReleaseStatement(ofManifest: manifest).release)]
      } catch {
        throw TreeDamage(.manifest, "\(error)")
      }
    }

    static let largest = 1 << 20
  }

  /// Looks at a manifest with what proves it.
  ///
  /// Nothing is remembered yet: what is believed and turns out not to be whole must not make the
  /// release before it an old one.
  ///
  /// - Throws: `TreeDamage` that says why it is not believed.
  func check(_ manifest: [UInt8], _ proof: Proof) throws(TreeDamage) {
    var next = reader.withLock { $0 }
    switch verdict(manifest, proof, &next) {
    case .accepted: return
    case .kept(let reason):
      throw TreeDamage(.manifest, TreeTrust.words(reason), leavesBefore: true)
    case .refused(let refusal):
      throw TreeDamage(.manifest, TreeTrust.words(refusal), leavesBefore: true)
    }
  }

  /// Remembers a manifest that was checked and is whole: none before it is believed from now on.
  func remember(_ manifest: [UInt8], _ proof: Proof) {
    reader.withLock { _ = verdict(manifest, proof, &$0) }
  }

  private func verdict(
    _ manifest: [UInt8], _ proof: Proof, _ reader: inout TrustedReader
  ) -> TrustedReader.Verdict {
    if let keys = proof.keys, case .refused(let refusal) = reader.take(keys: keys) {
      return .refused(refusal)
    }
    return reader.take(
      manifest: manifest, signature: proof.signature, at: Timestamp(epochSeconds: now()))
  }

  private static func words(_ reason: TrustedReader.Reason) -> String {
    switch reason {
    case .stale(let number, let known): "it is release \(number), and \(known) was seen before"
    case .unsigned: "it is not signed yet"
    case .noKeys: "the list of release keys is not there yet"
    }
  }

  private static func words(_ refusal: TrustedReader.Refusal) -> String {
    switch refusal {
    case .unreadable(let detail): "its signature cannot be read: \(detail)"
    case .ofAnother: "its signature is of another manifest"
    case .noTrustedKey: "no key that is trusted with it has signed it"
    case .contradiction: "it says something else than what was signed"
    case .secondOfNumber(let number): "it is a second one of number \(number)"
    case .noRoot: "no root that is trusted has signed the list of release keys"
    }
  }
}
