/// How far the consequences of an assumed star are followed: what tells the rules of levels 8–13
/// apart.
///
/// The raw value is the level.
///
/// | level | followed | the failure that is looked for |
/// |---|---|---|
/// | 8 | the star's neighbours, containers that it completes | fewer cells than stars needed |
/// | 9 | the same | less capacity than stars needed, in a container or two adjacent lines |
/// | 10 | the same | that, or an interval of lines that the regions cannot fill, or overfill |
/// | 11 | forced placements and what they complete, to the end | any of these |
/// | 12 | levels 1–6, to the end | what these meet; at the end as at 9, or by `counting` |
/// | 13 | levels 1–7, to the end | any |
package enum Depth: Int, Comparable {
  case direct = 8
  case tiling
  case counting
  case propagated
  case chained
  case deep

  @inline(__always)
  package static func < (left: Depth, right: Depth) -> Bool { left.rawValue < right.rawValue }

  /// Whether intervals of lines are counted at the end, on many trials at a time; see `BoardLanes`.
  var isCounted: Bool { self == .counting || self == .propagated }

  /// The depth of a rule level.
  ///
  /// - Precondition: the level is 8…13.
  package init(level: Int) {
    guard let depth = Depth(rawValue: level) else {
      preconditionFailure("assumptions are followed at levels 8…13, not at \(level)")
    }
    self = depth
  }
}

/// How a failing assumption is shown, step by step.
extension Depth {
  /// The rules that lead from the star to the failure.
  var chain: ArraySlice<Rule> {
    switch self {
    case .direct, .tiling, .counting: [.neighbours, .complete]
    case .propagated: Rule.ladder(through: 3)
    case .chained: Rule.ladder(through: 6)
    case .deep: Rule.ladder(through: 7)
    }
  }

  /// The rules by which a failure is looked for at the end, in this order: the plainest first.
  var failures: [Rule] {
    switch self {
    case .direct: [.forced]
    case .tiling: [.forced, .tilingForced, .pairs]
    case .chained: [.forced, .tilingForced, .pairs, .counting]
    case .counting, .propagated, .deep: Depth.allFailures
    }
  }

  private static let allFailures: [Rule] = {
    let followed: [Rule] = [.forced, .tilingForced, .pairs, .counting, .tilingCounting, .parts]
    return followed + Rule.ladder.filter { $0.locateFailure != nil && !followed.contains($0) }
  }()
}
