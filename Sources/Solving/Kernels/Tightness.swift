import CLanes

extension Board {
  /// Measures how tight the lines are: a whole parted by one more than the stars that a line can
  /// hold beyond those it needs; 0 for lines that need none.
  ///
  /// - Parameters:
  ///   - tight: Gets it for each line, by number; room for 64.
  ///   - whole: Up to some thousand.
  ///   - side: The side of the board.
  /// - Precondition: no line needs more than it can hold.
  package mutating func measureTightness(
    into tight: UnsafeMutablePointer<UInt32>, of whole: Int, side: Int
  ) {
    withLines { lines, needs in
      almanac_lines_tightness(tight, lines, needs, Float(whole), side)
      almanac_lines_tightness(
        tight + .columns, lines + .columns, needs + .columns, Float(whole), side)
    }
  }
}
