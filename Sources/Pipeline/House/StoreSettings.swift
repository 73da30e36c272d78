package import Dates
import Files
import Manifest
package import Stores

/// What opening a store takes from the outside world: the environment, a real clock, and patience.
package struct StoreSettings: Sendable {
  package let variable: @Sendable (String) -> String?
  package let clock: @Sendable () -> Timestamp
  package let wait: @Sendable (Duration) async -> Void
  package let isStopped: @Sendable () -> Bool
  private let transport: (any HTTPTransport)?

  /// Makes settings.
  ///
  /// - Parameters:
  ///   - variable: The value of an environment variable that is set and not empty.
  ///   - clock: A real clock, for signatures.
  ///   - wait: Waits so long, between two tries.
  ///   - isStopped: Whether the run was asked to stop; stores do nothing more then.
  ///   - transport: What carries requests to buckets; `nil` for the network.
  package init(
    variable: @escaping @Sendable (String) -> String?,
    clock: @escaping @Sendable () -> Timestamp, wait: @escaping @Sendable (Duration) async -> Void,
    isStopped: @escaping @Sendable () -> Bool = { false },
    transport: (any HTTPTransport)? = nil
  ) {
    self.variable = variable
    self.clock = clock
    self.wait = wait
    self.isStopped = isStopped
    self.transport = transport
  }

  /// Settings for folders alone.
  package static let foldersOnly = StoreSettings(
    variable: { _ in nil }, clock: { Timestamp(epochSeconds: 0) }, wait: { _ in })

  /// Whether an address is a bucket's.
  package static func isBucket(_ address: String) -> Bool { address.hasPrefix(S3Location.scheme) }

  /// Checks that a text names a place for a tree: a folder, or a bucket as `s3://…`.
  ///
  /// - Throws: `StoreError.badAddress`, which says what to write.
  package static func checkPlace(_ text: String) throws(StoreError) {
    if isBucket(text) {
      _ = try S3Location.parts(of: text)
    } else if hasScheme(text) || isMeantForBucket(text) {
      throw .badAddress(
        text,
        expected: "a folder, or a bucket as s3://bucket/prefix with its service in "
          + "AWS_ENDPOINT_URL_S3; where a folder is really called so, write ./ before it")
    }
  }

  /// Whether a text begins as an address does: `S3://…`, `gs://…`, `https://…`, `s3:bucket`.
  ///
  /// As a path it would silently name a folder here, and every night would be a success.
  package static func hasScheme(_ text: String) -> Bool {
    let scheme = text.utf8.prefix { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"),
        UInt8(ascii: "."):
        true
      default: false
      }
    }
    return !scheme.isEmpty && text.utf8.dropFirst(scheme.count).first == UInt8(ascii: ":")
  }

  /// Whether a text was meant to be the address of a bucket: `s3//bucket`, or blanks in front.
  ///
  /// As a path it would silently name a folder here, too.
  private static func isMeantForBucket(_ text: String) -> Bool {
    let words = text.drop { $0.isWhitespace || $0 == "\u{FEFF}" }.lowercased()
    if words.hasPrefix("s3//") { return true }
    return words.count < text.count && hasScheme(words)
  }

  /// The store of an address: a folder, or `s3://bucket/prefix`.
  ///
  /// The service of a bucket is in `AWS_ENDPOINT_URL_S3` or `AWS_ENDPOINT_URL`, its region, where
  /// it has any, in `AWS_REGION`. Credentials are in `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY`
  /// and perhaps `AWS_SESSION_TOKEN`, or in the file that `AWS_SHARED_CREDENTIALS_FILE` names, in
  /// the section that `AWS_PROFILE` names.
  ///
  /// - Throws: `StoreError.badAddress`, `.badSettings`.
  package func open(_ address: String) throws(StoreError) -> any ObjectStore {
    try StoreSettings.checkPlace(address)
    guard StoreSettings.isBucket(address) else {
      return StoppableStore(DirectoryStore(root: address), isStopped: isStopped)
    }
    guard let endpoint = variable("AWS_ENDPOINT_URL_S3") ?? variable("AWS_ENDPOINT_URL") else {
      throw .badSettings(
        "\(address): the service is not known — set AWS_ENDPOINT_URL_S3, such as "
          + "https://ACCOUNT.r2.cloudflarestorage.com")
    }
    let location = try S3Location(
      address, endpoint: endpoint, region: variable("AWS_REGION") ?? "auto")
    let retries = S3Retries(attempts: 6, wait: wait, isStopped: isStopped)
    let credentials = try credentials(address)
    if let transport {
      return S3Store(
        location, credentials: credentials, retries: retries, clock: clock, transport: transport)
    }
    return S3Store(
      location, credentials: credentials, timeout: timeout, retries: retries, clock: clock)
  }

  /// The store of a house's tree, its private part included, wherever that lies.
  ///
  /// - Throws: As `open(_:)` does of an address.
  package func open(_ house: House) throws(StoreError) -> any ObjectStore {
    try StoreSettings.checkParts(of: house)
    let output = try open(house.output)
    guard let place = house.privateTo, place != house.output else { return output }
    return ForkedStore(output, folder: TreePart.paid.folder, in: try open(place))
  }

  private var timeout: Duration {
    let seconds = variable("ALMANAC_S3_TIMEOUT").flatMap { Int($0) } ?? 30
    return .seconds(min(max(seconds, 1), 600))
  }

  private func credentials(_ address: String) throws(StoreError) -> S3Credentials {
    if let accessKey = variable("AWS_ACCESS_KEY_ID"),
      let secretKey = variable("AWS_SECRET_ACCESS_KEY")
    {
      return try S3Credentials(
        accessKey: accessKey, secretKey: secretKey, sessionToken: variable("AWS_SESSION_TOKEN"))
    }
    guard let path = variable("AWS_SHARED_CREDENTIALS_FILE") else {
      throw .badSettings(
        "\(address): there are no credentials — set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, "
          + "or name a file of credentials in AWS_SHARED_CREDENTIALS_FILE")
    }
    let text: String
    do throws(SmallFile.Failure) {
      text = String(decoding: try SmallFile.bytes(of: path, atMost: 1 << 16), as: UTF8.self)
    } catch {
      throw .badSettings("\(path): \(error)")
    }
    return try S3Credentials(
      file: text, profile: variable("AWS_PROFILE") ?? "default", path: path)
  }
}
