/// A command that can be thorough; it prints, and writes nothing else.
protocol ThoroughCommand: PuzzleArgumentCommand {
  var sums: SumOptions { get }

  /// Whether one puzzle can take longer than anybody waits who has interrupted it.
  var takesLong: Bool { get }
}

extension ThoroughCommand {
  var takesLong: Bool { sums.thorough }

  func carryOut() async throws {
    if takesLong { Signals.endSoon() }
    try await options.run(try command, in: house, now: now)
  }
}
