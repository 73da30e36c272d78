/// A command that can be thorough; it prints, and writes nothing else.
protocol ThoroughCommand: PuzzleArgumentCommand {
  var thoroughness: ThoroughOption { get }
}

extension ThoroughCommand {
  func run() async throws {
    if thoroughness.thorough { Signals.endSoon() }
    try await options.run(try command, in: house, now: now)
  }
}
