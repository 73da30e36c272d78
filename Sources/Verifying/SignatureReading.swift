package import Dates
package import Manifest
package import Signing
package import Stores
import Wording

/// What a stranger finds of a tree's signatures.
package struct SignatureReading: Sendable {
  /// What is wrong.
  package private(set) var findings: [Finding] = []
  /// What somebody should know although a reader can rely on the tree.
  package private(set) var notes: [String] = []
  /// The keys that have signed the current release, truly.
  package private(set) var signers: [PublicKey] = []
  /// Those of them that a root trusts with it; `nil` where no root was asked.
  package private(set) var trusted: [PublicKey]?
  /// Whether there is any signature, or a list of keys.
  package private(set) var isAny = false

  /// Reads the signatures of the releases that a tree keeps.
  ///
  /// Without roots, each signature has to be of the manifest beside it, and made with the key that
  /// it names; whose key that is cannot be told then.
  ///
  /// - Parameters:
  ///   - store: The tree.
  ///   - manifest: Its current release.
  ///   - roots: The roots that are trusted; none where nobody named one.
  ///   - now: The reader's clock, for notices.
  /// - Throws: `StoreError` when the store itself fails.
  package init(
    of store: any ObjectStore, _ manifest: Manifest, roots: [PublicKey], at now: Timestamp
  ) async throws(StoreError) {
    let listing = try await store.list(ObjectKey.tree)
    let present = Set(listing.objects.map(\.key))
    let keys = try await keys(store, present, roots: roots)
    if keys != nil { isAny = true }
    let numbers = present.compactMap(\.signatureNumber).sorted().filter { $0 <= manifest.release }
    var untrusted = 0
    for number in numbers where number >= manifest.oldest ?? 1 {
      isAny = true
      guard let signatures = try await signatures(of: number, in: store) else { continue }
      if number == manifest.release {
        signers = signatures.signatures.filter { signatures.holds(for: $0.key) }.map(\.key)
        trusted = roots.isEmpty ? nil : keys.map { signatures.trusted(by: $0) } ?? []
      } else if !roots.isEmpty, keys.map({ signatures.trusted(by: $0).isEmpty }) ?? true {
        untrusted += 1
      }
    }
    if isAny, roots.isEmpty, !present.contains(.keys) {
      note(.keys, .signature, "there is no list of release keys — without it no signature counts")
    }
    judge(manifest, keys, roots: roots, at: now)
    if untrusted > 0 {
      notes.append("of earlier releases, \(untrusted) have no signature that is trusted today")
    }
  }

  private mutating func note(_ key: ObjectKey, _ kind: Finding.Kind, _ message: String) {
    findings.append(Finding(object: key.text, kind: kind, message: message))
  }

  /// The list of keys, if it can be believed.
  private mutating func keys(
    _ store: any ObjectStore, _ present: Set<ObjectKey>, roots: [PublicKey]
  ) async throws(StoreError) -> ReleaseKeys? {
    guard present.contains(.keys) else {
      if !roots.isEmpty { note(.keys, .signature, "there is no list of release keys") }
      return nil
    }
    guard let bytes = try await small(.keys, SignedKeys.largest, in: store) else { return nil }
    let signed: SignedKeys
    do throws(SigningError) {
      signed = try SignedKeys(reading: bytes)
      if roots.isEmpty { return try signed.checked() }
    } catch {
      note(.keys, .signature, "\(error)")
      return nil
    }
    if signed.isSigned(byOneOf: roots) { return signed.keys }
    note(.keys, .signature, "no root that is trusted has signed it")
    return nil
  }

  /// The signatures of a release, if they are of its manifest; what is false among them is noted.
  private mutating func signatures(
    of number: Int, in store: any ObjectStore
  ) async throws(StoreError) -> ReleaseSignatures? {
    let key = ObjectKey.signature(number)
    guard let bytes = try await small(key, ReleaseSignatures.most.bytes, in: store),
      let manifest = try await store.readable(.release(number))
    else { return nil }
    let signatures: ReleaseSignatures
    let statement: ReleaseStatement
    do throws(SigningError) {
      signatures = try ReleaseSignatures(reading: bytes)
      statement = try ReleaseStatement(ofManifest: manifest)
    } catch {
      note(key, .signature, "\(error)")
      return nil
    }
    guard signatures.statement == statement, statement.release == number else {
      note(key, .signature, "it is of another manifest than that of release \(number)")
      return nil
    }
    for forger in signatures.forged {
      note(key, .signature, "the signature of \(forger.short) is false")
    }
    return signatures
  }

  private mutating func small(
    _ key: ObjectKey, _ limit: Int, in store: any ObjectStore
  ) async throws(StoreError) -> [UInt8]? {
    do throws(StoreError) {
      return try await store.get(key, limit: limit)
    } catch {
      switch error {
      case .notAFile, .tooLarge: note(key, .signature, "\(error)")
      default: throw error
      }
      return nil
    }
  }

  /// Says what a reader makes of the current release.
  private mutating func judge(
    _ manifest: Manifest, _ keys: ReleaseKeys?, roots: [PublicKey], at now: Timestamp
  ) {
    let key = ObjectKey.signature(manifest.release)
    if !roots.isEmpty, trusted?.isEmpty ?? true,
      !findings.contains(where: { $0.object == key.text })
    {
      note(
        key, .signature,
        signers.isEmpty
          ? "release \(manifest.release) is not signed"
          : "no key that is listed for release \(manifest.release) has signed it")
    }
    if !roots.isEmpty, let keys, keys.release > manifest.release {
      note(
        .manifest, .older,
        "it is release \(manifest.release), and the root has seen release \(keys.release)")
    }
    guard !signers.isEmpty else { return }
    for notice in TrustedReader.notices(for: manifest.createdAt, at: now) {
      switch notice {
      case .late(let days): notes.append("the signature is \(days, of: "day") old")
      case .ahead(let days):
        notes.append("the signature is of a day \(days, of: "day") ahead")
      }
    }
  }

  /// In a sentence, how the current release is signed.
  package func sentence(release: Int) -> String {
    let count = "\(signers.count, of: "key")"
    guard let trusted else {
      if !isAny { return "there are no signatures" }
      return signers.isEmpty
        ? "release \(release) is not signed"
        : "release \(release) is signed by \(count); --root-key tells whether they are trusted"
    }
    return trusted.isEmpty
      ? "release \(release) is not signed by anybody who is trusted"
      : "release \(release) is signed by \(trusted.map(\.short).joined(separator: ", "))"
  }
}
