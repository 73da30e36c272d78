import Crypto

/// What a puzzle is remembered by where the puzzle itself need not be: the first 16 bytes of the
/// SHA-256 of its canonical key.
///
/// Two puzzles have the same one when they are twins. That two others have it will not happen, and
/// nobody can make a puzzle of it.
package struct PuzzleDigest: Hashable, Sendable {
  /// Its size in bytes.
  package static let size = 16

  private let high: UInt64
  private let low: UInt64

  /// The digest of a puzzle.
  ///
  /// - Parameter key: `CanonicalForm.key`.
  package init(ofKey key: [UInt8]) {
    self.init(known: Array(SHA256.hash(data: key)).prefix(PuzzleDigest.size))
  }

  /// A digest as it is stored; `nil` unless it has 16 bytes.
  package init?(_ bytes: some Collection<UInt8>) {
    guard bytes.count == PuzzleDigest.size else { return nil }
    self.init(known: bytes)
  }

  private init(known bytes: some Collection<UInt8>) {
    func number(_ bytes: some Sequence<UInt8>) -> UInt64 {
      bytes.reduce(0) { $0 << 8 | UInt64($1) }
    }
    high = number(bytes.prefix(8))
    low = number(bytes.dropFirst(8))
  }

  /// Its bytes.
  package var bytes: [UInt8] {
    [high, low].flatMap { number in
      stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> $0) }
    }
  }

  /// The digests in a list of them, one behind the other, ascending, none twice; `nil` when bytes
  /// are none.
  package static func list(_ bytes: [UInt8]) -> [PuzzleDigest]? {
    guard bytes.count.isMultiple(of: size) else { return nil }
    let digests = stride(from: 0, to: bytes.count, by: size).map {
      PuzzleDigest(known: bytes[$0..<$0 + size])
    }
    return zip(digests, digests.dropFirst()).allSatisfy { $0 < $1 } ? digests : nil
  }

  /// The list of some digests, in whatever order they come.
  package static func bytes(of digests: some Sequence<PuzzleDigest>) -> [UInt8] {
    digests.sorted().flatMap(\.bytes)
  }
}

extension PuzzleDigest: Comparable {
  /// In the order of their bytes.
  package static func < (left: PuzzleDigest, right: PuzzleDigest) -> Bool {
    (left.high, left.low) < (right.high, right.low)
  }
}

/// A puzzle that was published, as it is remembered for ever.
package struct UsedPuzzle: Hashable, Sendable {
  package var digest: PuzzleDigest
  /// The release whose list has it; `nil` while none has.
  package var listed: Int?

  package init(_ digest: PuzzleDigest, listed: Int?) {
    self.digest = digest
    self.listed = listed
  }
}
