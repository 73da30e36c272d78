import AlmanacClient
import Synchronization

/// Holds some requests back before the service has them, or their answers after.
struct HoldingTransport: Transport {
  let base: FakeService
  var before: [String: Gate] = [:]
  var after: [String: Gate] = [:]

  func send(_ request: ClientRequest, limit: Int) async throws(TransportFailure) -> ClientAnswer {
    let name = request.method + " " + request.path
    await before[name]?.pass()
    let answer = try await base.send(request, limit: limit)
    await after[name]?.pass()
    return answer
  }
}

/// Storage that holds back the first changes of a file, each by a gate of its own.
final class HoldingStorage: Storage {
  private let base = MemoryStorage()
  private let name: String
  private let gates: Mutex<[Gate]>

  init(_ name: String, _ gates: [Gate]) {
    self.name = name
    self.gates = Mutex(gates)
  }

  /// Holds back the next changes.
  func hold(_ gates: [Gate]) { self.gates.withLock { $0 = gates } }

  func read(_ name: String, limit: Int) async throws(StorageError) -> [UInt8]? {
    try await base.read(name, limit: limit)
  }

  func write(_ bytes: [UInt8], to name: String) async throws(StorageError) {
    await pass(name)
    try await base.write(bytes, to: name)
  }

  private func pass(_ name: String) async {
    let gate = gates.withLock { gates in
      name == self.name && !gates.isEmpty ? gates.removeFirst() : nil
    }
    await gate?.pass()
  }

  func append(_ bytes: [UInt8], to name: String) async throws(StorageError) {
    await pass(name)
    try await base.append(bytes, to: name)
  }

  func remove(_ name: String) async throws(StorageError) { try await base.remove(name) }

  func files(in folder: String) async throws(StorageError) -> [String: Int] {
    try await base.files(in: folder)
  }
}

/// Storage on which some things fail.
final class FailingStorage: Storage {
  enum Operation { case read, write, append, remove }

  private let base = MemoryStorage()
  private let fails = Mutex<@Sendable (Operation, String) -> Bool>({ _, _ in false })

  /// Lets what is said to fail, fail.
  func fail(_ fails: @escaping @Sendable (Operation, String) -> Bool) {
    self.fails.withLock { $0 = fails }
  }

  private func attempt(_ operation: Operation, _ name: String) throws(StorageError) {
    if fails.withLock({ $0(operation, name) }) { throw StorageError("\(name) cannot be had") }
  }

  func read(_ name: String, limit: Int) async throws(StorageError) -> [UInt8]? {
    try attempt(.read, name)
    return try await base.read(name, limit: limit)
  }

  func write(_ bytes: [UInt8], to name: String) async throws(StorageError) {
    try attempt(.write, name)
    try await base.write(bytes, to: name)
  }

  func append(_ bytes: [UInt8], to name: String) async throws(StorageError) {
    try attempt(.append, name)
    try await base.append(bytes, to: name)
  }

  func remove(_ name: String) async throws(StorageError) {
    try attempt(.remove, name)
    try await base.remove(name)
  }

  func files(in folder: String) async throws(StorageError) -> [String: Int] {
    try await base.files(in: folder)
  }
}
