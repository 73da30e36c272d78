import Solving
import StarBattle

/// A star that leaves two adjacent lines short by a shape that the guide names: kissing Ls, the M,
/// a T under pressure.
extension Explanation {
  /// The sentence; `nil` where it is another failure, or nothing of the kind.
  func pressured(_ chain: AssumedChain, from cell: Int) -> String? {
    guard let shape = PressuredShape(chain, from: cell, on: board) else { return nil }
    let name = { phrases.name(of: $0) }
    let place = place(cell)
    if case .kissingLs(let corners) = shape.kind {
      // The star that is assumed, and one of each L.
      let count = board.stars(in: [shape.line]) + 3
      return phrases.text(
        .kissingLs,
        [
          "demand": demand(of: shape.pair), "blocks": phrases.blocks(corners, side: side),
          "place": place, "line": name([shape.line]), "count": phrases.number(count),
          "then": then,
        ])
    }
    let situation: Situation =
      switch shape.kind {
      case .letterT: .pressuredT
      case .letterM: .pressuredM
      case .longer, .kissingLs: .pressuredRun
      }
    return phrases.text(
      situation,
      [
        "place": place, "lines": name(shape.pair), "across": name(shape.across),
        "most": phrases.stars(shape.tiles - 1), "more": phrases.number(shape.tiles),
        "line": name([shape.line]),
        "stars": phrases.stars(chain.board.need(of: [shape.line])), "then": then,
      ])
  }
}

/// A `PressuredRun` as a player sees it.
struct PressuredShape {
  enum Kind: Equatable {
    /// Two tiles beside each other, by their top left cells, with three open cells each at most.
    case kissingLs([Int])
    case letterT
    case letterM
    /// What goes on like an M.
    case longer
  }

  let kind: Kind
  /// The two lines, and the one in which too many stars would be.
  let pair: [Container]
  let line: Container
  /// The lines that cross them where the run is.
  let across: [Container]
  /// The stars that it has tiles for: one more than it holds.
  let tiles: Int

  var isKissing: Bool { if case .kissingLs = kind { true } else { false } }

  /// Finds what the star that a step refutes comes to.
  init?(of step: Step, on board: KnownBoard) {
    guard let assumption = step.assumption else { return nil }
    self.init(AssumedChain(assumption, on: board), from: assumption.cell, on: board)
  }

  /// Finds what an assumed star comes to in the two lines that fail.
  ///
  /// - Parameters:
  ///   - chain: The star, and what it rules out.
  ///   - cell: Where it is.
  ///   - board: What is known without it.
  init?(_ chain: AssumedChain, from cell: Int, on board: KnownBoard) {
    guard Rule(id: chain.failure.rule)?.wording == .pairs, chain.failure.containers.count == 2,
      chain.steps.allSatisfy({ $0.stars.isEmpty })
    else { return nil }
    pair = chain.failure.containers.sorted()
    guard let run = chain.board.pressuredRun(of: pair) else { return nil }
    line = pair[run.isPressedBySecond ? 1 : 0]
    tiles = run.tiles
    let byRows = if case .row = pair[0] { true } else { false }
    across = run.places.map { byRows ? .column($0 - 1) : .row($0 - 1) }
    let corners = PressuredShape.kissingLs(run, line, from: cell, pair, on: board)
    kind = corners.map { .kissingLs($0) } ?? [2: .letterT, 3: .letterM][run.tiles] ?? .longer
  }

  /// The top left cells of the Ls that a star next to them makes a T of; `nil` where it does not.
  private static func kissingLs(
    _ run: PressuredRun, _ line: Container, from cell: Int, _ pair: [Container],
    on board: KnownBoard
  ) -> [Int]? {
    guard run.tiles == 2, board.isCell(cell, in: line) else { return nil }
    let (before, after) = (board.openPlaces(in: pair[0]), board.openPlaces(in: pair[1]))
    let need = board.need(of: pair)
    let both = before | after
    guard Runs.capacity(both) == need else { return nil }
    let byRows = if case .row = pair[0] { true } else { false }
    let place = 1 + (byRows ? cell % board.side : cell / board.side)
    // The star is behind the second tile, or before the first.
    let first = run.places.lowerBound - (place < run.places.lowerBound ? 1 : 0)
    guard place == first + 4 || place == first - 1 else { return nil }
    let tiles = [first, first + 2]
    let whole = Runs.whenTight(both).tiles
    func isL(_ tile: Int) -> Bool {
      let cells = UInt32(3) << UInt32(tile)
      return before & cells != 0 && after & cells != 0 && before & after & cells != cells
    }
    guard tiles.allSatisfy({ whole >> UInt32($0) & 1 != 0 && isL($0) }) else { return nil }
    let start = board.members(of: pair[0])
    return tiles.map { start[$0 - 1] }
  }
}

extension KnownBoard {
  /// Where two adjacent lines read as one have cells that a star can still go to, a bit each.
  func room(in pair: [Container]) -> UInt32 {
    pair.reduce(0) { $0 | openPlaces(in: $1, where: isPlace) }
  }

  /// The open cells of a line, or some of them, a bit each, from 1.
  fileprivate func openPlaces(
    in line: Container, where isWanted: (Int) -> Bool = { _ in true }
  ) -> UInt32 {
    members(of: line).enumerated().reduce(0) { places, member in
      cells[member.element] == .open && isWanted(member.element)
        ? places | 2 << UInt32(member.offset) : places
    }
  }

  /// The run by which two adjacent lines cannot have their stars.
  fileprivate func pressuredRun(of pair: [Container]) -> PressuredRun? {
    PressuredRun(
      openPlaces(in: pair[0]), openPlaces(in: pair[1]),
      needs: (need(of: [pair[0]]), need(of: [pair[1]])))
  }
}
