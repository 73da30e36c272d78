/// The number that a puzzle is made from: 0…2⁵³ − 1, so that a JavaScript client reads it exactly.
public struct Seed: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// The number.
  public let value: UInt64

  /// The seeds there are.
  public static let range: ClosedRange<UInt64> = 0...((1 << 53) - 1)

  /// The seed with a number; `nil` outside `Seed.range`.
  ///
  /// - Parameter value: The number.
  /// - Complexity: O(1).
  public init?(_ value: some BinaryInteger) {
    guard let number = UInt64(exactly: value), Seed.range.contains(number) else { return nil }
    self.value = number
  }

  private init(folding bits: UInt64) { value = bits & Seed.range.upperBound }

  /// The seed of one item of a campaign: the same campaign, item and attempt give the same seed.
  ///
  /// Every puzzle has a seed of its own, never a place in a shared stream; so it does not matter
  /// which puzzles were made before it, on how many threads, or on which night.
  ///
  /// - Parameters:
  ///   - campaign: The number in the recipe.
  ///   - item: What the puzzle is for, such as `daily:2026-11-21` or `2star-10x10:12`.
  ///   - attempt: 0 for the first candidate, then 1, 2, 3 …
  /// - Returns: A seed in `Seed.range`.
  /// - Complexity: O(characters of the item).
  public static func derived(campaign: UInt64, item: String, attempt: Int) -> Seed {
    var state = SeededGenerator.mixed(campaign &+ 0x9E37_79B9_7F4A_7C15)
    for byte in item.utf8 {
      state = SeededGenerator.mixed(state ^ UInt64(byte)) &+ 0x9E37_79B9_7F4A_7C15
    }
    state = SeededGenerator.mixed(state ^ UInt64(truncatingIfNeeded: attempt))
    return Seed(folding: state)
  }

  /// The smaller number first.
  public static func < (left: Seed, right: Seed) -> Bool { left.value < right.value }

  /// The number in decimal.
  public var description: String { String(value) }
}
