extension ClauseSolver {
  /// Learns a clause from a false one, takes back choices until it forces a literal, and sets that.
  ///
  /// - Precondition: At least one choice is in force.
  mutating func learn(from conflict: Int) {
    explain(conflict)
    let glue = stampLevels()
    shorten()
    let target = moveDeepestToSecondPlace()
    backtrack(to: target)
    proof?.add(lemma)
    if lemma.count == 1 {
      assign(lemma[0], reason: -1)
    } else {
      let clause = storeLemma(glue: glue)
      learnt.append(Int32(truncatingIfNeeded: clause))
      assign(lemma[0], reason: clause)
    }
    heap.decay()
  }

  /// Turns the false clause into the one to be learnt.
  ///
  /// Literals are replaced by the reasons for them, until only one is left that was set after the
  /// last choice: the first *unique implication point*. It goes to first place in `lemma`.
  ///
  /// Leaves the variables of the other literals marked in `isSeen`.
  private mutating func explain(_ conflict: Int) {
    lemma.truncate(to: 0)
    lemma.append(Literal(0))
    var clause = conflict
    var place = trail.count
    /// The literals yet to be replaced, all set after the last choice.
    var open = 0
    var explained = Literal(0)
    repeat {
      if arena[clause + Header.glue] > 0 {
        arena[clause + Header.lastUse] = Int32(truncatingIfNeeded: conflicts)
      }
      for index in 0..<size(of: clause) {
        let literal = literal(index, of: clause)
        let variable = literal.variable
        // The literal that this clause forced is not seen any more, and it is true.
        if isSeen[variable] || levels[variable] == 0 || value(of: literal) > 0 { continue }
        isSeen[variable] = true
        heap.bump(variable)
        if Int(levels[variable]) == level { open += 1 } else { lemma.append(literal) }
      }
      repeat { place -= 1 } while !isSeen[trail[place].variable]
      explained = trail[place]
      isSeen[explained.variable] = false
      clause = Int(reasons[explained.variable])
      open -= 1
    } while open > 0
    lemma[0] = !explained
  }

  /// Notes the levels from which the literals of `lemma` come, and returns how many there are.
  private func stampLevels() -> Int {
    var count = 0
    for index in 0..<lemma.count {
      let level = Int(levels[lemma[index].variable])
      if levelStamps[level] != Int32(truncatingIfNeeded: conflicts) {
        levelStamps[level] = Int32(truncatingIfNeeded: conflicts)
        count += 1
      }
    }
    return count
  }

  /// Leaves out every literal of `lemma` that follows from the others; clears the marks.
  private mutating func shorten() {
    marked.truncate(to: 0)
    for index in 1..<lemma.count {
      marked.append(Int32(truncatingIfNeeded: lemma[index].variable))
    }
    var kept = 1
    for index in 1..<lemma.count where !followsFromOthers(lemma[index].variable) {
      lemma[kept] = lemma[index]
      kept += 1
    }
    lemma.truncate(to: kept)
    for index in 0..<marked.count { isSeen[Int(marked[index])] = false }
  }

  /// Whether the value of a variable of `lemma` was forced by those of others in it, through
  /// however many clauses.
  ///
  /// What is found to follow stays marked, so that it is not looked into twice.
  private mutating func followsFromOthers(_ variable: Int) -> Bool {
    guard reasons[variable] >= 0 else { return false }
    let before = marked.count
    unexplained.truncate(to: 0)
    unexplained.append(Int32(truncatingIfNeeded: variable))
    while unexplained.count > 0 {
      let clause = Int(reasons[Int(unexplained.removeLast())])
      for index in 0..<size(of: clause) {
        let cause = literal(index, of: clause).variable
        if isSeen[cause] || levels[cause] == 0 { continue }
        if value(of: literal(index, of: clause)) > 0 { continue }
        // A choice is forced by nothing, and nothing of `lemma` is at work on a level it has no
        // literal from.
        let isStamped =
          levelStamps[Int(levels[cause])] == Int32(truncatingIfNeeded: conflicts)
        guard reasons[cause] >= 0 && isStamped else {
          for index in before..<marked.count { isSeen[Int(marked[index])] = false }
          marked.truncate(to: before)
          return false
        }
        isSeen[cause] = true
        marked.append(Int32(truncatingIfNeeded: cause))
        unexplained.append(Int32(truncatingIfNeeded: cause))
      }
    }
    return true
  }

  /// Puts the literal that was set last, after the first, in second place, where it watches.
  ///
  /// - Returns: The level at which it was set: there the clause forces its first literal.
  private func moveDeepestToSecondPlace() -> Int {
    guard lemma.count > 1 else { return 0 }
    var deepest = 1
    for index in 2..<max(2, lemma.count)
    where levels[lemma[index].variable] > levels[lemma[deepest].variable] {
      deepest = index
    }
    let literal = lemma[deepest]
    lemma[deepest] = lemma[1]
    lemma[1] = literal
    return Int(levels[literal.variable])
  }
}
