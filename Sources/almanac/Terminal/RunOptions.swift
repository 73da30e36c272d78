import ArgumentParser
import Foundation
import Pipeline

/// The options that every command has.
struct RunOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "How many puzzles to work on at once. No result depends on it. (default: all cores)",
      valueName: "n"))
  var jobs: Int?

  @Flag(help: "Print JSON for programs.")
  var json = false

  @Flag(help: "Show no progress; say only what is wrong.")
  var quiet = false

  func validate() throws {
    if let jobs, !(1...1024).contains(jobs) {
      throw ValidationError("--jobs is \(jobs) — it can be 1…1024")
    }
  }

  /// Runs a command: makes its context, prints what it says, and turns errors into exit codes.
  ///
  /// - Parameters:
  ///   - now: The run's clock; the system's without it.
  ///   - body: The command's work, which says how to exit.
  /// - Throws: `ExitCode`, when the command is not simply done.
  func run(
    now: String? = nil, _ body: (RunContext, ProgressPrinter) async throws -> ExitStatus
  ) async throws {
    Signals.listen()
    let start = ContinuousClock.now
    let elapsed: @Sendable () -> Duration = { ContinuousClock.now - start }
    let printer = ProgressPrinter(isTerminal: Console.isTerminal, elapsed: elapsed)
    let isQuiet = quiet
    let clock = now.flatMap { RunContext.time($0) } ?? RunContext.time(epochSeconds: time(nil))
    let context = RunContext(
      run: RunContext.runID(at: clock, process: getpid()), now: clock,
      jobs: jobs ?? max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))),
      elapsed: elapsed, interruption: { Signals.received },
      progress: { if !isQuiet { printer.show($0) } })
    let status: ExitStatus
    do {
      status = try await body(context, printer)
      printer.finish()
    } catch Console.Failure.nobodyReads {
      status = .done
    } catch Console.Failure.system(let reason) {
      printer.finish()
      Console.tell("almanac: standard output: cannot be written (\(reason)) — make room")
      status = .inputOutput
    } catch {
      printer.finish()
      let error = context.ending(with: error)
      RunOptions.tell("\(error)")
      status = ExitStatus(for: error)
    }
    if status != .done { throw ExitCode(status.rawValue) }
  }

  /// Says what is wrong, a line for each mistake.
  static func tell(_ message: String) {
    for line in message.split(separator: "\n") { Console.tell("almanac: \(line)") }
  }

  /// Prints what a command says.
  static func emit(
    _ line: OutputLine, _ printer: ProgressPrinter, isQuiet: Bool = false
  ) throws {
    switch line {
    case .result(let text): try Console.print(text)
    case .problem(let text):
      printer.finish()
      Console.tell("almanac: \(text)")
    case .note(let text):
      printer.finish()
      if !isQuiet { Console.tell(text) }
    }
  }
}

/// Checks a clock that somebody has written.
func checkClock(_ text: String?) throws {
  guard let text else { return }
  // The calendar's years have four digits, and a horizon lies ahead of the clock.
  guard RunContext.time(text) != nil, text.hasPrefix("1") || text.hasPrefix("2") else {
    throw ValidationError(
      "--now is “\(text)” — it must be a time such as 2026-11-21T03:00:00Z, or a day, in UTC")
  }
}

/// The value of an environment variable.
func environment(_ name: String) -> String? {
  getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
}
