/// Signs releases: a release key, and the list of keys that names it.
package struct ReleaseSigner: Sendable {
  private let key: SecretKey
  package let keys: SignedKeys

  /// A signer.
  ///
  /// - Throws: `SigningError.noRootSignature`, `.rootInstead`, `.notListed`: nobody would trust
  ///   what it signs.
  package init(key: SecretKey, keys: SignedKeys) throws(SigningError) {
    let list = try keys.checked()
    guard !list.entries(of: key.publicKey).isEmpty else {
      throw list.roots.contains(key.publicKey)
        ? .rootInstead(key.publicKey) : .notListed(key.publicKey)
    }
    self.key = key
    self.keys = keys
  }

  package var publicKey: PublicKey { key.publicKey }

  /// Refuses a release that the key may not sign, or that readers of the list would not take.
  ///
  /// - Throws: `SigningError.keysAhead`, `.notEntitled`.
  package func checkEntitled(to release: Int) throws(SigningError) {
    guard keys.keys.release <= release else {
      throw .keysAhead(listed: keys.keys.release, release: release)
    }
    guard keys.keys.entitles(publicKey, to: release) else {
      let ranges = keys.keys.entries(of: publicKey).map(\.range).joined(separator: ", ")
      throw .notEntitled(publicKey, release: release, range: ranges)
    }
  }

  /// The signatures that a release should have, where those that it has will not do.
  ///
  /// One by any key of the list is enough, so what stands is left alone, whoever has signed it.
  /// Those that hold stay, and what is no signature goes.
  ///
  /// - Parameters:
  ///   - statement: The release.
  ///   - found: The bytes of its signature object, where there is one.
  /// - Returns: The new bytes; `nil` where nothing is to be written, be it because the key may not
  ///   sign this release.
  /// - Throws: `SigningError.cannotSign`.
  package func signatures(
    for statement: ReleaseStatement, found: [UInt8]?
  ) throws(SigningError) -> [UInt8]? {
    var whole = ReleaseSignatures(of: statement)
    if let found, let old = try? ReleaseSignatures(reading: found), old.statement == statement {
      let forged = Set(old.forged)
      whole.signatures = old.signatures.filter { !forged.contains($0.key) }
      if !old.trusted(by: keys.keys).isEmpty { return forged.isEmpty ? nil : whole.json }
    }
    guard keys.keys.entitles(publicKey, to: statement.release) else { return nil }
    whole.signatures = whole.signatures.suffix(ReleaseSignatures.most.signatures - 1)
    whole.signatures.append(
      KeySignature(key: publicKey, bytes: try key.signature(of: statement.text)))
    return whole.json
  }

  /// Whether the list of keys may take the place of the one in a tree.
  ///
  /// - Parameter found: The bytes that the tree has, where there are any.
  /// - Returns: Whether it has to be written.
  /// - Throws: `SigningError.keysWouldRollBack`, `.keysApart`, `.keysOfOtherRoot`.
  package func replacesKeys(_ found: [UInt8]?) throws(SigningError) -> Bool {
    guard let found, let old = try? SignedKeys(reading: found), (try? old.checked()) != nil else {
      return true
    }
    guard keys.isSigned(byOneOf: old.keys.roots) else { throw .keysOfOtherRoot }
    let (published, offered) = (old.keys.version, keys.keys.version)
    if published > offered { throw .keysWouldRollBack(published: published, offered: offered) }
    if published == offered, !old.saysTheSame(as: keys) { throw .keysApart(version: published) }
    return old != keys
  }
}
