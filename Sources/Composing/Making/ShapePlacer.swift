import Generating
import StarBattle

/// Finds places for the shapes that are wished for: masks and pentominoes.
struct ShapePlacer {
  private let composition: Composition
  private let frame: CompositionFrame

  init(_ composition: Composition, _ frame: CompositionFrame) {
    self.composition = composition
    self.frame = frame
  }

  /// The frame with each shape in a random place; `nil` where they do not come to lie side by side.
  mutating func place(_ random: inout SeededGenerator) -> CompositionFrame? {
    guard !composition.masks.isEmpty || composition.pentominoes != nil else { return frame }
    var frame = frame
    for mask in composition.masks {
      guard add(mask, to: &frame, &random) else { return nil }
    }
    guard let wish = composition.pentominoes else { return frame }
    let side = frame.grid.side
    let given = frame.pentominoes
    let known = Set(given.map(\.shape))
    let count = wish.count - given.count
    guard count >= 0 else { return nil }
    var shapes = FreeShape.pentominoes.filter {
      $0.holds(stars: frame.grid.stars) && !known.contains($0.turnless)
    }
    random.shuffle(&shapes)
    let wholes = frame.isWhole.count { $0 }
    if wholes + count == side {
      var budget = 20_000
      return tile(frame, shapes, wish, &budget)
    }
    for shape in shapes.prefix(count) {
      let mask = Composition.Mask(shape: shape, isWhole: true, isTurned: true, wish: wish.wish)
      guard add(mask, to: &frame, &random) else { return nil }
    }
    return shapes.count >= count ? frame : nil
  }

  private func add(
    _ mask: Composition.Mask, to frame: inout CompositionFrame, _ random: inout SeededGenerator
  ) -> Bool {
    let turns = mask.isTurned ? mask.shape.turns : [mask.shape]
    let side = frame.grid.side
    for _ in 0..<60 {
      let shape = turns[random.below(turns.count)]
      guard shape.height <= side, shape.width <= side,
        let cells = shape.placed(
          row: random.below(side - shape.height + 1), column: random.below(side - shape.width + 1),
          side: side)
      else { continue }
      guard cells.allSatisfy({ frame.owner[$0] < 0 }) else { continue }
      var next = frame
      let part = Composition.Part(cells: cells, isWhole: mask.isWhole, wish: mask.wish)
      guard (try? next.add(part)) != nil, next.parts.count <= side, hasRoom(next) else { continue }
      frame = next
      return true
    }
    return false
  }

  /// Whether no cells are walled in by whole regions that are too few for one more, as large as
  /// those that are drawn.
  private func hasRoom(_ frame: CompositionFrame) -> Bool {
    frame.pockets.allSatisfy { $0.count >= RegionCanvas.leastSize(for: frame.grid) }
  }

  /// Covers all that is free with different pentominoes, from the upper left corner on.
  private func tile(
    _ frame: CompositionFrame, _ shapes: [FreeShape], _ wish: Composition.Pentominoes,
    _ budget: inout Int
  ) -> CompositionFrame? {
    let side = frame.grid.side
    guard let first = frame.owner.firstIndex(of: -1) else { return frame }
    for (index, shape) in shapes.enumerated() {
      for turn in shape.turns {
        guard budget > 0 else { return nil }
        budget -= 1
        // The first free cell is the first of the shape's.
        let start = turn.cells[0]
        guard
          let cells = turn.placed(
            row: first / side - start.row, column: first % side - start.column, side: side),
          cells.allSatisfy({ frame.owner[$0] < 0 })
        else { continue }
        var next = frame
        let part = Composition.Part(cells: cells, isWhole: true, wish: wish.wish)
        guard (try? next.add(part)) != nil, next.parts.count <= side else { continue }
        var rest = shapes
        rest.remove(at: index)
        if let found = tile(next, rest, wish, &budget) { return found }
      }
    }
    return nil
  }
}
