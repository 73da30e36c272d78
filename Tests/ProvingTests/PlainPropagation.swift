import Proving

/// Unit propagation in the plainest way: every clause is looked at again until nothing changes.
struct PlainPropagation {
  private let variables: Int
  /// DIMACS numbers, each clause ended by 0.
  private var numbers: [Int] = []

  init(_ formula: Formula) {
    variables = formula.variableCount
    for clause in 0..<formula.clauseCount {
      numbers += formula.clause(clause).map(\.dimacs) + [0]
    }
  }

  /// Decides the first variables and propagates.
  ///
  /// - Parameter first: The values of as many variables.
  /// - Returns: The value of each variable, nothing where it stays open; or nothing at all when a
  ///   clause is false.
  func consequences(of first: [Bool]) -> [Bool?]? {
    // 1 true, −1 false, 0 open; variable v in place v.
    var values = [0] + first.map { $0 ? 1 : -1 }
    values += [Int](repeating: 0, count: variables + 1 - values.count)
    var hasChanged = true
    while hasChanged {
      hasChanged = false
      var isMet = false
      var open = 0
      var last = 0
      for number in numbers {
        if number != 0 {
          let value = number > 0 ? values[number] : -values[-number]
          if value > 0 { isMet = true }
          if value == 0 {
            open += 1
            last = number
          }
          continue
        }
        if !isMet && open == 0 { return nil }
        if !isMet && open == 1 {
          values[abs(last)] = last > 0 ? 1 : -1
          hasChanged = true
        }
        (isMet, open) = (false, 0)
      }
    }
    return values.dropFirst().map { $0 == 0 ? nil : $0 > 0 }
  }
}
