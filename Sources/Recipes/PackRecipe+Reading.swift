import Flagging
import Generating
import Identity
import Notation
import Solving
import StarBattle
import Wording
import Yams

extension PackRecipe {
  static let keys = [
    "id", "name", "free", "entitlements", "grid", "count", "difficulty", "style", "seed", "strict",
    "assumptions", "arguments", "flags", "pins",
  ]

  /// Reads a recipe; what is wrong is noted in the reader, and then there is no recipe.
  init?(_ root: Node, reader: RecipeReader) {
    guard let fields = reader.fields(of: root, "a pack", allowed: PackRecipe.keys) else {
      return nil
    }
    let id = fields.required("id").flatMap { RecipeName.id($0, "id", reader: reader) }
    let name = fields.required("name").flatMap { RecipeName.title($0, "name", reader: reader) }
    let isFree = fields.flag("free")
    let entitlements = PackRecipe.entitlements(fields, isFree: isFree)
    let parts = PackRecipe.parts(fields)
    let difficulty = PackRecipe.difficulty(fields, parts: parts)
    let style = RegionStyle.read(fields)
    let seed = fields.integer("seed", in: RecipeName.seeds)
    let isStrict: Bool? = fields.values["strict"].map { reader.flag($0, "strict") } ?? false
    let assumptions = Assumptions(fields, rules: parts?.compactMap(\.rule) ?? [])
    let arguments = fields.arguments()
    let flags = FlagWishes(fields)
    let pins = PackRecipe.pins(fields, parts: parts)
    guard let id, let name, let isFree, let entitlements, let parts, let difficulty, let style,
      let seed, let isStrict, let assumptions, let arguments, let flags, let pins
    else {
      return nil
    }
    self.init(
      id: id, name: name, isFree: isFree, entitlements: entitlements.isEmpty ? nil : entitlements,
      parts: parts, difficulty: difficulty, style: style, seed: UInt64(seed), pins: pins,
      isStrict: isStrict, isWithoutAssumptions: assumptions == .none,
      source: Source(
        file: reader.file.name, id: fields.place(of: "id"),
        count: fields.place(of: fields.values["count"] == nil ? "grid" : "count")))
    self.arguments = arguments
    self.flags = flags
  }

  // MARK: - Difficulty

  /// The ramp of the pack, which can only be left out where every part says its rule: the outer
  /// `nil` means a mistake.
  private static func difficulty(_ fields: RecipeFields, parts: [Part]?) -> DifficultyRamp?? {
    if fields.values["difficulty"] == nil, let parts, parts.allSatisfy({ $0.rule != nil }) {
      return .some(nil)
    }
    guard let node = fields.required("difficulty") else { return nil }
    return DifficultyRamp(node, reader: fields.reader).map { .some($0) }
  }

  // MARK: - Products

  /// `entitlements: [expert-25x25, pro_bundle]`: what a player has to have one of; none where it
  /// is not written.
  private static func entitlements(_ fields: RecipeFields, isFree: Bool?) -> [String]? {
    guard let node = fields.values["entitlements"] else { return [] }
    let reader = fields.reader
    guard isFree != true else {
      reader.note(
        fields.place(of: "entitlements"),
        "every player has a free pack — leave `entitlements` out, or write `free: false`")
      return nil
    }
    guard case .sequence(let nodes) = node, (1...ProductID.most).contains(nodes.count) else {
      reader.note(
        RecipeLocation(node.mark),
        "`entitlements` is \(RecipeReader.described(node)) — it must be a list of 1…"
          + "\(ProductID.most) products, such as [expert-25x25, pro_bundle]")
      return nil
    }
    var products: [String] = []
    for node in nodes {
      guard let text = reader.text(node, "a product of `entitlements`") else { return nil }
      guard ProductID.isValid(text) else {
        reader.note(
          RecipeLocation(node.mark),
          "\(RecipeReader.described(node)) is no product — it must be \(ProductID.rule)")
        return nil
      }
      guard !products.contains(text) else {
        reader.note(RecipeLocation(node.mark), "the product `\(text)` is there twice")
        return nil
      }
      products.append(text)
    }
    return products
  }

  // MARK: - Grid

  /// `grid: { size: 10, stars: 2 }`, perhaps with a rule, and `count`, or a list of parts with
  /// counts of their own.
  private static func parts(_ fields: RecipeFields) -> [Part]? {
    let reader = fields.reader
    guard let node = fields.required("grid") else {
      if let count = fields.values["count"] { _ = reader.integer(count, "count", in: counts) }
      return nil
    }
    guard case .sequence(let nodes) = node else {
      guard let part = Part(node, ofAll: fields) else { return nil }
      if let lack = part.lack {
        reader.note(fields.place(of: "count"), "\(lack)")
        return nil
      }
      return [part]
    }
    guard !nodes.isEmpty else {
      reader.note(
        RecipeLocation(node.mark),
        "`grid` is an empty list — give at least one part { size: 5, stars: 1, count: 6 }")
      return nil
    }
    let parts = nodes.map { Part($0, reader: reader) }
    let stated = fields.values["count"].map { reader.integer($0, "count", in: counts) }
    for (part, node) in zip(parts, nodes) {
      guard let lack = part?.lack else { continue }
      reader.note(RecipeLocation(node.mark), "\(lack)")
      return nil
    }
    // One bad part is enough: a total without it would only mislead.
    let whole = parts.compactMap(\.self)
    guard whole.count == parts.count else { return nil }
    let sum = whole.reduce(0) { $0 + $1.count }
    guard counts.contains(sum) else {
      reader.note(
        RecipeLocation(node.mark),
        "the parts have \(sum) slots together — a pack can have \(RecipeReader.text(counts))")
      return nil
    }
    guard let stated else { return whole }
    guard let stated else { return nil }
    guard stated == sum else {
      reader.note(
        fields.place(of: "count"),
        "`count` is \(stated), but the parts of `grid` have "
          + "\(sum, of: "slot") together — make them agree or leave `count` out")
      return nil
    }
    return whole
  }

  // MARK: - Pins

  /// `pins: { 0: "10x2.…" }`: the slot and the puzzle it must hold.
  private static func pins(_ fields: RecipeFields, parts: [Part]?) -> [Pin]? {
    guard let node = fields.values["pins"] else { return [] }
    let reader = fields.reader
    guard case .mapping(let pairs) = node else {
      reader.note(
        RecipeLocation(node.mark),
        "`pins` is \(RecipeReader.described(node)) — it must be `slot: \"puzzle\"` lines")
      return nil
    }
    let grids = parts?.flatMap { Array(repeating: $0.grid, count: $0.count) }
    let last = (grids?.count ?? counts.upperBound) - 1
    var isWhole = true
    var pins: [Pin] = []
    var written: [CanonicalForm: Int] = [:]
    for (key, value) in pairs {
      guard let slot = pinnedSlot(key, last: last, reader: reader),
        let sbn = pinnedPuzzle(value, slot: slot, reader: reader)
      else {
        isWhole = false
        continue
      }
      let place = RecipeLocation(value.mark)
      if let grids, sbn.puzzle.grid != grids[slot] {
        reader.note(
          place, "pin \(slot) is \(sbn.puzzle.grid) — the slot is \(grids[slot])")
        isWhole = false
        continue
      }
      if let other = written.updateValue(slot, forKey: sbn.puzzle.canonicalForm) {
        reader.note(
          place,
          "pin \(slot) is the puzzle of pin \(other), turned or mirrored — "
            + "a puzzle is published once")
        isWhole = false
        continue
      }
      pins.append(Pin(slot: slot, sbn: sbn, place: place))
    }
    return isWhole ? pins.sorted { $0.slot < $1.slot } : nil
  }

  private static func pinnedSlot(_ key: Node, last: Int, reader: RecipeReader) -> Int? {
    guard let slot = reader.number(key), (0...last).contains(slot) else {
      reader.note(
        RecipeLocation(key.mark),
        "\(RecipeReader.described(key)) is no slot of this pack — slots are "
          + RecipeReader.text(0...last))
      return nil
    }
    return slot
  }

  private static func pinnedPuzzle(_ node: Node, slot: Int, reader: RecipeReader) -> SBN? {
    guard let text = reader.text(node, "pin \(slot)") else { return nil }
    do {
      return try SBN(text, line: 1)
    } catch {
      // The text begins behind the opening quote, if there is one.
      let start = RecipeLocation(node.mark)
      let isQuoted = node.scalar.map { $0.style != .plain } ?? false
      let column = start.column + (isQuoted ? 1 : 0) + max(0, error.column - 1)
      reader.note(
        RecipeLocation(line: start.line, column: column),
        "pin \(slot): found \(error.found) — it must be \(error.expected)")
      return nil
    }
  }
}

extension PackRecipe.Part {
  /// Reads `{ size: 5, stars: 1, count: 6 }`, with `rule: tiling.forced` or without.
  fileprivate init?(_ node: Node, reader: RecipeReader) {
    let fields = reader.fields(
      of: node, "a part of `grid`", allowed: ["size", "stars", "count", "rule"])
    guard let fields else { return nil }
    let grid = Grid(fields)
    let count = fields.integer("count", in: PackRecipe.counts)
    let rule = PackRecipe.Part.rule(fields)
    guard let grid, let count, let rule else { return nil }
    self.init(grid: grid, count: count, rule: rule)
  }

  /// Reads `{ size: 5, stars: 1 }`, with `rule: tiling.forced` or without: all slots of a pack,
  /// whose number stands beside it.
  fileprivate init?(_ node: Node, ofAll pack: RecipeFields) {
    let fields = pack.reader.fields(of: node, "`grid`", allowed: ["size", "stars", "rule"])
    let count = pack.integer("count", in: PackRecipe.counts)
    guard let fields else { return nil }
    let grid = Grid(fields)
    let rule = PackRecipe.Part.rule(fields)
    guard let grid, let count, let rule else { return nil }
    self.init(grid: grid, count: count, rule: rule)
  }

  /// The rule of a part; the outer `nil` means a mistake.
  private static func rule(_ fields: RecipeFields) -> Rule?? {
    guard let node = fields.values["rule"] else { return .some(nil) }
    return fields.reader.rule(node, "rule").map { .some($0) }
  }
}
