import ArgumentParser
import Foundation
import Pipeline
import Printable

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
  ///   - command: What to do.
  ///   - house: The places to work with.
  ///   - now: The run's clock; the system's without it.
  ///   - looksAtHouse: Whether clock and places have to be such as a house can have.
  /// - Throws: `ExitCode`, when the command is not simply done.
  func run(
    _ command: any Command, in house: House, now: String?, looksAtHouse: Bool = false
  ) async throws {
    Signals.listen()
    let start = ContinuousClock.now
    let elapsed: @Sendable () -> Duration = { ContinuousClock.now - start }
    let printer = ProgressPrinter(isTerminal: Console.isTerminal, elapsed: elapsed)
    let isQuiet = quiet
    let clock = now.flatMap { RunContext.time($0) } ?? RunContext.time(epochSeconds: time(nil))
    if looksAtHouse, !RunContext.isClock(clock) {
      RunOptions.tell(
        "the system's clock says \(clock) — set it right, or give a time with --now")
      throw ExitCode(ExitStatus.badData.rawValue)
    }
    let context = RunContext(
      run: RunContext.runID(at: clock, process: getpid()), now: clock,
      jobs: jobs ?? max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))),
      elapsed: elapsed, interruption: { Signals.received },
      progress: { if !isQuiet { printer.show($0) } }, log: { Console.tell(TerminalLine(json: $0)) },
      form: json ? .json : .text,
      screen: Screen(width: Console.width ?? 80, isColoured: Console.showsColours),
      stores: storeSettings(telling: isQuiet ? nil : printer))
    var isUnread = false
    let status: ExitStatus
    do {
      if looksAtHouse { try await context.stores.checkApart(house) }
      status = try await command.run(in: house, context) { message in
        do {
          try emit(message, of: house, as: context.form, printer)
        } catch Console.Failure.nobodyReads where !isUnread {
          // What answers once has an end of its own, which a script goes by; a list ends here with
          // its next line.
          isUnread = true
        }
      }
      printer.finish()
    } catch Console.Failure.nobodyReads {
      status = .done
    } catch Console.Failure.system(let reason) {
      printer.finish()
      status = RunOptions.failure(toPrint: reason)
    } catch {
      printer.finish()
      let error = context.ending(with: error)
      for line in ErrorLines.of(error) {
        RunOptions.tell(QuotedCommands.naming(house, in: line))
      }
      status = ExitStatus(for: error)
    }
    if status != .done { throw ExitCode(status.rawValue) }
  }

  /// Says that a result cannot be written.
  ///
  /// - Returns: How the program ends then.
  static func failure(toPrint reason: String) -> ExitStatus {
    tell("standard output: cannot be written (\(reason)) — make room")
    return .inputOutput
  }

  /// Says what is wrong, in a line.
  static func tell(_ message: String) { Console.tell("almanac: \(message)") }

  /// Prints what a command says.
  private func emit(
    _ message: Message, of house: House, as form: AnswerForm, _ printer: ProgressPrinter
  ) throws {
    func note(_ text: String) {
      printer.finish()
      if !quiet { Console.tell(QuotedCommands.naming(house, in: text)) }
    }
    switch message {
    case .answer(let answer):
      if Console.showsResults { printer.finish() }
      if form == .text && quiet && answer.isRoutine { return }
      try Console.print(
        answer.written(as: form) { line in
          answer.quotesCommands ? QuotedCommands.naming(house, in: line) : line
        })
      guard form == .text else { return }
      for line in answer.advice { note(line) }
    case .written(let text): try Console.print(text)
    case .problem(let text):
      printer.finish()
      RunOptions.tell(QuotedCommands.naming(house, in: text))
    case .note(let text): note(text)
    }
  }

}

/// The value of an environment variable.
func environment(_ name: String) -> String? {
  getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
}
