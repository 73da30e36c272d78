/// A rule of the ladder: a fact about stars that a person can use and name.
public struct Rule: Hashable, Sendable, Identifiable {
  /// The stable name, such as `tiling.overhang`; in catalogues and hints for ever, never reused.
  public let id: String
  /// What people call it.
  public let name: String
  /// The difficulty level, 1…13: 1–11 are the field's own, 12 and 13 this project's.
  public let level: Int
  /// What finding one cell by this rule adds to a puzzle's effort, on an empty board; see `Score`.
  let cost: Int
  /// Where the rule is described: a book or an article, or `this project`.
  public let source: String

  private init(_ id: String, _ name: String, level: Int, cost: Int, _ source: Source) {
    self.id = id
    self.name = name
    self.level = level
    self.cost = cost
    self.source = source.rawValue
  }

  /// Where rules come from.
  ///
  /// The articles build on each other: the list of rules names the guide and the tutorial as its sources.
  private enum Source: String {
    case guide = "K. De Asis, A Star Battle Guide"
    case tutorial =
      "K. De Asis, A Star Battle Guide; KrazyDad, Two Not Touch advanced tutorial"
    case list = "Star Battle Production Rules (github.com/masonomara/star-battle)"
    case ours = "this project"
  }

  /// Every rule, in the order in which they are tried: easiest first.
  public static let ladder: [Rule] = [
    Rule("direct.neighbours", "star neighbours", level: 1, cost: 20, .guide),
    Rule("direct.forced", "forced placement", level: 2, cost: 2, .guide),
    Rule("direct.complete", "complete container", level: 3, cost: 2, .guide),
    Rule("tiling.forced", "forced by tiles", level: 4, cost: 7, .tutorial),
    Rule("tiling.adjacency", "ruled out by tiles inside", level: 4, cost: 2, .tutorial),
    Rule("tiling.overhang", "ruled out by tiles beside", level: 4, cost: 26, .tutorial),
    Rule("counting.marks", "counting lines against regions", level: 5, cost: 7, .tutorial),
    Rule("tiling.pairs", "tiles of two adjacent lines", level: 6, cost: 19, .list),
    Rule("counting.tiles", "counting lines against tiled regions", level: 7, cost: 13, .list),
    Rule("tiling.parts", "tiles in part of a region", level: 7, cost: 23, .ours),
    Rule("hypothetical.direct", "a star here leaves too few cells", level: 8, cost: 60, .guide),
    Rule("hypothetical.tiling", "a star here leaves too few tiles", level: 9, cost: 40, .guide),
    Rule("hypothetical.counting", "a star here upsets a count", level: 10, cost: 15, .guide),
    Rule(
      "hypothetical.propagated", "a star here forces a contradiction", level: 11, cost: 20, .guide),
    Rule("hypothetical.chained", "a star here, followed with tiles", level: 12, cost: 35, .ours),
    Rule("hypothetical.deep", "a star here, followed with counting", level: 13, cost: 90, .ours),
    Rule("hypothetical.ways", "every way to fill a container", level: 13, cost: 120, .ours),
  ]

  /// A rule's place in the ladder; the raw value is its row.
  package enum Place: Int, CaseIterable {
    case neighbours
    case forced
    case complete
    case tilingForced
    case tilingAdjacency
    case tilingOverhang
    case counting
    case pairs
    case tilingCounting
    case parts
    case assumeDirect
    case assumeTiling
    case assumeCounting
    case assumePropagated
    case assumeChained
    case assumeDeep
    case ways

    /// The rule's level; the same as in its row, without a look at the table.
    package var level: Int {
      switch self {
      case .neighbours: 1
      case .forced: 2
      case .complete: 3
      case .tilingForced, .tilingAdjacency, .tilingOverhang: 4
      case .counting: 5
      case .pairs: 6
      case .tilingCounting, .parts: 7
      case .ways: 13
      default: rawValue - Place.assumeDirect.rawValue + 8
      }
    }

    /// The next rule of the ladder; of the last one, itself.
    var harder: Place { Place(rawValue: rawValue + 1) ?? self }

    /// The level of a rule that assumes a star on one cell, nothing for the others.
    package var assumptionLevel: Int? {
      level >= 8 && self != .ways ? level : nil
    }
  }
}
