import Crypto
import CryptoExtras
import Foundation
import NIOPosix
import Synchronization

/// Passwords, as what scrypt makes of them (RFC 7914).
///
/// Each takes 32 MB and a tenth of a second, on threads of its own: so logins never hold up
/// puzzles, and no more are worked on at once than there are cores.
package struct Passwords: Sendable {
  /// A password as it is kept.
  package struct Hash: Sendable {
    let hash: Data
    let salt: Data
    let rounds: Int
    let blockSize: Int
  }

  private let rounds: Int
  private let blockSize: Int
  private let threads: NIOThreadPool
  private let load = Load()

  private final class Load: Sendable {
    let count = Atomic(0)
  }
  /// What is compared where there is no such account, so that it takes as long.
  private let nobody: Hash

  /// Makes as many threads as passwords may be worked on at once; `rounds` is scrypt's N, a power
  /// of 2, and `blockSize` its r.
  package init(cores: Int, rounds: Int = 1 << 15, blockSize: Int = 8) throws {
    self.rounds = rounds
    self.blockSize = blockSize
    threads = NIOThreadPool(numberOfThreads: cores)
    threads.start()
    nobody = try Passwords.hash("nobody has this one", rounds, blockSize)
  }

  /// The lengths that a new password can have, in bytes of UTF-8.
  static let lengths = 8...256

  /// How many are worked on, or wait for it.
  var waiting: Int { load.count.load(ordering: .relaxed) }

  private func work<Value: Sendable>(
    _ body: @escaping @Sendable () throws -> Value
  ) async throws -> Value {
    load.count.add(1, ordering: .relaxed)
    defer { load.count.subtract(1, ordering: .relaxed) }
    return try await threads.runIfActive(body)
  }

  /// Makes a new password into what is kept.
  package func hash(_ password: String) async throws -> Hash {
    try await work { try Passwords.hash(password, rounds, blockSize) }
  }

  /// Whether a password is the one that is kept, and what is to be kept from now on where the cost
  /// has gone up.
  ///
  /// Where nothing is kept the answer is no, after as long.
  package func check(
    _ password: String, against kept: Hash?
  ) async throws -> (isRight: Bool, renewed: Hash?) {
    let reference = kept ?? nobody
    return try await work {
      let hash = try Passwords.derived(
        password, salt: reference.salt, reference.rounds, reference.blockSize)
      guard Passwords.isEqual(hash, reference.hash), kept != nil else { return (false, nil) }
      let isOld = reference.rounds < rounds || reference.blockSize < blockSize
      return (true, isOld ? try Passwords.hash(password, rounds, blockSize) : nil)
    }
  }

  private static func hash(_ password: String, _ rounds: Int, _ blockSize: Int) throws -> Hash {
    let salt = SymmetricKey(size: .bits128).withUnsafeBytes { Data($0) }
    return Hash(
      hash: try derived(password, salt: salt, rounds, blockSize), salt: salt, rounds: rounds,
      blockSize: blockSize)
  }

  private static func derived(
    _ password: String, salt: Data, _ rounds: Int, _ blockSize: Int
  ) throws -> Data {
    // The same password typed on another keyboard may be composed otherwise.
    let text = password.precomposedStringWithCompatibilityMapping
    return try KDF.Scrypt.deriveKey(
      from: Array(text.utf8), salt: salt, outputByteCount: 32, rounds: rounds,
      blockSize: blockSize, parallelism: 1
    ).withUnsafeBytes { Data($0) }
  }

  /// Compares in a time that does not depend on where two differ.
  static func isEqual(_ left: some Collection<UInt8>, _ right: some Collection<UInt8>) -> Bool {
    guard left.count == right.count else { return false }
    return zip(left, right).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
