/// A number of stars, written in unary: a variable for each "at least so many" that is in doubt.
struct Count {
  /// The least that the number can be, as known from the start.
  let least: Int
  /// The most that it can be, as known from the start.
  let most: Int
  /// The variable for "at least `least + 1`"; those up to "at least `most`" follow it.
  private let first: Int

  init(least: Int, most: Int, first: Int) {
    assert(least <= most)
    self.least = least
    self.most = most
    self.first = first
  }

  /// A number that is known.
  init(exactly number: Int) { self.init(least: number, most: number, first: 0) }

  /// The statement that the number is at least so much.
  func isAtLeast(_ number: Int) -> Term {
    if number <= least { return .always }
    if number > most { return .never }
    return .literal(Literal(first + number - least - 1))
  }

  /// The statement that the number is at most so much.
  func isAtMost(_ number: Int) -> Term { !isAtLeast(number + 1) }
}

extension Formula {
  /// Makes the variables of a number that lies between two bounds.
  ///
  /// When the bounds cross, there is no such number: then the formula cannot be satisfied.
  mutating func makeCount(least: Int, most: Int, of what: @autoclosure () -> String) -> Count {
    guard least <= most else {
      note("no number fits \(what())")
      require(anyOf: [])
      return Count(exactly: most)
    }
    guard least < most else { return Count(exactly: most) }
    let count = Count(least: least, most: most, first: makeVariables(most - least))
    for number in least + 1...most {
      if isAnnotated {
        let variable = variableCount - most + number
        note("\(variable) = at least \(number) in \(what())")
      }
      // At least so many is at least one fewer.
      require(!count.isAtLeast(number), or: count.isAtLeast(number - 1))
    }
    return count
  }

  /// States how many of the first 1, 2, 3 … items are true, when all of them together are `total`.
  ///
  /// With *s(i, j)* for "at least *j* of the first *i*", and *b = i − 1*:
  ///
  ///     s(i − 1, j) → s(i, j)              item i and s(b, j − 1) → s(i, j)
  ///     s(i, j) → s(i − 1, j) or item i    s(i, j) → s(i − 1, j) or s(b, j − 1)
  ///
  /// In a row of cells no two neighbours are stars. There an item that is true follows one that is
  /// false, so *b = i − 2* will do, and unit propagation then knows how many stars still fit into
  /// the cells that are left: the fact that makes short work of tight rows.
  ///
  /// - Parameters:
  ///   - items: What is counted.
  ///   - total: How many of them are true.
  ///   - bounds: The most that can be true among the first *i* items, and among those after them;
  ///     both for *i* in `0...items.count`.
  ///   - areApart: Whether no two items that follow each other are both true.
  ///   - what: The first *i* items in words.
  /// - Returns: The count of the first *i* items for each *i* in `0...items.count`.
  mutating func countPrefixes(
    of items: [Literal], total: Int, bounds: (first: [Int], rest: [Int]), areApart: Bool,
    in what: (Int) -> String
  ) -> [Count] {
    countPrefixes(
      of: items, total: total...total, bounds: bounds,
      apart: [Bool](repeating: areApart, count: items.count), in: what)
  }

  /// The same for a total that lies between two bounds, and for items of which only some are apart.
  ///
  /// - Parameters:
  ///   - items: What is counted.
  ///   - total: How many of them are true.
  ///   - bounds: As above.
  ///   - apart: For each item, whether it is false when the one before it is true.
  ///   - what: The first *i* items in words.
  /// - Returns: The count of the first *i* items for each *i* in `0...items.count`.
  mutating func countPrefixes(
    of items: [Literal], total: ClosedRange<Int>, bounds: (first: [Int], rest: [Int]),
    apart: [Bool], in what: (Int) -> String
  ) -> [Count] {
    guard !items.isEmpty else {
      return [makeCount(least: max(0, total.lowerBound), most: 0, of: what(0))]
    }
    var counts = [Count(exactly: 0)]
    counts.reserveCapacity(items.count + 1)
    for index in 1...items.count {
      let item = Term.literal(items[index - 1])
      let shorter = counts[index - 1]
      let base = counts[apart[index - 1] ? max(0, index - 2) : index - 1]
      let count = makeCount(
        least: max(0, total.lowerBound - bounds.rest[index]),
        most: min(total.upperBound, bounds.first[index]),
        of: what(index))
      counts.append(count)
      for number in 1...total.upperBound + 1 {
        let reached = count.isAtLeast(number)
        require(!shorter.isAtLeast(number), or: reached)
        require(!item, or: !base.isAtLeast(number - 1), or: reached)
        require(!reached, or: shorter.isAtLeast(number), or: item)
        require(!reached, or: shorter.isAtLeast(number), or: base.isAtLeast(number - 1))
      }
    }
    return counts
  }

  /// States that numbers add up to a total.
  ///
  /// They are added one after the other; *c* is what comes of *a* and *b*:
  ///
  ///     a ≥ i and b ≥ j → c ≥ i + j        a ≤ i and b ≤ j → c ≤ i + j
  mutating func require(_ numbers: [Count], addUpTo total: Int, of what: (Int) -> String) {
    var sum = numbers.first ?? Count(exactly: 0)
    var rest = (
      least: numbers.reduce(0) { $0 + $1.least } - sum.least,
      most: numbers.reduce(0) { $0 + $1.most } - sum.most
    )
    for (index, number) in numbers.enumerated().dropFirst() {
      rest.least -= number.least
      rest.most -= number.most
      let larger = makeCount(
        least: max(sum.least + number.least, total - rest.most),
        most: min(sum.most + number.most, total - rest.least), of: what(index + 1))
      for i in sum.least...sum.most {
        for j in number.least...number.most {
          require(!sum.isAtLeast(i), or: !number.isAtLeast(j), or: larger.isAtLeast(i + j))
          require(!sum.isAtMost(i), or: !number.isAtMost(j), or: larger.isAtMost(i + j))
        }
      }
      sum = larger
    }
    require(sum.isAtLeast(total))
    require(sum.isAtMost(total))
  }
}
