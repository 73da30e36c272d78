import Manifest
package import Stores
package import TestSupport
import Testing

/// Every kind of store: what the conformance suite and the fault tests run over.
package enum StoreKind: String, CaseIterable, CustomTestStringConvertible {
  case memory
  case directory
  case bucket
  /// Two folders: what has to be bought lies in the other.
  case twoPlaces

  /// An empty store, and what has to stay alive with it.
  package func make() -> (store: any ObjectStore, keepAlive: TemporaryFolder?) {
    switch self {
    case .memory: return (MemoryStore(), nil)
    case .directory:
      let folder = TemporaryFolder()
      return (DirectoryStore(root: folder.path + "/out put"), folder)
    case .twoPlaces:
      let folder = TemporaryFolder()
      return (
        ForkedStore(
          DirectoryStore(root: folder.path + "/out put"), folder: ObjectKey.privateTree,
          in: DirectoryStore(root: folder.path + "/vault")), folder
      )
    case .bucket:
      do { return (try FakeBucket().store(), nil) } catch { preconditionFailure("\(error)") }
    }
  }

  package var testDescription: String { rawValue }
}
