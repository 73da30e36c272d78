import Composing
import Printable
import StarBattle
import Yams

extension CompositionRecipe {
  static let keys = [
    "grid", "seed", "regions", "complete", "together", "apart", "masks", "symmetry", "pairs",
    "pentominoes", "stars", "rule", "needs", "difficulty", "assumptions", "arguments", "first",
    "grids",
  ]

  /// Reads a composition; what is wrong is noted in the reader, and then there is none.
  init?(_ root: Node, reader: RecipeReader) {
    guard
      let fields = reader.fields(of: root, "a composition", allowed: CompositionRecipe.keys),
      let node = fields.required("grid"), let grid = Grid(node, reader: reader)
    else { return nil }
    var reading = CompositionReading(grid: grid, fields: fields)
    reading.readRegions()
    reading.readLists()
    reading.readMasks()
    reading.readSymmetry()
    reading.readPentominoes()
    reading.readStars()
    GoalReader(side: grid.side, fields: fields).read(into: &reading.composition)
    guard reader.problems.isEmpty else { return nil }
    self.init(
      file: reader.file.name, composition: reading.composition, places: reading.places)
  }

  /// The symmetries by the words that recipes have for them.
  static let symmetries: [(word: String, symmetry: Symmetry)] = [
    ("half-turn", .rotated180), ("quarter-turn", .rotated90), ("diagonal", .transposed),
    ("antidiagonal", .antitransposed), ("left-right", .flippedColumns),
    ("top-bottom", .flippedRows),
  ]
}

/// A composition that is being read, key by key.
private struct CompositionReading {
  let grid: Grid
  let fields: RecipeFields
  var composition: Composition
  var places: [CompositionRecipe.WishPlace] = []

  init(grid: Grid, fields: RecipeFields) {
    self.grid = grid
    self.fields = fields
    composition = Composition(grid: grid)
  }

  private var reader: RecipeReader { fields.reader }
  private var drawings: DrawingReader { DrawingReader(side: grid.side, reader: reader) }
  private var cellNames: CellReader { CellReader(side: grid.side, reader: reader) }

  private mutating func wish(
    at place: RecipeLocation, cells: [Int: RecipeLocation] = [:]
  ) -> Int {
    places.append(CompositionRecipe.WishPlace(place: place, cells: cells))
    return places.count - 1
  }

  // MARK: - Regions

  mutating func readRegions() {
    for region in DrawnRegions(side: grid.side, fields: fields).read() {
      let cells = region.cells
      guard let first = cells.first else { continue }
      let wish = wish(
        at: first.place, cells: Dictionary(uniqueKeysWithValues: cells.map { ($0.cell, $0.place) }))
      composition.parts.append(
        .init(cells: cells.map(\.cell), isWhole: region.isWhole, isDrawn: true, wish: wish))
    }
  }

  mutating func readLists() {
    for key in ["together", "apart"] {
      guard let node = fields.values[key] else { continue }
      guard case .sequence(let lists) = node else {
        reader.note(
          RecipeLocation(node.mark),
          "`\(key)` is \(RecipeReader.described(node)) — it must be a list of lists of cells, such "
            + "as [[r1c1, r2c3]]")
        continue
      }
      for list in lists {
        guard let cells = cellNames.cells(list, "a list of `\(key)`", least: 2) else { continue }
        let wish = wish(
          at: RecipeLocation(list.mark), cells: Dictionary(cells, uniquingKeysWith: { $1 }))
        if key == "together" {
          composition.parts.append(.init(cells: cells.map(\.0), isWhole: false, wish: wish))
        } else {
          composition.apart.append(.init(cells: cells.map(\.0), wish: wish))
        }
      }
    }
  }

  // MARK: - Shapes

  mutating func readMasks() {
    guard let node = fields.values["masks"] else { return }
    guard case .sequence(let nodes) = node else {
      reader.note(
        RecipeLocation(node.mark),
        "`masks` is \(RecipeReader.described(node)) — it must be a list of masks with shape")
      return
    }
    for node in nodes { readMask(node) }
  }

  private mutating func readMask(_ node: Node) {
    let allowed = ["shape", "at", "region", "turned"]
    guard let mask = reader.fields(of: node, "a mask", allowed: allowed),
      let shapeNode = mask.required("shape"), let rows = drawings.rows(shapeNode, "shape")
    else { return }
    var places: [FreeShape.Place] = []
    for (row, drawn) in rows.enumerated() {
      for (column, character) in drawn.text.enumerated() where character != "." {
        places.append(.init(row: row, column: column))
      }
    }
    guard !places.isEmpty else {
      reader.note(
        RecipeLocation(shapeNode.mark),
        "the shape has no cells — draw them with any sign but ., which is for others")
      return
    }
    let region = mask.values["region"].map { reader.text($0, "region") } ?? "exactly"
    if let region, region != "exactly" && region != "contains" {
      reader.note(
        mask.place(of: "region"),
        "`region` is `\(Printable.excerpt(region))` — it can be exactly (the region has this "
          + "shape) or contains (and may have other cells)")
    }
    let isTurned = mask.values["turned"].map { reader.flag($0, "turned") } ?? false
    guard let region, let isTurned else { return }
    let shape = FreeShape(places)
    let place = rows.first?.place(of: 0) ?? RecipeLocation(shapeNode.mark)
    guard let at = mask.values["at"] else {
      let wish = wish(at: place)
      composition.masks.append(
        .init(shape: shape, isWhole: region == "exactly", isTurned: isTurned, wish: wish))
      return
    }
    guard let corner = cellNames.cell(at) else { return }
    guard
      let cells = shape.placed(
        row: corner / grid.side, column: corner % grid.side, side: grid.side)
    else {
      reader.note(
        RecipeLocation(at.mark),
        "the shape is \(shape.height)×\(shape.width) and does not fit there — name its upper left "
          + "corner, on the board")
      return
    }
    let wish = wish(at: place)
    composition.parts.append(.init(cells: cells, isWhole: region == "exactly", wish: wish))
  }

  mutating func readSymmetry() {
    let isPaired = fields.values["pairs"].map { reader.flag($0, "pairs") } ?? false
    guard let node = fields.values["symmetry"] else {
      if fields.values["pairs"] != nil {
        reader.note(
          fields.place(of: "pairs"),
          "`pairs` says how regions go to others by a symmetry — give `symmetry`, too")
      }
      return
    }
    let symmetries = CompositionRecipe.symmetries
    guard let found = reader.choice(node, "symmetry", of: symmetries, named: \.word) else {
      return
    }
    let wish = wish(at: RecipeLocation(node.mark))
    composition.symmetry = .init(found.symmetry, isPaired: isPaired ?? false, wish: wish)
  }

  mutating func readPentominoes() {
    guard let node = fields.values["pentominoes"] else { return }
    var count: Int?
    if case .scalar(let scalar) = node, scalar.string == "all" {
      count = 12
    } else {
      count = reader.integer(node, "pentominoes", in: 1...12)
    }
    guard let count else { return }
    composition.pentominoes = .init(count: count, wish: wish(at: RecipeLocation(node.mark)))
  }

  // MARK: - Stars

  mutating func readStars() {
    guard let node = fields.values["stars"], let rows = drawings.board(node, "stars") else {
      return
    }
    var cells: [Int: RecipeLocation] = [:]
    var found: [(cell: Int, isStar: Bool)] = []
    for (row, drawn) in rows.enumerated() {
      for (column, character) in drawn.text.enumerated() where character != "." {
        let cell = row * grid.side + column
        cells[cell] = drawn.place(of: column)
        switch character {
        case "*", "★": found.append((cell, true))
        case "x", "X", "×", "-": found.append((cell, false))
        default:
          reader.note(
            drawn.place(of: column),
            "“\(Printable.excerpt(String(character)))” says nothing of a star — write * for one, x "
              + "for none, or . for a cell that is free")
        }
      }
    }
    let wish = wish(at: RecipeLocation(node.mark), cells: cells)
    for (cell, isStar) in found {
      if isStar {
        composition.stars.append(.init(cell: cell, wish: wish))
      } else {
        composition.empty.append(.init(cell: cell, wish: wish))
      }
    }
  }
}
