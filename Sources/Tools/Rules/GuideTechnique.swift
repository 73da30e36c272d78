package import Solving

/// A technique that people know by a name, and where the ladder has it.
///
/// The names are those of K. De Asis, *A Star Battle Guide*: all of its 21 techniques stand in
/// `guide`, those that the ladder leaves out among them, with the reason.
package struct GuideTechnique: Sendable {
  /// The part of the guide that tells of it.
  package enum Chapter: String, Sendable {
    case basics
    case counting
    case uniqueness
    case idiosyncrasies
  }

  /// How far the ladder has it.
  package enum Standing: String, Sendable {
    /// Some rules are the technique, and nothing else.
    case same
    /// Some rules contain it.
    case contained
    /// Some rules find a part of what it does.
    case part
    /// It has no rule of its own; what it concludes is left to assumptions, and where they come to
    /// it, hints tell it by its name.
    case named
    /// It has no rule of its own, and no name in hints.
    case unnamed
    /// It is left out, because it assumes that there is only one solution.
    case refused

    /// The standing in words, before the rules: “the same as …”.
    package var words: String {
      switch self {
      case .same: "the same as"
      case .contained: "contained in"
      case .part: "in part"
      case .named: "no rule of its own; told by its name where it is reached by"
      case .unnamed: "no rule of its own; where it is reached, then by"
      case .refused: "left out"
      }
    }
  }

  /// The guide's name.
  package let name: String
  /// What else it is looked for by.
  package let aliases: [String]
  package let chapter: Chapter
  package let standing: Standing
  /// The ids of the rules that have it; none where it is left out.
  package let ruleIDs: [String]
  /// What it is, and what there is to say about the rules.
  package let note: String

  /// The rules that have it, on the ladder or beside it, easiest first.
  package var rules: [Rule] { Rule.all.filter { ruleIDs.contains($0.id) } }

  init(
    _ name: String, _ aliases: [String] = [], _ chapter: Chapter, _ standing: Standing,
    _ ruleIDs: [String], _ note: String
  ) {
    self.name = name
    self.aliases = aliases
    self.chapter = chapter
    self.standing = standing
    self.ruleIDs = ruleIDs
    self.note = note
  }

  /// The techniques that a rule has, wholly or in part.
  package static func names(of rule: Rule) -> [GuideTechnique] {
    guide.filter { $0.ruleIDs.contains(rule.id) }
  }
}

extension GuideTechnique {
  /// Rules that add up what containers and tiles hold, on the ladder or beside it.
  private static let sums = Rule.all.map(\.id).filter { $0.hasPrefix("sum.") }

  /// Where an assumed star is followed beyond its neighbours.
  private static let pressed = [
    "hypothetical.counting", "hypothetical.propagated", "hypothetical.chained",
  ]

  private static let shapes = ["tiling.forced", "tiling.adjacency", "tiling.overhang"]

  /// Every technique of the guide, in its order.
  package static let guide: [GuideTechnique] = [
    GuideTechnique(
      "trivial marks", ["trivial eliminations"], .basics, .same,
      ["direct.neighbours", "direct.complete"],
      "No star touches another, and a row, column or region with all its stars has no more."),
    GuideTechnique(
      "the 2×2", ["two by two", "tiles"], .basics, .same, shapes,
      "A block of 2×2 cells has room for one star. All rules of tiling rest on it."),
    GuideTechnique(
      "1×n", ["one by n", "strips"], .basics, .contained,
      ["counting.tiles", "tiling.parts"],
      "A strip that must hold a star rules out what is beside it in its line. A basic technique in "
        + "the guide; here part of counting with tiles, which is level 7."),
    GuideTechnique(
      "exclusion", [], .basics, .same, ["hypothetical.direct", "hypothetical.tiling"],
      "A star on this cell would leave a container too little room, so it stays empty. A basic "
        + "technique in the guide; an assumption here, levels 8 and 9."),
    GuideTechnique(
      "pressured exclusion", ["pressure"], .basics, .contained,
      ["hypothetical.counting", "hypothetical.propagated"],
      "Exclusion that sees what the lines around need as well."),
    GuideTechnique(
      "simple shapes", ["shapes"], .basics, .same, shapes,
      "What is certain about a region that has just enough room for its stars."),
    GuideTechnique(
      "undercounting", ["under counting"], .counting, .contained,
      ["counting.marks", "counting.tiles"] + sums,
      "As many regions inside some lines as these have: nothing else has a star there. The ladder "
        + "counts lines that lie side by side; sums count any."),
    GuideTechnique(
      "overcounting", ["over counting"], .counting, .contained,
      ["counting.marks", "counting.tiles"] + sums,
      "As many regions that reach into some lines as these have: they have no star elsewhere."),
    GuideTechnique(
      "finned counts", ["finned count", "fins"], .counting, .contained,
      ["hypothetical.counting"],
      "A count that comes out but for a cell or two: what would rob it of these stays empty."),
    GuideTechnique(
      "composite shapes", ["unions of regions", "composite regions"], .counting, .part,
      ["tiling.parts"] + sums,
      "Several regions, or what some lines leave of them, taken as one shape. The ladder tiles what "
        + "a count leaves of one region; sums take any union."),
    GuideTechnique(
      "the squeeze", ["squeezing"], .counting, .same, ["tiling.pairs"],
      "Two lines side by side that 2×2 blocks cover just so: each block has a star."),
    GuideTechnique(
      "set differentials", ["set differences", "set equivalence"], .counting, .contained, sums,
      "Add some rows, columns and regions, take others away, and see what is left."),
    GuideTechnique(
      "by a thread", [], .uniqueness, .refused, [],
      "It rules out what would leave a second solution. That is no proof that there is one "
        + "solution, so no grade may rest on it."),
    GuideTechnique(
      "at sea", [], .uniqueness, .refused, [],
      "It rules out what could be exchanged without anybody noticing, because there is only one "
        + "solution. That is no proof that there is, so no grade may rest on it."),
    GuideTechnique(
      "by a thread at sea", [], .uniqueness, .refused, [],
      "Both at once; no grade may rest on it."),
    GuideTechnique(
      "kissing Ls", ["kissing l"], .idiosyncrasies, .named, pressed,
      "Two blocks side by side in two lines, each with a star and at most three open cells: a star "
        + "next to them pushes both of theirs into its own line, which then has one too many."),
    GuideTechnique(
      "the M", [], .idiosyncrasies, .named, pressed,
      "Five columns of two lines, of which the first, third and fifth are open in one line only: "
        + "2×2 blocks have room for three stars there, a line that needs two has not."),
    GuideTechnique(
      "pressured Ts", ["pressured t"], .idiosyncrasies, .named, pressed,
      "Three columns of two lines, the outer two open in one line only, which needs no more than "
        + "one star: it holds one, and not the two that 2×2 blocks have room for."),
    GuideTechnique(
      "fish", ["x-wing", "swordfish"], .idiosyncrasies, .contained, sums,
      "Rows against columns, whichever and wherever they are."),
    GuideTechnique(
      "N-rooks", ["n rooks", "rooks"], .idiosyncrasies, .contained, sums,
      "The blocks of a board of 4K + 2 lines that stay empty: one in each pair of lines."),
    GuideTechnique(
      "entanglement", ["entanglement patterns"], .idiosyncrasies, .unnamed,
      [
        "hypothetical.direct", "hypothetical.tiling", "hypothetical.counting",
        "hypothetical.propagated",
      ],
      "What two stars forbid whatever the regions are. There is no table of such pairs: in real "
        + "10×10 puzzles it would show something at 49 of the 4,146 moments at which levels 1–9 "
        + "find nothing (make measure-entanglement)."),
  ]
}
