/// Two stores as one: what is below one folder lies in another place than all else.
package struct ForkedStore: ObjectStore {
  private let main: any ObjectStore
  private let side: any ObjectStore
  private let folder: String

  /// Makes a store of two.
  ///
  /// - Parameters:
  ///   - main: Where everything lies that is not in the folder.
  ///   - folder: A folder, with its slash.
  ///   - side: Where that folder lies, under the same keys.
  package init(_ main: any ObjectStore, folder: String, in side: any ObjectStore) {
    self.main = main
    self.folder = folder
    self.side = side
  }

  /// The name of the place that most lies in; errors name the one that they are of.
  package var name: String { main.name }

  private func place(of path: String) -> any ObjectStore {
    path.hasPrefix(folder) ? side : main
  }

  /// What the place of the object has.
  ///
  /// - Throws: `StoreError`, as all others do.
  package func get(_ key: ObjectKey, limit: Int) async throws(StoreError) -> [UInt8]? {
    try await place(of: key.text).get(key, limit: limit)
  }

  /// What the place of the object has, and says of it.
  ///
  /// - Throws: `StoreError`.
  package func fetch(_ key: ObjectKey, limit: Int) async throws(StoreError) -> StoredCopy? {
    try await place(of: key.text).fetch(key, limit: limit)
  }

  /// What the place of the object says of it.
  ///
  /// - Throws: `StoreError`.
  package func head(_ key: ObjectKey) async throws(StoreError) -> ObjectInfo? {
    try await place(of: key.text).head(key)
  }

  /// Reserves a folder in its place.
  ///
  /// - Throws: `StoreError`.
  package func reserve(_ folder: String) async throws(StoreError) -> StoreReservation {
    try await place(of: folder).reserve(folder)
  }

  /// Stores an object in its place.
  ///
  /// - Throws: `StoreError`.
  @discardableResult
  package func put(
    _ object: StoredObject, _ condition: PutCondition
  ) async throws(StoreError) -> ObjectInfo {
    try await place(of: object.key.text).put(object, condition)
  }

  /// What there is in the place of a folder.
  ///
  /// - Throws: `StoreError`.
  package func list(_ prefix: String) async throws(StoreError) -> StoreListing {
    try await place(of: prefix).list(prefix)
  }

  /// Removes an object from its place.
  ///
  /// - Throws: `StoreError`.
  package func delete(_ key: ObjectKey) async throws(StoreError) {
    try await place(of: key.text).delete(key)
  }

  /// Removes what interrupted puts have left in the place of a folder.
  ///
  /// - Throws: `StoreError`.
  package func sweep(_ prefix: String) async throws(StoreError) -> [String] {
    try await place(of: prefix).sweep(prefix)
  }
}
