import StarBattle

/// Images that are drawn themselves: which of too many drawn regions are images of others.
extension CompositionFrame {
  /// A drawn region, and another of which it may be an image: that after so many turns.
  private struct Joint {
    let one: Int
    let turns: Int
    let other: Int
  }

  /// A search for the regions that are images of others.
  private struct Pairing {
    let mostResting: Int
    /// Whether what has no more regions than the board stands the checks that follow.
    let isFit: (CompositionFrame) -> Bool
    /// The joints that are tried before it is given up: at the largest side less than a second.
    var joints = 500
    /// The frames that are looked at before the nearest is taken, fit or not.
    var frames = 20
    /// The nearest, which no other is better than where none is fit.
    var nearest: CompositionFrame?
  }

  /// Takes regions that are drawn in part for the images of others, the nearest first, until there
  /// are no more than the board has.
  ///
  /// A region and its image may be drawn in cells that are no images of each other, and then
  /// nothing says that they belong together but that there would be too many regions. Where the
  /// nearest leave others over, or something that is found later contradicts them, the next nearest
  /// are tried.
  ///
  /// - Parameters:
  ///   - mostResting: The regions that may be their own image.
  ///   - isFit: Whether a frame with no more regions than the board has passes all that follows.
  /// - Throws: `Composition.Fault` where there are too many all the same.
  mutating func pairUp(
    mostResting: Int, isFit: @escaping (CompositionFrame) -> Bool
  ) throws(Composition.Fault) {
    // However they are joined, what is drawn stays what it is.
    if origins.count(where: \.isWished) > grid.side { throw tooMany }
    if parts.count <= grid.side { return }
    var pairing = Pairing(mostResting: mostResting, isFit: isFit)
    guard let frame = paired([], &pairing) ?? pairing.nearest else {
      throw pairing.joints > 0 ? tooMany : undecided
    }
    self = frame
  }

  /// The first frame that is fit; whatever has both cells of a pair that is ruled out in one region
  /// was tried before.
  private func paired(_ ruledOut: [(Int, Int)], _ pairing: inout Pairing) -> CompositionFrame? {
    if parts.count <= grid.side {
      pairing.nearest = pairing.nearest ?? self
      pairing.frames -= 1
      return pairing.isFit(self) ? self : nil
    }
    var ruledOut = ruledOut
    for joint in joints(mostResting: pairing.mostResting)
    where pairing.joints > 0 && pairing.frames > 0 {
      let couple = couples(of: joint)[0]
      var frame = self
      frame.join(joint)
      if ruledOut.contains(where: { frame.owner[$0] == frame.owner[$1] }) { continue }
      pairing.joints -= 1
      if let found = frame.paired(ruledOut, &pairing) { return found }
      ruledOut.append((parts[couple.0][0], parts[couple.1][0]))
    }
    return nil
  }

  /// What may be joined, the nearest first: of equally near ones those that have the longest
  /// border with the image, and of these those that are drawn first on the board, whatever their
  /// letters are.
  private func joints(mostResting: Int) -> [Joint] {
    let drawn = parts.indices.filter { origins[$0].isWished && !isWhole[$0] }
      .sorted { (origins[$0].first ?? 0) < (origins[$1].first ?? 0) }
    let mayRest = image.indices.count(where: { image[$0] == $0 }) < mostResting
    var found: [(nearness: (distance: Int, border: Int), joint: Joint)] = []
    for (index, one) in drawn.enumerated() {
      for other in drawn.dropFirst(index) {
        // What goes to itself by two of four turns would cross what it goes to by one.
        for turns in one == other ? 1..<min(order, 2) : 1..<order {
          let joint = Joint(one: one, turns: turns, other: other)
          let couples = couples(of: joint)
          guard isFree(couples), one == other ? mayRest && isAlone(one) : !isImage(other, of: one),
            let nearness = nearness(of: couples[0].0, to: other)
          else { continue }
          found.append((nearness, joint))
        }
      }
    }
    // The sort keeps the order of what is equally near.
    return found.sorted { $0.nearness < $1.nearness }.map(\.joint)
  }

  /// Whether each of these couples may be one: whole regions take no others, and of two that are
  /// drawn neither is the other.
  private func isFree(_ couples: [(Int, Int)]) -> Bool {
    couples.allSatisfy {
      $0 != $1 && !(origins[$0].isWished && origins[$1].isWished) && !isWhole[$0] && !isWhole[$1]
    }
  }

  /// Whether no image of a part is drawn or kept apart from it: what goes to itself is one with
  /// all.
  private func isAlone(_ part: Int) -> Bool {
    images(of: part).allSatisfy { !origins[$0].isWished && nearness(of: $0, to: part) != nil }
  }

  private func isImage(_ other: Int, of part: Int) -> Bool { images(of: part).contains(other) }

  /// The parts that a part goes to.
  private func images(of part: Int) -> [Int] {
    var (images, next) = ([Int](), image[part])
    while next != part {
      images.append(next)
      next = image[next]
    }
    return images
  }

  /// The parts that are one by a joint: in each of the turns an image of the first, and one of the
  /// other.
  private func couples(of joint: Joint) -> [(Int, Int)] {
    var (one, other) = (joint.one, joint.other)
    for _ in 0..<joint.turns { one = image[one] }
    return (0..<order).map { _ in
      defer { (one, other) = (image[one], image[other]) }
      return (one, other)
    }
  }

  private mutating func join(_ joint: Joint) {
    var gone: Set<Int> = []
    for (one, other) in couples(of: joint) {
      let home = joint.one == joint.other ? joint.one : origins[one].isWished ? one : other
      for part in [one, other] where part != home && gone.insert(part).inserted {
        unite(part, with: home)
      }
    }
    for part in gone.sorted(by: >) { remove(part) }
    setImages()
  }

  /// The steps between two parts, and the edges between them, negative; `nil` where they are kept
  /// apart.
  private func nearness(of one: Int, to other: Int) -> (distance: Int, border: Int)? {
    var (least, border) = (Int.max, 0)
    for first in parts[one] {
      for second in parts[other] {
        if apart[first]?.contains(second) ?? false { return nil }
        let rows = abs(first / grid.side - second / grid.side)
        let columns = abs(first % grid.side - second % grid.side)
        least = min(least, rows + columns)
        if rows + columns == 1 { border -= 1 }
      }
    }
    return (least, border)
  }

  /// Says that there are too many regions, at the first of these.
  private var tooMany: Composition.Fault {
    fault(
      [.init(wish(of: grid.side))],
      "this is one region more than the \(grid.side) of the board", "wish for fewer")
  }

  /// Says that nobody has found which regions are images of others.
  private var undecided: Composition.Fault {
    fault(
      [.init(wish(of: grid.side))],
      "it was not found which of the drawn regions are images of others, so that there are no more "
        + "than the \(grid.side) of the board", "draw more of them, or fewer")
  }
}
