package import StarBattle

/// A trace as text, for the catalogue: a line a step.
///
///     trace 1
///     tiling.overhang|4|2|r3g5|31 1 1|40|41 2
///     assume.star|8|9|r7||..|
///     ?57
///     >direct.neighbours|1|0||57||47 1 1 8
///     !direct.forced|g3
///
/// Rule, level, cycle, containers (`r`ow, `c`olumn, re`g`ion), then cells, stars and marks, each
/// list as its first cell and the distances from one to the next. An assumption follows its step:
/// the cell, its chain, and what fails in the end; a failure that no assumption is open for is that
/// of the whole trace. So do the ways of a step, each with its stars behind `=`, its chain, and
/// what fails or `.`. A sum is one line behind `+`: its containers, and its tiles by their top left
/// cells, each with how often it counts (`+r3*1 g5*-2 t40*-1`); it follows its step, also in a
/// chain, or the failure that it shows. Text rather than bits, because after compression with a
/// dictionary it is hardly longer and can be read with `zstd -d` in a hundred years.
package enum TraceCode {
  private static let head = "trace 1"

  /// The text of a trace.
  package static func bytes(of trace: Trace) -> [UInt8] {
    var text = head + "\n"
    for step in trace.steps {
      write(step, "", to: &text)
      for way in step.ways {
        text += "=" + way.stars.map(String.init).joined(separator: " ") + "\n"
        for step in way.chain { write(step, ">", to: &text) }
        if let failure = way.failure { write(failure, to: &text) } else { text += ".\n" }
      }
      guard let assumption = step.assumption else { continue }
      text += "?\(assumption.cell)\n"
      for step in assumption.chain { write(step, ">", to: &text) }
      write(assumption.failure, to: &text)
    }
    if let failure = trace.failure { write(failure, to: &text) }
    return Array(text.utf8)
  }

  private static func write(_ step: Step, _ mark: String, to text: inout String) {
    text += "\(mark)\(step.rule)|\(step.level)|\(step.cycle)|"
    for container in step.containers { text += name(of: container) }
    for list in [step.cells, step.stars, step.marks] {
      text += "|"
      var last = 0
      for (place, cell) in list.enumerated() {
        text += place == 0 ? "\(cell)" : " \(cell - last)"
        last = cell
      }
    }
    text += "\n"
    write(step.sum, to: &text)
  }

  private static func write(_ sum: [Addend], to text: inout String) {
    if sum.isEmpty { return }
    text += "+" + sum.map { "\(name(of: $0.source))*\($0.times)" }.joined(separator: " ") + "\n"
  }

  private static func write(_ failure: Failure, to text: inout String) {
    text += "!\(failure.rule)|"
    for container in failure.containers { text += name(of: container) }
    text += "\n"
    write(failure.sum, to: &text)
  }

  private static func name(of source: Addend.Source) -> String {
    switch source {
    case .container(let container): name(of: container)
    case .tile(let corner): "t\(corner)"
    }
  }

  private static func name(of container: Container) -> String {
    switch container {
    case .row(let number): "r\(number)"
    case .column(let number): "c\(number)"
    case .region(let number): "g\(number)"
    }
  }

  // MARK: - Reading

  /// A part of the text: it is read as bytes, because a trace is read more often than it is made.
  private typealias Bytes = ArraySlice<UInt8>

  /// The trace that a text holds, or `nil` when it is none of this puzzle.
  package static func trace(_ bytes: [UInt8], of puzzle: Puzzle) -> Trace? {
    var lines = bytes.split(separator: UInt8(ascii: "\n"))[...]
    guard let first = lines.popFirst(), first.elementsEqual(head.utf8) else { return nil }
    let grid = puzzle.grid
    var steps: [Step] = []
    var failure: Failure?
    while let line = lines.popFirst() {
      if line.first == UInt8(ascii: "!") {
        guard let found = TraceCode.failure(line.dropFirst(), &lines, grid), lines.isEmpty else {
          return nil
        }
        failure = found
        continue
      }
      guard let step = step(line, &lines, grid) else { return nil }
      if lines.first?.first == UInt8(ascii: "=") {
        guard let ways = ways(&lines, grid) else { return nil }
        steps.append(
          Step(
            rule: step.rule, level: step.level, cycle: step.cycle, containers: step.containers,
            cells: step.cells, stars: step.stars, marks: step.marks, ways: ways))
        continue
      }
      guard lines.first?.first == UInt8(ascii: "?") else {
        steps.append(step)
        continue
      }
      guard let cell = lines.popFirst().flatMap({ number($0.dropFirst()) }),
        (0..<grid.cellCount).contains(cell)
      else { return nil }
      guard let chain = chain(&lines, grid) else { return nil }
      guard let last = lines.popFirst(), last.first == UInt8(ascii: "!"),
        let end = TraceCode.failure(last.dropFirst(), &lines, grid)
      else { return nil }
      steps.append(
        Step(
          rule: step.rule, level: step.level, cycle: step.cycle, containers: step.containers,
          cells: step.cells, stars: step.stars, marks: step.marks,
          assumption: Assumption(cell: cell, chain: chain, failure: end)))
    }
    return Trace(puzzle: puzzle, steps: steps, failure: failure)
  }

  private static func chain(_ lines: inout ArraySlice<Bytes>, _ grid: Grid) -> [Step]? {
    var chain: [Step] = []
    while let line = lines.first, line.first == UInt8(ascii: ">") {
      lines.removeFirst()
      guard let link = step(line.dropFirst(), &lines, grid) else { return nil }
      chain.append(link)
    }
    return chain
  }

  private static func ways(_ lines: inout ArraySlice<Bytes>, _ grid: Grid) -> [Way]? {
    var ways: [Way] = []
    while let line = lines.first, line.first == UInt8(ascii: "=") {
      lines.removeFirst()
      guard let stars = numbers(line.dropFirst()), stars.allSatisfy((0..<grid.cellCount).contains),
        let chain = chain(&lines, grid), let last = lines.popFirst()
      else { return nil }
      if last.elementsEqual(".".utf8) {
        ways.append(Way(stars: stars, chain: chain, failure: nil))
      } else {
        guard last.first == UInt8(ascii: "!"), let end = failure(last.dropFirst(), &lines, grid)
        else { return nil }
        ways.append(Way(stars: stars, chain: chain, failure: end))
      }
    }
    return ways
  }

  /// The sum in the next line; none where that is something else, and `nil` where it is wrong.
  private static func sum(_ lines: inout ArraySlice<Bytes>, _ grid: Grid) -> [Addend]? {
    guard let next = lines.first, next.first == UInt8(ascii: "+") else { return [] }
    lines.removeFirst()
    let line = next.dropFirst()
    var addends: [Addend] = []
    for part in line.split(separator: UInt8(ascii: " ")) {
      let sides = part.split(separator: UInt8(ascii: "*"))
      guard sides.count == 2, let times = Int(String(decoding: sides[1], as: UTF8.self)) else {
        return nil
      }
      if sides[0].first == UInt8(ascii: "t") {
        guard let corner = number(sides[0].dropFirst()), corner < grid.cellCount else { return nil }
        addends.append(Addend(.tile(corner), times: times))
      } else {
        guard let named = containers(sides[0], grid), named.count == 1 else { return nil }
        addends.append(Addend(.container(named[0]), times: times))
      }
    }
    return addends
  }

  private static func step(
    _ line: Bytes, _ next: inout ArraySlice<Bytes>, _ grid: Grid
  ) -> Step? {
    let parts = line.split(separator: UInt8(ascii: "|"), omittingEmptySubsequences: false)
    guard parts.count == 7, let level = number(parts[1]), let cycle = number(parts[2]),
      let containers = containers(parts[3], grid), let cells = cells(parts[4], grid),
      let stars = TraceCode.cells(parts[5], grid), let marks = TraceCode.cells(parts[6], grid),
      let sum = sum(&next, grid)
    else { return nil }
    return Step(
      rule: String(decoding: parts[0], as: UTF8.self), level: level, cycle: cycle,
      containers: containers, cells: cells, stars: stars, marks: marks, sum: sum)
  }

  private static func failure(
    _ line: Bytes, _ next: inout ArraySlice<Bytes>, _ grid: Grid
  ) -> Failure? {
    let parts = line.split(separator: UInt8(ascii: "|"), omittingEmptySubsequences: false)
    guard parts.count == 2, let containers = containers(parts[1], grid), let sum = sum(&next, grid)
    else { return nil }
    return Failure(
      rule: String(decoding: parts[0], as: UTF8.self), containers: containers, sum: sum)
  }

  private static func containers(_ text: Bytes, _ grid: Grid) -> [Container]? {
    var containers: [Container] = []
    var rest = text
    while let kind = rest.popFirst() {
      let digits = rest.prefix { (0x30...0x39).contains($0) }
      guard let number = number(digits), number < grid.side else { return nil }
      rest = rest.dropFirst(digits.count)
      switch kind {
      case UInt8(ascii: "r"): containers.append(.row(number))
      case UInt8(ascii: "c"): containers.append(.column(number))
      case UInt8(ascii: "g"): containers.append(.region(number))
      default: return nil
      }
    }
    return containers
  }

  private static func cells(_ text: Bytes, _ grid: Grid) -> [Int]? {
    guard var cells = numbers(text) else { return nil }
    for place in cells.indices {
      if place > 0 { cells[place] += cells[place - 1] }
      guard cells[place] < grid.cellCount else { return nil }
    }
    return cells
  }

  /// The numbers between blanks.
  private static func numbers(_ text: Bytes) -> [Int]? {
    var numbers: [Int] = []
    for word in text.split(separator: UInt8(ascii: " ")) {
      guard let number = number(word) else { return nil }
      numbers.append(number)
    }
    return numbers
  }

  /// A number of at most nine digits: what a trace counts is far below.
  private static func number(_ text: Bytes) -> Int? {
    guard (1...9).contains(text.count) else { return nil }
    var number = 0
    for byte in text {
      guard (0x30...0x39).contains(byte) else { return nil }
      number = 10 * number + Int(byte - 0x30)
    }
    return number
  }
}
