public import StarBattle

extension Rule {
  /// Every rule, in the order in which they are tried: easiest first.
  ///
  /// A new rule gets its row here, by level and within a level where people would look for it.
  public static let ladder: [Rule] = [
    // 1–3: a star, a container with just enough cells, a full one.
    neighbours,
    forced,
    complete,
    // 4: a container that can hold just the stars it needs.
    tilingForced,
    tilingAdjacency,
    tilingOverhang,
    // 5–7: lines against regions, and what lines and parts of regions can hold.
    counting,
    pairs,
    tilingCounting,
    parts,
    // 8–13: a star assumed on one cell, followed further from rule to rule.
    assumeDirect,
    assumeTiling,
    assumeCounting,
    assumePropagated,
    assumeChained,
    assumeDeep,
    // 13: all the ways to fill a container.
    ways,
  ]

  /// The ladder with some sums, each before the assumptions of its level and above.
  package static func withSums(_ sums: [Rule]) -> [Rule] {
    var rules = ladder
    for sum in sums {
      let place = rules.firstIndex {
        $0.level >= sum.level && ($0.scope == .assumption || $0.scope == .ways)
      }
      rules.insert(sum, at: place ?? rules.endIndex)
    }
    return rules
  }

  /// The rules of the ladder, and those that are not on it yet.
  package static let all = ladder + sums + [assumeSums]

  /// The codes that rules can have: five bits of a seed, of which 0 means any rule.
  package static let codes = 1...31

  /// Something for every rule, at its code.
  package typealias Table<Element> = InlineArray<32, Element>

  /// The greatest code that a rule has.
  static let lastCode = all.reduce(0) { max($0, $1.code) }

  /// The rules of the ladder through a level.
  package static func ladder(through level: Int) -> ArraySlice<Rule> {
    ladders[max(0, min(level, ladders.count - 1))]
  }

  /// The rules through each level, from 0.
  private static let ladders = (0...levels.upperBound).map { level in
    ladder.prefix { $0.level <= level }
  }

  /// The hardest of some rules of the ladder, by how often each was applied.
  package static func hardest(of counts: [String: Int]) -> Rule? {
    ladder.last { counts[$0.id] != nil }
  }

  /// The levels of the ladder, from the easiest to the hardest.
  package static let levels = (ladder.first?.level ?? 1)...(ladder.last?.level ?? 1)

  /// The scopes by rule id: what a trace has to be checked with.
  public static let scopes = Dictionary(uniqueKeysWithValues: all.map { ($0.id, $0.scope) })

  /// The ids by code, since every grade that is written asks for them; empty where there is no
  /// rule.
  package static let ids: [String] = {
    var ids = [String](repeating: "", count: lastCode + 1)
    for rule in all { ids[rule.code] = rule.id }
    return ids
  }()

  private static let rows = Dictionary(
    uniqueKeysWithValues: ladder.enumerated().map { ($1.code, $0) })

  /// The rule's row in the ladder, from 0: how many rules are tried before it.
  ///
  /// It moves when a rule comes in before it. What is kept anywhere is the id or the code.
  package var row: Int { Rule.row(ofCode: code) }

  /// The rule with a code that one has, on the ladder or not.
  package static func rule(ofCode code: Int) -> Rule {
    guard let rule = Rule(code: code, in: all) else {
      preconditionFailure("no rule has code \(code)")
    }
    return rule
  }

  /// Whether puzzles are graded with the rule: whether it stands on the ladder.
  package var isOnLadder: Bool { Rule.rows[code] != nil }

  /// The row of the rule with a code.
  static func row(ofCode code: Int) -> Int {
    guard let row = rows[code] else {
      preconditionFailure("no rule of the ladder has code \(code)")
    }
    return row
  }

  /// The rule with an id, if there is one.
  ///
  /// - Parameter id: Such as `tiling.overhang`.
  /// - Complexity: O(rules).
  public init?(id: String) {
    guard let rule = Rule.all.first(where: { $0.id == id }) else { return nil }
    self = rule
  }

  /// The rule with a code, if there is one.
  ///
  /// - Parameters:
  ///   - code: The code.
  ///   - ladder: The rules to look through.
  package init?(code: Int, in ladder: [Rule] = Rule.ladder) {
    guard let rule = ladder.first(where: { $0.code == code }) else { return nil }
    self = rule
  }
}
