import StarBattle

/// Level 5, counting, and level 7, counting with tiles: lines against regions, in intervals of
/// lines.
///
/// Two rows need 2K stars. If two regions lie wholly inside these rows, they bring all 2K, and no
/// other region has a star there; if only two regions reach into them, both keep all their stars
/// inside. Level 7 says the same of what regions can hold and must hold (see `IntervalCounting`).
///
///     A A B B     Regions A and B fill the two rows: the cells of C in them are marks.
///     A A B C
///     C C C C
///
/// - Observes: stars needed by lines, and what regions can and must put there.
/// - Technique: enumeration of intervals of consecutive lines.
/// - Deduces: marks.
/// - Source: K. De Asis, *A Star Battle Guide*, on counting; KrazyDad, *Two Not Touch* advanced
///   tutorial.
extension Rule {
  static let counting = Rule(
    code: 7, id: "counting.marks", name: "counting lines against regions", level: 5, cost: 7,
    source: .tutorial, scope: .interval, wording: .counting,
    find: { solve, _, engine, layout in engine.count(&solve.board, layout) },
    split: { solve, recorder, engine, layout in
      let side = layout.grid.side
      var board = solve.board
      engine.count(&board, layout)
      engine.deductions.clear()
      for interval in engine.presence.tight {
        engine.presence.conclude(interval, &board, layout, into: &engine.deductions)
        if engine.deductions.isEmpty { continue }
        let regions = engine.presence.regions(of: interval, side: side)
        recorder.add(&engine.deductions, interval.containers(with: regions), layout)
      }
    },
    locateFailure: { board, engine, layout in
      engine.deductions.clear()
      engine.count(&board, layout)
      guard engine.deductions.isContradiction else { return nil }
      switch engine.presence.failure {
      case .region(let region): return [.region(region)]
      case .interval(let interval):
        let regions = engine.presence.regions(of: interval, side: layout.grid.side)
        return interval.containers(with: regions)
      }
    })

  static let tilingCounting = Rule(
    code: 9, id: "counting.tiles", name: "counting lines against tiled regions", level: 7,
    cost: 13, source: .list, scope: .interval, wording: .tilingCounting, prevalence: .severalStars,
    find: { solve, _, engine, layout in
      engine.countTiles(&solve.board, layout)
      engine.isCounted = true
    },
    split: { solve, recorder, engine, layout in
      engine.splitByTightIntervals(&solve.board, layout, into: &recorder) {
        interval, board, engine, layout in
        engine.counting.conclude(interval, &board, layout, into: &engine.deductions)
      }
    },
    locateFailure: { board, engine, layout in
      engine.deductions.clear()
      engine.countTiles(&board, layout)
      guard engine.deductions.isContradiction else { return nil }
      switch engine.counting.failure {
      case .region(let region): return [.region(region)]
      case .interval(let interval):
        let regions = engine.counting.regions(of: interval, &board, side: layout.grid.side)
        return interval.containers(with: regions)
      }
    })

  static let parts = Rule(
    code: 10, id: "tiling.parts", name: "tiles in part of a region", level: 7, cost: 23,
    source: .ours, scope: .interval, wording: .parts, prevalence: .severalStars,
    find: { solve, _, engine, layout in
      if !engine.isCounted {
        // What counting finds is for its own rule to say, which has found nothing or is left out.
        engine.countTiles(&solve.board, layout)
        engine.deductions.clear()
      }
      engine.tileParts(&solve.board, layout)
    },
    split: { solve, recorder, engine, layout in
      engine.splitByTightIntervals(&solve.board, layout, into: &recorder) {
        interval, board, engine, layout in engine.tileParts(of: interval, &board, layout)
      }
    },
    locateFailure: { board, engine, layout in
      engine.deductions.clear()
      engine.countTiles(&board, layout)
      for interval in engine.counting.tight {
        engine.deductions.clear()
        engine.tileParts(of: interval, &board, layout)
        if engine.deductions.isContradiction {
          let regions = engine.counting.regions(of: interval, &board, side: layout.grid.side)
          return interval.containers(with: regions)
        }
      }
      return nil
    })
}

extension RuleEngine {
  /// Level 5: what is certain about every interval of rows and of columns.
  @inline(__always)
  mutating func count(_ board: inout Board, _ layout: borrowing Layout) {
    presence.deduce(&board, layout, into: &deductions)
  }

  /// Level 7: the same, of what regions can hold.
  @inline(__always)
  mutating func countTiles(_ board: inout Board, _ layout: borrowing Layout) {
    isCounted = false
    counting.deduce(&board, layout, base: .rows, into: &deductions)
    if deductions.isContradiction { return }
    counting.deduce(&board, layout, base: .columns, into: &deductions)
  }

  /// What is certain about parts of regions that an interval makes tight.
  ///
  /// Where an interval is tight, the number of stars that a region has inside it is known, and so
  /// is the number outside. If one of the two is all that its cells there can hold, they are tiled
  /// like a container.
  ///
  /// - Precondition: the board has just been counted by tiles.
  mutating func tileParts(_ board: inout Board, _ layout: borrowing Layout) {
    for index in counting.tight.indices {
      tileParts(of: counting.tight[index], &board, layout)
      if deductions.isContradiction { return }
    }
  }

  /// What is certain about the parts of regions that one interval makes tight.
  mutating func tileParts(
    of interval: LineInterval, _ board: inout Board, _ layout: borrowing Layout
  ) {
    for region in SetBits(counting.regions(splitBy: interval, side: layout.grid.side)) {
      let need = Int(board.needs[unchecked: .region(region)])
      for index in 0..<4 {
        guard let part = counting.part(index, of: region, interval, need: need) else { continue }
        let isByRows = interval.base == .rows
        guard
          let rows = load(
            region, &board, layout, rows: isByRows ? part.lines : ~0,
            columns: isByRows ? ~0 : part.lines)
        else {
          deductions.isContradiction = true
          return
        }
        tileCells(part.need, in: rows, &board, parts: .all)
      }
    }
  }

  /// Makes steps of what a rule concludes from each interval that counting with tiles finds tight.
  fileprivate mutating func splitByTightIntervals(
    _ board: inout Board, _ layout: borrowing Layout, into recorder: inout StepRecorder,
    _ conclude: (LineInterval, inout Board, inout RuleEngine, borrowing Layout) -> Void
  ) {
    countTiles(&board, layout)
    deductions.clear()
    for interval in counting.tight {
      conclude(interval, &board, &self, layout)
      if deductions.isEmpty { continue }
      let regions = counting.regions(of: interval, &board, side: layout.grid.side)
      recorder.add(&deductions, interval.containers(with: regions), layout)
    }
  }
}
