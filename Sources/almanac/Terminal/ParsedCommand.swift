import ArgumentParser
import Invocation
import Pipeline

/// A command as it is typed: what was parsed makes a value, and that is what runs.
protocol ParsedCommand: AsyncParsableCommand {
  /// What is to be done.
  ///
  /// - Throws: `ValidationError` for values that are not allowed, or not together.
  var command: any Command { get throws }

  /// What every command takes.
  var options: RunOptions { get }

  /// The places to work with, for commands that look at them; for others, what they never write to.
  var house: House { get }

  /// The clock that was given.
  var now: String? { get }

  /// Does what was typed, on the thread of whoever asks for it: `run` leaves that thread.
  ///
  /// - Throws: `ExitCode`, when the command is not simply done.
  func carryOut() async throws
}

extension ParsedCommand {
  var house: House { .ofEnvironment }
  var now: String? { nil }

  func validate() throws { _ = try command }

  func carryOut() async throws { try await options.run(try command, in: house, now: now) }

  func run() async throws { try await carryOut() }
}

/// A command that looks at the house.
protocol HouseCommand: ParsedCommand {
  /// The places, the clock, and what every command takes.
  var place: HouseOptions { get }
}

extension HouseCommand {
  var options: RunOptions { place.options }
  var house: House { place.house }
  var now: String? { place.now }

  func validate() throws {
    _ = try command
    try checkPlaces(of: house)
  }

  func carryOut() async throws {
    try Invocation.checkFolders([
      "ALMANAC_STATE", "ALMANAC_PRIVATE", "AWS_SHARED_CREDENTIALS_FILE",
    ])
    try await options.run(try command, in: house, now: now, looksAtHouse: true)
  }
}

/// A command that looks at the house, and whose tree can be named as `--to`, too.
protocol TreeCommand: HouseCommand {
  var tree: TreeOptions { get }
}

extension TreeCommand {
  var place: HouseOptions { tree.place }
  var house: House { tree.house }
}
