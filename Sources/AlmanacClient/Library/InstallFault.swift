/// Why something that was fetched is not taken; what is there stays.
public enum InstallFault: Error, Hashable, Sendable {
  /// The service has not given it.
  case service(ServiceFault)
  /// It cannot be read; in words.
  case malformed(String)
  /// There is no release on this device yet that says what there is.
  case noRelease
  /// It is another thing than was asked for.
  case otherID
  /// It is older than what was promised.
  case tooOld(version: Int, promised: Int)
  /// It is not what the release says: its SHA-256 is another.
  case otherDigest
  /// No key that this app trusts has signed it, or somebody else has; what of, for a log.
  case notBelieved(String)
  /// It cannot be kept.
  case storage(String)
}

extension InstallFault: CustomStringConvertible {
  /// What is wrong, for people who look after an app.
  public var description: String {
    switch self {
    case .service(let fault): "\(fault)"
    case .malformed(let words): "it cannot be read: \(words)"
    case .noRelease: "what there is, is not known on this device yet"
    case .otherID: "it is another thing than was asked for"
    case .tooOld(let version, let promised): "it is version \(version), not \(promised)"
    case .otherDigest: "it is not what the release says"
    case .notBelieved(let words): "it is not believed: \(words)"
    case .storage(let words): "it cannot be kept: \(words)"
    }
  }
}
