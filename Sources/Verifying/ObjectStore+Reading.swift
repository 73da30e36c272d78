import Stores

extension ObjectStore {
  /// The bytes of an object; `nil` also for what is no object, or larger than any of the press:
  /// that is a finding about the tree, and none of the store.
  ///
  /// - Throws: `StoreError` when the store itself fails.
  func readable(_ key: ObjectKey) async throws(StoreError) -> [UInt8]? {
    do throws(StoreError) {
      return try await get(key)
    } catch {
      switch error {
      case .notAFile, .tooLarge: return nil
      default: throw error
      }
    }
  }
}
