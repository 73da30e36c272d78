public import StarBattle

extension Grid {
  /// The star quota that puzzles of a side usually have, for notations that do not say.
  ///
  /// The sides that are published everywhere have one usual quota each: 5, 6 and 8 have 1 star,
  /// 10 has 2, 14 has 3, 17 has 4, 21 has 5 and 25 has 6. A side in between has that of the next
  /// smaller one of these, which is always a quota that can be filled.
  ///
  /// - Parameter side: The side.
  /// - Returns: 1…6, also for sides that no board can have.
  /// - Complexity: O(1).
  public static func usualStars(ofSide side: Int) -> Int {
    switch side {
    case ..<10: 1
    case ..<14: 2
    case ..<17: 3
    case ..<21: 4
    case ..<25: 5
    default: 6
    }
  }
}
