import Files
import Identity

/// A place for objects: a folder, a bucket, memory.
///
/// Every conformer passes one conformance suite. What the publisher builds on:
/// - A put is whole or not done: no reader meets half an object, whatever happens meanwhile.
/// - When a put returns, the object survives a power cut.
/// - A put's condition is checked in the same instant in which the object changes.
///
/// Operations are `async` for those that go over a network; a folder and memory answer at once.
package protocol ObjectStore: Sendable {
  /// Where the store is, for messages: a path, or `s3://bucket/prefix`.
  var name: String { get }

  /// The bytes of an object, or `nil` when there is none.
  ///
  /// - Throws: `StoreError` when the object cannot be read, or has more than `limit` bytes.
  func get(_ key: ObjectKey, limit: Int) async throws(StoreError) -> [UInt8]?

  /// The bytes of an object with what the store says of it, or `nil` when there is none.
  ///
  /// - Throws: As `get(_:limit:)` does.
  func fetch(_ key: ObjectKey, limit: Int) async throws(StoreError) -> StoredCopy?

  /// What the store knows about an object, its tag included, or `nil` when there is none.
  ///
  /// - Throws: `StoreError` when the store cannot tell.
  func head(_ key: ObjectKey) async throws(StoreError) -> ObjectInfo?

  /// Stores an object if a condition holds.
  ///
  /// - Parameters:
  ///   - object: What to store.
  ///   - condition: What has to be there before.
  /// - Returns: What is there now.
  /// - Throws: `StoreError.preconditionFailed` when the condition does not hold; another
  ///   `StoreError` when the store fails. What was there before is there still.
  @discardableResult
  func put(_ object: StoredObject, _ condition: PutCondition) async throws(StoreError) -> ObjectInfo

  /// Everything whose path starts with a text.
  ///
  /// - Throws: `StoreError` when the store cannot tell.
  func list(_ prefix: String) async throws(StoreError) -> StoreListing

  /// Removes an object; does nothing when there is none.
  ///
  /// - Throws: `StoreError` when the object cannot be removed.
  func delete(_ key: ObjectKey) async throws(StoreError)

  /// Removes what interrupted puts have left behind where paths start with a text.
  ///
  /// - Returns: The paths that were removed.
  /// - Throws: `StoreError` when something cannot be removed.
  func sweep(_ prefix: String) async throws(StoreError) -> [String]

  /// Keeps other publishers away from a folder, as far as the store can.
  ///
  /// A folder of this machine can; a bucket cannot, and there the conditions of puts have to do.
  ///
  /// - Parameter folder: Where paths start, with a slash at its end.
  /// - Returns: What holds until it goes.
  /// - Throws: `StoreError.busy` while somebody else holds the folder; another `StoreError` when
  ///   the system refuses.
  func reserve(_ folder: String) async throws(StoreError) -> StoreReservation
}

/// What keeps other publishers away for as long as it is there.
package final class StoreReservation: Sendable {
  private let folder: OpenFile?

  /// Keeps nobody away.
  package init() { folder = nil }

  init(holding folder: consuming OpenFile) { self.folder = consume folder }
}

extension ObjectStore {
  /// Keeps nobody away.
  package func reserve(_ folder: String) async throws(StoreError) -> StoreReservation {
    StoreReservation()
  }

  /// The most bytes that are read of an object unless a limit is given: 256 MB, far more than the
  /// manifest of a century needs, so that a damaged tree cannot exhaust memory.
  package static var largestObject: Int { 1 << 28 }

  /// The bytes of an object, or `nil` when there is none.
  ///
  /// - Throws: `StoreError` when the object cannot be read, or has more than 256 MB.
  package func get(_ key: ObjectKey) async throws(StoreError) -> [UInt8]? {
    try await get(key, limit: Self.largestObject)
  }

  /// The bytes of an object, of which the store keeps nothing but them.
  ///
  /// - Throws: As `get(_:limit:)` does.
  package func fetch(_ key: ObjectKey, limit: Int) async throws(StoreError) -> StoredCopy? {
    try await get(key, limit: limit).map { bytes in
      StoredCopy(
        bytes: bytes,
        info: ObjectInfo(key: key, bytes: bytes.count, tag: Digest.md5(of: bytes)))
    }
  }
}

/// What has to be there before an object is stored.
package enum PutCondition: Hashable, Sendable {
  /// Whatever is there, and where there is nothing.
  case always
  /// No object of this key.
  case ifAbsent
  /// An object with this tag.
  case ifMatch(String)
}

/// What a store knows about an object without giving its bytes.
package struct ObjectInfo: Hashable, Sendable {
  package var key: ObjectKey

  /// Its size in bytes.
  package var bytes: Int

  /// The MD5 of its bytes, in lower-case hexadecimal; `nil` in a listing where it would cost a
  /// look at the bytes.
  package var tag: String?

  /// Its Content-Type, where the store keeps one.
  package var mediaType: String?

  /// Its Cache-Control, where the store keeps one.
  package var cacheControl: String?

  /// The SHA-256 that was noted with the object, where the store keeps one.
  package var sha256: String?

  package init(
    key: ObjectKey, bytes: Int, tag: String?, mediaType: String? = nil, cacheControl: String? = nil,
    sha256: String? = nil
  ) {
    self.key = key
    self.bytes = bytes
    self.tag = tag
    self.mediaType = mediaType
    self.cacheControl = cacheControl
    self.sha256 = sha256
  }
}

/// An object as a reader gets it.
package struct StoredCopy: Hashable, Sendable {
  package var bytes: [UInt8]

  /// What the store says of it.
  package var info: ObjectInfo

  package init(bytes: [UInt8], info: ObjectInfo) {
    self.bytes = bytes
    self.info = info
  }
}

/// What there is in a store.
package struct StoreListing: Hashable, Sendable {
  /// The objects, by ascending key.
  package var objects: [ObjectInfo]

  /// What interrupted puts and removals have left and `sweep` removes: paths, ascending; those of
  /// empty folders end with a slash.
  package var litter: [String]

  /// What else there is that is no object: paths, ascending, of links, devices and names that no
  /// key can have.
  package var strays: [String]

  /// Makes a listing and brings it in order.
  package init(objects: [ObjectInfo] = [], litter: [String] = [], strays: [String] = []) {
    self.objects = objects.sorted { $0.key < $1.key }
    self.litter = litter.sorted()
    self.strays = strays.sorted()
  }
}
