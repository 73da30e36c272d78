/// Why something cannot be signed, or is not signed as it should be.
package enum SigningError: Error, Hashable, Sendable {
  /// The text of a key's file or variable is no secret key.
  case notASecretKey
  /// A file or variable that should hold a key is not there or cannot be read.
  case noKey(place: String, reason: String)
  /// A file or variable holds a key that is not to be used.
  case unusableKey(place: String, reason: String)
  /// The library refuses to sign.
  case cannotSign
  /// Bytes are not what they should be: `what` names them, `fault` says where and what is expected.
  case unreadable(what: String, fault: String)
  /// No root's signature on `keys.json` holds.
  case noRootSignature
  /// The key that signs is not in `keys.json`.
  case notListed(PublicKey)
  /// The key that signs is a root, which has no place where releases are made.
  case rootInstead(PublicKey)
  /// The key that signs is not there for a release of this number.
  case notEntitled(PublicKey, release: Int, range: String)
  /// The list says that a later release was current than the one to be signed.
  case keysAhead(listed: Int, release: Int)
  /// The tree has a later `keys.json` than the one that would be published.
  case keysWouldRollBack(published: Int, offered: Int)
  /// The tree has another `keys.json` of the same number.
  case keysApart(version: Int)
  /// The tree's `keys.json` names none of the roots that have signed the one to be published.
  case keysOfOtherRoot
  /// Copies of a root that should be the same are not.
  case copiesDiffer
  /// The key is neither the current root nor the next one.
  case notARoot(PublicKey)
}

extension SigningError: CustomStringConvertible {
  /// What is wrong, and what to do.
  package var description: String {
    switch self {
    case .notASecretKey:
      "it holds no secret key — it must be `\(SecretKey.mark)` and 64 hexadecimal digits, as "
        + "“almanac keys new” writes it"
    case .noKey(let place, let reason), .unusableKey(let place, let reason): "\(place): \(reason)"
    case .cannotSign:
      "the key cannot sign — make another with “almanac keys rotate --root FILE --key "
        + "NEW-FILE”"
    case .unreadable(let what, let fault): "\(what): \(fault)"
    case .noRootSignature:
      "no root has signed it — its signatures hold for none of its own roots; bring the file that "
        + "“almanac keys” wrote"
    case .notListed(let key):
      "keys.json does not name the release key \(key.short), so nobody would trust what it signs "
        + "— use the key that is named, or, if nobody else has this one, name it with “almanac "
        + "keys rotate --root FILE --key \(key)”"
    case .rootInstead(let key):
      "\(key.short), which is named to sign with, is a root and no release key: whoever gets at "
        + "this machine could make readers believe anything — take it away from here and name the "
        + "release key; make one with “almanac keys rotate --root FILE --key NEW-FILE”"
    case .notEntitled(let key, let release, let range):
      "the release key \(key.short) may sign releases \(range), not \(release) — use the key that "
        + "keys.json names for it, or make one with “almanac keys rotate --root FILE "
        + "--key NEW-FILE”"
    case .keysAhead(let listed, let release):
      "it says that release \(listed) was current when it was signed, and readers take none below "
        + "that; the next one here is \(release) — bring the list before it back and sign it again "
        + "with the right --release, or bring the tree and catalogue of release \(listed) back"
    case .keysWouldRollBack(let published, let offered):
      "the tree has keys.json number \(published) and number \(offered) is offered — bring the "
        + "latest one back into the folder of the recipes"
    case .keysApart(let version):
      "the tree has another keys.json of number \(version) — sign one above it with “almanac keys "
        + "rotate --root FILE”"
    case .keysOfOtherRoot:
      "the tree's keys.json is of other roots than the one of the recipes — somebody has changed "
        + "one of them: compare both with “almanac keys status”, and remove the wrong one"
    case .copiesDiffer: "these are different keys — copies of a root have to be the same key"
    case .notARoot(let key):
      "\(key.short) is no root of keys.json — sign with the current root or the next one"
    }
  }
}
