import StarBattle

/// Whether a composition can have its symmetry at all, and with what is drawn.
struct SymmetryCheck {
  private let composition: Composition

  init(_ composition: Composition) { self.composition = composition }

  /// A puzzle with one solution has the symmetry in its stars as well: turned or mirrored with the
  /// borders, they are a solution again.
  func check() throws(Composition.Fault) {
    guard let symmetry = composition.symmetry else { return }
    let grid = composition.grid
    let side = grid.side
    func fault(_ message: String) -> Composition.Fault {
      Composition.Fault([.init(symmetry.wish)], message)
    }
    switch symmetry.symmetry {
    case .identity: break
    case .flippedRows, .flippedColumns:
      throw fault(
        "no puzzle with one solution is mirrored like this: its stars would be, too, and those "
          + "beside the middle would touch — let `symmetry` be half-turn, quarter-turn or diagonal")
    case .rotated90, .rotated270:
      // A region that a half turn leaves in place winds around the centre, and so does its quarter
      // turn: they would cross.
      guard side % 4 < 2 else {
        throw fault(
          "the \(side) regions of a \(side)×\(side) board cannot go round in fours — let "
            + "`symmetry` be half-turn, or take a side such as \(side / 4 * 4) or "
            + "\(side / 4 * 4 + 4)")
      }
      guard side % 4 == 0 || grid.stars % 4 < 2 else {
        throw fault(
          "the region in the middle cannot have \(grid.stars) stars that a quarter turn leaves as "
            + "they are — let `symmetry` be half-turn")
      }
      if symmetry.isPaired && side % 2 == 1 {
        throw fault("the region in the middle goes to itself — leave `pairs` out")
      }
    case .rotated180:
      if symmetry.isPaired && side % 2 == 1 {
        throw fault("the region in the middle goes to itself — leave `pairs` out")
      }
    case .transposed, .antitransposed:
      if symmetry.isPaired {
        throw fault("regions on the diagonal go to themselves — leave `pairs` out")
      }
    }
  }

  /// The regions that may go to themselves: any number over a diagonal, and by turns the one in the
  /// middle of an odd side.
  var mostResting: Int {
    guard let symmetry = composition.symmetry, !symmetry.isPaired else { return 0 }
    return switch symmetry.symmetry {
    case .transposed, .antitransposed: composition.grid.side
    default: composition.grid.side % 2
    }
  }

  /// Says which of the drawn regions goes to itself and may not.
  func check(_ frame: CompositionFrame) throws(Composition.Fault) {
    guard let symmetry = composition.symmetry else { return }
    let side = composition.grid.side
    func fault(_ part: Int, _ message: String) -> Composition.Fault {
      Composition.Fault([.init(frame.wish(of: part)), .init(symmetry.wish)], message)
    }
    // What winds around the centre by half a turn is crossed by what it goes to by a quarter.
    let crossed = frame.parts.indices.first {
      frame.image[$0] != $0 && frame.image[frame.image[$0]] == $0
    }
    if frame.order == 4, let part = crossed {
      throw fault(
        part,
        "this region goes to itself by half a turn, and by a quarter to one that it would cross — "
          + "draw it elsewhere, or let `symmetry` be half-turn")
    }
    let resting = frame.parts.indices.filter { frame.image[$0] == $0 }
    guard resting.count > mostResting, let part = resting.last else { return }
    if symmetry.isPaired {
      throw fault(
        part, "this region goes to itself by `symmetry` — draw it elsewhere, or leave `pairs` out")
    }
    let message =
      side % 2 == 0
      ? "this region goes to itself by `symmetry`, and the \(side - 1) others cannot all go in "
        + (frame.order == 2 ? "pairs" : "fours")
      : "this region and the one in the middle go to themselves by `symmetry`"
    throw fault(part, "\(message) — draw it elsewhere, or take another `symmetry`")
  }
}
