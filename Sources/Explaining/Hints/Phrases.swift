package import StarBattle

/// Names, numbers and lists in one language; rows and columns count from 1, regions from A.
///
/// All of them keep their forms (`Inflection`), for the sentence that they are put into.
package struct Phrases {
  let language: HintLanguage

  package init(language: HintLanguage) {
    self.language = language
  }

  /// Groups of cells, one for each line, that a sentence can list; beyond, it only counts them.
  private static let mostGroups = 5

  package func text(_ situation: Situation, _ values: [String: String] = [:]) -> String {
    language.text(situation, values)
  }

  func sentence(ofRule id: String, _ values: [String: String]) -> String? {
    language.sentence(ofRule: id, values)
  }

  // MARK: - Numbers

  /// A number in words as far as the language's table goes.
  package func number(_ number: Int) -> String {
    language.numbers.indices.contains(number) ? language.numbers[number] : String(number)
  }

  /// `one star`, `three stars`.
  package func stars(_ count: Int) -> String {
    text(count == 1 ? .starsOne : .starsMany, ["count": number(count)])
  }

  /// `a star`, `two stars`, `one more star`, `two more stars`.
  package func need(_ count: Int, hasSome: Bool) -> String {
    let situation: Situation =
      switch (hasSome, count == 1) {
      case (false, true): .needFirstOne
      case (false, false): .needFirstMany
      case (true, true): .needMoreOne
      case (true, false): .needMoreMany
      }
    return text(situation, ["count": number(count)])
  }

  /// `its star`, `its last star`, `the two stars it needs`.
  package func lack(_ count: Int, quota: Int) -> String {
    if count > 1 { return text(.lackMany, ["count": number(count)]) }
    return text(quota == 1 ? .lackOnly : .lackLast)
  }

  // MARK: - Lists

  /// `A`, `A and B`, `A, B and C`, from names.
  func list(_ items: [String]) -> String { list(items, comma: .listComma, and: .listAnd) }

  /// The same from numbers or letters.
  private func list(numbers: [String]) -> String {
    let isSoft = numbers.last.map(language.softened.contains) ?? false
    return list(
      numbers, comma: .listNumbersComma, and: isSoft ? .listNumbersAndSoft : .listNumbersAnd)
  }

  private func list(_ items: [String], comma: Situation, and: Situation) -> String {
    guard let last = items.last, items.count > 1 else { return items.first ?? "" }
    return text(and, ["list": joined(Array(items.dropLast()), by: comma), "last": last])
  }

  /// `3`, `3 and 5`, `3 to 6`, from numbers that count from 0 and rise.
  private func list(_ numbers: [Int]) -> String {
    if let first = numbers.first, let last = numbers.last, numbers.count > 2,
      last - first == numbers.count - 1
    {
      return text(.listRange, ["first": String(first + 1), "last": String(last + 1)])
    }
    return list(numbers: numbers.map { String($0 + 1) })
  }

  private func joined(_ items: [String], by situation: Situation) -> String {
    items.dropFirst().reduce(items.first ?? "") { text(situation, ["list": $0, "last": $1]) }
  }

  // MARK: - Names

  /// `row 3`, `columns 2 to 4`, `region C`, `rows 3 and 4 and region C`; containers ascending.
  package func name(of containers: [Container]) -> String {
    var (rows, columns, regions) = ([Int](), [Int](), [Int]())
    var last: Container?
    for container in containers where container != last {
      last = container
      switch container {
      case .row(let row): rows.append(row)
      case .column(let column): columns.append(column)
      case .region(let region): regions.append(region)
      }
    }
    var names: [String] = []
    if !rows.isEmpty {
      names.append(text(rows.count == 1 ? .row : .rows, numbers(list(rows))))
    }
    if !columns.isEmpty {
      names.append(text(columns.count == 1 ? .column : .columns, numbers(list(columns))))
    }
    if !regions.isEmpty {
      let letters = regions.map { String(Puzzle.letter(ofRegion: $0)) }
      names.append(text(regions.count == 1 ? .region : .regions, numbers(list(numbers: letters))))
    }
    return list(names)
  }

  private func numbers(_ list: String) -> [String: String] { ["number": list, "numbers": list] }

  /// `row 3, column 5`.
  package func place(_ cell: Int, side: Int) -> String {
    text(.place, ["row": String(cell / side + 1), "column": String(cell % side + 1)])
  }

  /// `row 3, columns 2 and 5; row 4, column 1`: by rows or columns, whichever are fewer.
  ///
  /// - Parameters:
  ///   - cells: The cells, ascending.
  ///   - side: The side of the board.
  ///   - most: The most lines to name.
  /// - Returns: The list; `nil` when it would name more lines.
  package func places(_ cells: [Int], side: Int, atMost most: Int = mostGroups) -> String? {
    let rows = Set(cells.map { $0 / side }).sorted()
    let columns = Set(cells.map { $0 % side }).sorted()
    guard min(rows.count, columns.count) <= most else { return nil }
    let byRows = rows.count <= columns.count
    let groups = (byRows ? rows : columns).map { line in
      let group = cells.filter { (byRows ? $0 / side : $0 % side) == line }
      if group.count == 1 { return place(group[0], side: side) }
      return text(
        byRows ? .placesInRow : .placesInColumn,
        [
          "number": String(line + 1),
          "numbers": list(group.map { byRows ? $0 % side : $0 / side }),
        ])
    }
    return joined(groups, by: .listGroups)
  }
}
