package import StarBattle

/// The key that two puzzles share exactly when they are twins.
///
/// The outline in two bytes, then the borders of the canonical form, a bit for each pair of cells
/// side by side, set where a border runs: first the pairs in a row, row-major, then the pairs in a
/// column, row-major; the last byte filled up with zeros. Regions are connected, so their borders
/// say everything about them; a 10×10 board takes 25 bytes, a 25×25 board 152.
package enum CanonicalKey {
  package static func bytes(of puzzle: Puzzle) -> [UInt8] {
    let form = puzzle.canonicalForm
    let side = form.grid.side
    var bytes = [UInt8(form.grid.side), UInt8(form.grid.stars)]
    var bits: UInt8 = 0
    var count = 0
    func append(_ isBorder: Bool) {
      bits = bits << 1 | (isBorder ? 1 : 0)
      count += 1
      if count == 8 {
        bytes.append(bits)
        (bits, count) = (0, 0)
      }
    }
    for cell in 0..<form.grid.cellCount where cell % side < side - 1 {
      append(form.region(of: cell) != form.region(of: cell + 1))
    }
    for cell in 0..<form.grid.cellCount - side {
      append(form.region(of: cell) != form.region(of: cell + side))
    }
    if count > 0 { bytes.append(bits << (8 - UInt8(count))) }
    return bytes
  }
}
