extension ClauseSolver {
  /// Makes an open literal true.
  @inline(__always)
  mutating func assign(_ literal: Literal, reason: Int) {
    assert(value(of: literal) == 0)
    values[literal.index] = 1
    values[(!literal).index] = -1
    levels[literal.variable] = Int32(truncatingIfNeeded: level)
    reasons[literal.variable] = Int32(truncatingIfNeeded: reason)
    trail.append(literal)
  }

  /// Takes back every choice beyond the first `target`, and all that followed from them.
  mutating func backtrack(to target: Int) {
    guard level > target else { return }
    let length = Int(levelStarts[target])
    while trail.count > length {
      let literal = trail.removeLast()
      values[literal.index] = 0
      values[(!literal).index] = 0
      phases[literal.variable] = literal.isPositive
      heap.insert(literal.variable)
    }
    levelStarts.truncate(to: target)
    propagated = length
  }

  /// Sets every variable that is the last hope of a clause, until there is none.
  ///
  /// A clause can only become a last hope when one of its two watching literals becomes false; it
  /// then looks for another literal to watch it. So nothing is to be done when literals become open
  /// again.
  ///
  /// - Returns: A clause that has become false, or −1.
  package mutating func propagate() -> Int {
    while propagated < trail.count {
      let falsified = !trail[propagated]
      propagated += 1
      let conflict = visitWatches(of: falsified)
      if conflict >= 0 { return conflict }
    }
    return -1
  }

  /// Looks at the clauses that a literal watches which has just become false.
  ///
  /// - Returns: A clause that has become false, or −1.
  private mutating func visitWatches(of falsified: Literal) -> Int {
    let start = watches.start(of: falsified)
    let end = start + watches.count(of: falsified)
    // Watches that stay are moved to the front, to close the gaps of those that go.
    var (next, kept) = (start, start)
    var conflict = -1
    while next < end {
      let watch = watches[next]
      next += 1
      let blocker = value(of: watch.blocker)
      if blocker > 0 || watch.isBinary {
        watches[kept] = watch
        kept += 1
        if blocker > 0 { continue }
        if blocker < 0 {
          conflict = watch.clause
          break
        }
        assign(watch.blocker, reason: watch.clause)
        continue
      }
      let first = otherWatch(of: watch.clause, than: falsified)
      let moved = Watch(blocker: first, clause: watch.clause, isBinary: false)
      if value(of: first) <= 0, replaceSecondWatch(of: watch.clause, by: moved) { continue }
      watches[kept] = moved
      kept += 1
      if value(of: first) < 0 {
        conflict = watch.clause
        break
      }
      if value(of: first) == 0 { assign(first, reason: watch.clause) }
    }
    if next > kept {
      while next < end {
        watches[kept] = watches[next]
        (next, kept) = (next + 1, kept + 1)
      }
      watches.truncate(falsified, to: kept - start)
    }
    return conflict
  }

  /// Puts a watching literal of a clause in second place and returns the one in first place.
  @inline(__always)
  private func otherWatch(of clause: Int, than watching: Literal) -> Literal {
    let place = clause + Header.length
    if arena[place] == watching.code {
      arena[place] = arena[place + 1]
      arena[place + 1] = watching.code
    }
    return Literal(code: arena[place])
  }

  /// Lets a literal that is not false watch a clause instead of the one in second place.
  ///
  /// - Returns: Whether there is one.
  @inline(__always)
  private mutating func replaceSecondWatch(of clause: Int, by watch: Watch) -> Bool {
    let second = clause + Header.length + 1
    let end = clause + Header.length + size(of: clause)
    var place = second + 1
    while place < end {
      let candidate = Literal(code: arena[place])
      if value(of: candidate) >= 0 {
        arena[place] = arena[second]
        arena[second] = candidate.code
        watches.append(watch, to: candidate)
        return true
      }
      place += 1
    }
    return false
  }
}
