package import Dates
import Manifest
package import Stores

/// What opening a store takes from the outside world: the environment, a real clock, and patience.
package struct StoreSettings: Sendable {
  package let variable: @Sendable (String) -> String?
  package let clock: @Sendable () -> Timestamp
  package let wait: @Sendable (Duration) async -> Void
  package let isStopped: @Sendable () -> Bool
  private let transport: (any HTTPTransport)?
  private let isWaiting: (@Sendable (_ host: String) -> Void)?

  /// Makes settings.
  ///
  /// - Parameters:
  ///   - variable: The value of an environment variable that is set and not empty.
  ///   - clock: A real clock, for signatures.
  ///   - wait: Waits so long, between two tries.
  ///   - isStopped: Whether the run was asked to stop; stores do nothing more then.
  ///   - transport: What carries requests to buckets; `nil` for the network.
  ///   - isWaiting: Told of a host that has not answered for a while, for each request once.
  package init(
    variable: @escaping @Sendable (String) -> String?,
    clock: @escaping @Sendable () -> Timestamp, wait: @escaping @Sendable (Duration) async -> Void,
    isStopped: @escaping @Sendable () -> Bool = { false },
    transport: (any HTTPTransport)? = nil,
    isWaiting: (@Sendable (_ host: String) -> Void)? = nil
  ) {
    self.variable = variable
    self.clock = clock
    self.wait = wait
    self.isStopped = isStopped
    self.transport = transport
    self.isWaiting = isWaiting
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
  /// A bucket's service and credentials come out of the environment, see `S3Environment`.
  ///
  /// - Throws: `StoreError.badAddress`, `.badSettings`.
  package func open(_ address: String) throws(StoreError) -> any ObjectStore {
    try StoreSettings.checkPlace(address)
    guard StoreSettings.isBucket(address) else {
      return StoppableStore(DirectoryStore(root: address), isStopped: isStopped)
    }
    let retries = S3Retries(
      attempts: 6, wait: wait, isStopped: isStopped, isWaiting: isWaiting)
    return try S3Environment(variable: variable).store(
      address, retries: retries, clock: clock, transport: transport)
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
}
