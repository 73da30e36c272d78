import ArgumentParser
import Foundation
import Invocation
import Pipeline
import Printable
import Recipes

/// The command line: parses, calls `Pipeline`, prints, exits.
@main
struct Almanac: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "almanac",
    abstract: "A press for Star Battle puzzles.",
    discussion: """
      Begin with:
        almanac generate --size 10 --count 5
        almanac nightly --dry-run

      Generates puzzles, grades them as a person would solve them, proves each one, and publishes \
      packs and a calendar as a versioned tree of files.

      EXIT STATUS
      \(ExitStatus.table(of: ExitStatus.allCases))
      """,
    version: ProgramVersion.text(commit: builtCommit),
    subcommands: [
      GenerateCommand.self, GradeCommand.self, RulesCommand.self, TraceCommand.self,
      HintCommand.self,
      SolveCommand.self, ProveCommand.self, ConvertCommand.self, PreviewCommand.self,
      InsightCommand.self, ComposeCommand.self,
      ImportCommand.self,
      PacksCommand.self, CalendarCommand.self, EditsCommand.self,
      ReserveCommand.self, RecipesCommand.self,
      NightlyCommand.self, DoctorCommand.self, ReleaseCommand.self, KeysCommand.self,
      CatalogCommand.self, WorkCommand.self, ServeCommand.self,
      StatusCommand.self, ManualCommand.self,
    ],
    defaultSubcommand: StatusCommand.self)

  static func main() async {
    // A closed pipe is an error and no end, also for what is wrong with the command line.
    signal(SIGPIPE, SIG_IGN)
    do {
      try Invocation.begin()
      var command = try parsed()
      if let command = command as? any ParsedCommand {
        try await command.carryOut()
      } else if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
    } catch let fault as Invocation.Fault {
      // No usage below it: it would be that of no command in particular.
      RunOptions.tell(fault.message)
      exit(withError: ExitCode(fault.exitCode))
    } catch let error as ExitCode {
      // What is wrong has been told.
      exit(withError: error)
    } catch {
      if exitCode(for: error) == .success, let word = Usage.wordTakenForHelp(words) {
        RunOptions.tell(
          "“\(Printable.excerpt(word))” is read as options, one a letter — write the options first "
            + "and it behind “--”, or “--name=…” where it is an option's value")
        exit(withError: ExitCode.validationFailure)
      }
      switch exitCode(for: error) {
      case .success:
        if let stranger = Almanac.unknown { refuse(stranger) }
        exit(withError: ExitCode(show(Usage.folded(fullMessage(for: error))).rawValue))
      case .validationFailure: refuse(complaint(error))
      default: exit(withError: error)
      }
    }
  }

  /// The command that was typed.
  ///
  /// It is parsed by itself: the parser of all commands looks at each of them before it comes to
  /// the one, which takes as long as grading a hundred small puzzles. That parser is asked where
  /// this does not go, and says what is wrong.
  private static func parsed() throws -> any ParsableCommand {
    let (command, rest) = command(named: words)
    if command.configuration.subcommands.isEmpty, let parsed = try? command.parse(Array(rest)) {
      return parsed
    }
    return try parseAsRoot()
  }

  /// The command that words begin with the name of, as far as there is one, and the words behind
  /// it.
  static func command<Word: StringProtocol>(
    named words: [Word]
  ) -> (command: any ParsableCommand.Type, rest: ArraySlice<Word>) {
    var (command, rest) = (Almanac.self as any ParsableCommand.Type, words[...])
    while let word = rest.first,
      let next = command.configuration.subcommands.first(where: { $0._commandName == word })
    {
      (command, rest) = (next, rest.dropFirst())
    }
    return (command, rest)
  }

  /// Ends the program with what is wrong with the command line.
  private static func refuse(_ complaint: String) -> Never {
    for line in complaint.split(separator: "\n") { Console.tell(String(line)) }
    exit(withError: ExitCode.validationFailure)
  }

  /// Prints what somebody has asked the parser for: help, or the version.
  ///
  /// - Returns: How the program ends: `inputOutput` where it cannot be written.
  private static func show(_ text: String) -> ExitStatus {
    do {
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      try Console.print(TerminalText(lines.map { TerminalLine(String($0)) }))
      return .done
    } catch Console.Failure.system(let reason) {
      return RunOptions.failure(toPrint: reason)
    } catch {
      return .done
    }
  }

  /// What is wrong with a wish for the help of a command that there is not, which the parser
  /// answers with the help of the one above it.
  private static var unknown: String? {
    let typed: [String] =
      words.first == "help"
      ? words[1...].filter { !$0.hasPrefix("-") } : Array(words.prefix { !$0.hasPrefix("-") })
    let (command, rest) = command(named: typed)
    if rest.isEmpty || command.configuration.subcommands.isEmpty { return nil }
    // It is as unknown as without “help” or “--help”.
    do {
      _ = try parseAsRoot(Array(typed[...rest.startIndex]))
      return nil
    } catch {
      return complaint(error)
    }
  }

  /// What was typed behind the program's name.
  private static var words: [String] { Array(CommandLine.arguments.dropFirst()) }

  /// What is wrong with the command line, with the usage below it.
  ///
  /// The parser quotes what was typed, and a line break in that must not look like one of its own:
  /// so it is shown what can be shown, and asked once more.
  private static func complaint(_ error: any Error) -> String {
    let typed = words
    let shown = typed.map(Printable.line)
    if shown == typed { return complaint(error, on: typed) }
    do {
      _ = try parseAsRoot(shown)
    } catch {
      return complaint(error, on: shown)
    }
    return "Error: \(Printable.line(message(for: error)))"
  }

  private static func complaint(_ error: any Error, on typed: [String]) -> String {
    if let stranger = stranger(in: typed) { return stranger }
    let words = Usage.folded(fullMessage(for: error))
    return words.contains("Did you mean") ? words : words + advice(on: typed)
  }

  /// What is wrong where the first word is no command: the parser takes it for an argument of the
  /// command that needs no name.
  private static func stranger(in typed: [String]) -> String? {
    let all = configuration.subcommands
    guard let word = typed.first(where: { $0 != "help" }), !word.hasPrefix("-"),
      !all.contains(where: { $0._commandName == word })
    else { return nil }
    let below = all.filter { $0.configuration.subcommands.contains { $0._commandName == word } }
    let near = Spelling.guess(for: word, among: all.map { $0._commandName })
    let meant =
      below.isEmpty ? [near].compactMap(\.self) : below.map { "\($0._commandName) \(word)" }
    let guesses = meant.map { "'almanac \($0)'" }.joined(separator: " or ")
    return "Error: There is no command '\(word)'\nUsage: almanac <command>\n"
      + "  See 'almanac --help' for all commands."
      + (guesses.isEmpty ? "" : "\n  Did you mean \(guesses)?")
  }

  /// A line with the command or the option that was probably meant, where a word is none and is
  /// near to one.
  private static func advice(on typed: [String]) -> String {
    var command: any ParsableCommand.Type = Almanac.self
    var path = ["almanac"]
    for word in typed where word != "help" {
      let below = command.configuration.subcommands
      if word.hasPrefix("-") || below.isEmpty { break }
      guard let next = below.first(where: { $0._commandName == word }) else {
        let names = below.map { $0._commandName }
        return Spelling.guess(for: word, among: names).map {
          "\n  Did you mean '\((path + [$0]).joined(separator: " "))'?"
        } ?? ""
      }
      command = next
      path.append(word)
    }
    // The parser says what is missing before it looks at what it does not know.
    let options = Usage.options(in: helpMessage(for: command, columns: Usage.columns))
    let words = typed.filter { $0.hasPrefix("--") }.map { String($0.prefix { $0 != "=" }) }
    guard let unknown = words.first(where: { !options.contains($0) }) else {
      return minus(in: typed)
    }
    return Spelling.guess(for: unknown, among: options).map {
      "\n  Did you mean '\($0)' by '\(unknown)'?"
    } ?? ""
  }

  /// A line about a number below zero, which the parser takes for an option.
  private static func minus(in typed: [String]) -> String {
    let places = zip(typed, typed.dropFirst())
    func isBelowZero(_ word: String) -> Bool { word.hasPrefix("-") && Int(word) != nil }
    if let (option, number) = places.first(where: { $0.hasPrefix("--") && isBelowZero($1) }) {
      return "\n  '\(number)' is read as an option: no number of \(option) is below zero."
    }
    return typed.first(where: isBelowZero).map {
      "\n  '\($0)' is read as an option; behind a word of its own, --, it is not."
    } ?? ""
  }
}
