/// A random number generator that gives the same numbers everywhere and for ever.
///
/// SplitMix64 (Steele, Lea and Flood, *Fast splittable pseudorandom number generators*, OOPSLA
/// 2014, doi:10.1145/2660193.2660195). The standard library's own ways of drawing and shuffling may
/// change from release to release; published seeds may not, so drawing and shuffling are written
/// out here.
@frozen
public struct SeededGenerator: Sendable {
  @usableFromInline var state: UInt64

  /// Starts the sequence of a seed.
  ///
  /// - Parameter seed: Any number.
  /// - Complexity: O(1).
  @inlinable
  public init(seed: UInt64) { state = seed }

  /// The next 64 random bits.
  ///
  /// - Returns: Any number, all of them equally likely.
  /// - Complexity: O(1).
  @inlinable
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    return SeededGenerator.mixed(state)
  }

  /// A number in `0..<bound`, by multiply and shift.
  ///
  /// The bias is below `bound / 2³²`, far under what a puzzle could show.
  ///
  /// - Precondition: `bound` is in `1..<2³¹`.
  /// - Parameter bound: How many numbers there are to draw from.
  /// - Returns: The number.
  /// - Complexity: O(1).
  @inlinable
  public mutating func below(_ bound: Int) -> Int {
    assert(bound > 0 && bound < 1 << 31)
    return Int(((next() >> 32) &* UInt64(truncatingIfNeeded: bound)) >> 32)
  }

  /// Puts the elements in random order (Fisher–Yates, from the end).
  ///
  /// - Parameter elements: The elements.
  /// - Complexity: O(elements).
  @inlinable
  public mutating func shuffle<Element>(_ elements: inout [Element]) {
    guard elements.count > 1 else { return }
    for last in stride(from: elements.count - 1, to: 0, by: -1) {
      elements.swapAt(last, below(last + 1))
    }
  }

  /// The finaliser of SplitMix64: a bijection on 64 bits in which every bit depends on every bit.
  ///
  /// - Parameter value: Any number.
  /// - Returns: Another one, and no other value's.
  /// - Complexity: O(1).
  @inlinable
  public static func mixed(_ value: UInt64) -> UInt64 {
    var z = value
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
